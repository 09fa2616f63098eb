import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { findStorefront } from './storefront.store.ts';
import { availableIn, currentLocales, type Storefront } from './storefront.ts';

type Loading = Promise<Storefront | null>;

const loaded = new WeakMap<CatalogueStructure, Map<string, Loading>>();

/**
 * Returns a storefront of the organization by its UUID, or null. Locales and currencies that its channel no longer has
 * are left out. It is read once for each revision of the configuration: every change of a storefront makes a new one.
 */
export function loadStorefront(
  context: Transaction & { readonly session: Session },
  structure: CatalogueStructure,
  id: string,
): Loading {
  const loadingById = loaded.get(structure) ?? new Map<string, Loading>();
  loaded.set(structure, loadingById);
  const loading = loadingById.get(id) ?? readStorefront(context, structure, id);
  loadingById.set(id, loading);
  loading.catch(() => loadingById.delete(id));
  return loading;
}

async function readStorefront(
  context: Transaction & { readonly session: Session },
  { channels }: CatalogueStructure,
  id: string,
): Loading {
  const { organizationId } = context.session;
  const stored = await findStorefront(context, organizationId, id);
  if (stored === null) return null;
  const channel = channels.get(foldKey(stored.channel));
  return {
    ...stored,
    id,
    organizationId,
    locales: currentLocales(stored.locales, channel?.locales ?? new Set()),
    currencies: availableIn(stored.currencies, channel?.currencies ?? new Set()),
  };
}
