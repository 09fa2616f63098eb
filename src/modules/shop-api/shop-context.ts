import type { OperationBudget } from '../../kernel/budget/operation-budget.ts';
import type { DomainModule, ReadContext, Transaction } from '../../kernel/operation.ts';
import type { CursorCodec } from '../../kernel/page.ts';
import type { RowCounter } from '../../kernel/search/row-counter.ts';
import type { Session } from '../../kernel/session.ts';
import { budgeted } from '../../platform/database/budgeted.ts';
import { createRequestLoaders, type RequestLoaders } from '../../platform/loader.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import type { ProductAccess } from '../search/index.ts';
import type { Storefront } from '../storefront/index.ts';
import { type CatalogueStructure, structureLoader } from '../structure/index.ts';
import {
  type FlattenOptions,
  flattenOptions,
  type LocalizedFormat,
  labelLocales,
  localizedFormat,
  type ScopeRequest,
} from '../values/index.ts';
import type { ExposedCatalogue } from './exposed-catalogue.ts';
import type { MediaLinks } from './media-links.ts';

/** Locale, channel and currency of a response of the Shop API. */
export interface ShopScope {
  /** Stored code. */
  readonly locale: string;
  /** Null where the storefront has no currency. */
  readonly currency: string | null;
  /** True if products are included that are not live yet. */
  readonly preview: boolean;
}

/** Context of all resolvers of a request to the Shop API. */
export interface ShopContext extends ReadContext, RequestLoaders, ShopScope {
  readonly budget: OperationBudget;
  readonly storefront: Storefront;
  readonly catalogue: ExposedCatalogue;
  readonly structure: CatalogueStructure;
  readonly visibility: ProductAccess;
  readonly cursors: CursorCodec;
  readonly mediaLinks: MediaLinks;
  /** Channel and locale of values, other locales standing in. */
  readonly place: ScopeRequest & { readonly channel: string; readonly locale: string };
  readonly flat: FlattenOptions;
  /** The same with measurements in the units in which they are stored. */
  readonly inStoredUnits: FlattenOptions;
  /** The locales in which labels are searched for. */
  readonly locales: readonly string[];
  readonly format: LocalizedFormat;
}

export interface ShopContextInput extends ShopScope {
  readonly transaction: Transaction;
  readonly budget: OperationBudget;
  readonly session: Session;
  readonly modules: readonly DomainModule[];
  readonly rowCounts?: RowCounter | undefined;
  readonly now: Date;
  readonly cursors: CursorCodec;
  readonly storefront: Storefront;
  readonly catalogue: ExposedCatalogue;
  readonly structure: CatalogueStructure;
  readonly mediaLinks: MediaLinks;
}

export function createShopContext(request: ShopContextInput): ShopContext {
  const { transaction, structure, storefront, locale, preview, ...rest } = request;
  const { channel } = storefront;
  const viewScope = { channel, locale, fallback: true };
  const locales = labelLocales(structure, viewScope);
  const flat = flattenOptions(structure, viewScope);
  const { execute } = budgeted(transaction, request.budget);
  const reading: PrismaReadContext = {
    ...rest,
    execute,
    get prisma(): never {
      throw new Error('What a shop reads is read by statements.');
    },
  };
  const { load, prime } = createRequestLoaders(reading);
  prime(structureLoader, '', structure);
  return {
    ...rest,
    execute,
    structure,
    storefront,
    locale,
    preview,
    visibility: preview ? { kind: 'organization' } : { kind: 'live', channel, locale },
    place: viewScope,
    flat,
    inStoredUnits: { ...flat, conversionUnits: new Map() },
    locales,
    format: localizedFormat(locales),
    load,
  };
}
