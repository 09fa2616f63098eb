import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { readStructure } from '../structure/index.ts';
import { findStorefront } from './storefront.store.ts';
import { currentLocales, offeredBy, type Storefront } from './storefront.ts';

/**
 * A storefront of the organization by its UUID, or null. Locales and currencies that its channel no longer has are left
 * out.
 */
export async function loadStorefront(
  context: Transaction & { readonly session: Session },
  id: string,
): Promise<Storefront | null> {
  const { organizationId } = context.session;
  const stored = await findStorefront(context, organizationId, id);
  if (stored === null) return null;
  const channel = (await readStructure(context)).channels.get(foldKey(stored.channel));
  return {
    ...stored,
    id,
    organizationId,
    locales: currentLocales(stored.locales, channel?.locales ?? new Set()),
    currencies: offeredBy(stored.currencies, channel?.currencies ?? new Set()),
  };
}
