import { countWithin, PRICES } from '../../../kernel/budget/operation-budget.ts';
import { DomainError, RequestError } from '../../../kernel/errors.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { readVisibleUntil } from '../../../platform/ledger/visible-until.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { pageSize } from '../../../platform/operation/keyset-page.ts';
import { syncToken } from '../../event/index.ts';
import {
  ALL_PRODUCTS,
  facetsOfIds,
  hasTimeCondition,
  type Plan,
  type PreparedSearch,
  prepareProductSearch,
  withQuery,
} from '../../search/index.ts';
import { type CatalogueStructure, cachedStructure, readStructure } from '../../structure/index.ts';
import {
  countNamingProducts,
  findNamingProducts,
  type NamedByProducts,
} from '../links/naming-products.store.ts';
import { listChangedProducts } from './list-changed-products.ts';
import { type LoadedPage, loadListedProducts, loadProductsById } from './listed-product.store.ts';
import { ALL_FIELDS } from './listed-product.ts';
import type { ListProductsInput, ProductPage } from './product-page.ts';

/**
 * Lists the products that match a filter, in the requested order and, last, of creation; with words to search for and
 * no requested order, the best matches first. Archived ones are left out unless the filter has a condition on the
 * status.
 */
export const listProducts = defineRead({
  name: 'listProducts',
  scope: 'products:read',
  errors: [],
  handler: async (
    context: PrismaReadContext,
    { naming, query, filter, ...input }: ListProductsInput,
  ): Promise<ProductPage> => {
    if (naming !== undefined) return listNaming(context, naming, input);
    const list = { ...input, filter: withQuery(filter, query) };
    return list.changedSince == null ? searchProducts(context, list) : listChangedProducts(context, list);
  },
});

async function searchProducts(
  context: PrismaReadContext,
  input: Omit<ListProductsInput, 'naming' | 'query'>,
): Promise<ProductPage> {
  // A copy cannot tell which transactions of the original are open.
  const isTimed = input.withChangedUntil === true && hasTimeCondition(input.filter) && !context.isReplica;
  const changedUntil = isTimed ? await readVisibleUntil(context) : null;
  const { syncToken, ...page } =
    (await searchByAssumption(context, input)) ??
    (await searchPage(context, input, input.structure ?? (await readStructure(context))));
  return { ...page, changes: { syncToken, changedUntil, removed: null } };
}

/** A page, and the state of the organization when its statement read it. */
interface SearchedPage extends ProductPage {
  readonly isCurrent: boolean;
  readonly syncToken: string | null;
}

/**
 * Searches by the configuration as it probably is, which the page's own statement confirms. Returns null where it does
 * not, and where an error may come from yesterday's configuration.
 */
async function searchByAssumption(
  context: PrismaReadContext,
  input: Omit<ListProductsInput, 'naming' | 'query'>,
): Promise<SearchedPage | null> {
  const structure = input.structure == null ? cachedStructure(context) : null;
  if (structure === null) return null;
  const page = await searchPage(context, input, structure).catch((error: unknown) => {
    if (error instanceof DomainError || error instanceof RequestError) return null;
    throw error;
  });
  return page?.isCurrent === true ? page : null;
}

async function searchPage(
  context: PrismaReadContext,
  { below, parts = ALL_FIELDS, withSyncToken = false, ...query }: Omit<ListProductsInput, 'naming' | 'query'>,
  structure: CatalogueStructure,
): Promise<SearchedPage> {
  const { organizationId } = context.session;
  const ofModel = below && {
    within: planBelow(below),
    withArchived: true,
    // A list below a product cannot be empty on request.
    size: pageSize(query.first),
  };
  const search = await prepareProductSearch(context, query, {
    visibility: ALL_PRODUCTS,
    structure,
    byRelevance: true,
    ...ofModel,
  });
  // Walking through everything is what integrations do most, and it is planned longer than it runs.
  const options = { prepared: query.filter == null && below === undefined, withSyncToken };
  const load = ({ statement }: PreparedSearch) =>
    loadListedProducts(context, organizationId, statement, parts, options);
  const page = await load(search);
  const corrected = page.products.length === 0 ? await search.corrected() : null;
  return corrected === null
    ? toPage(search, page, structure)
    : toPage(corrected, await load(corrected), structure);
}

function toPage(
  search: PreparedSearch,
  { products, structureRevision, counter }: LoadedPage,
  structure: CatalogueStructure,
): SearchedPage {
  const items = products.slice(0, search.size);
  return {
    items,
    structure,
    isCurrent: structureRevision === structure.revision,
    syncToken:
      counter === null ? null : syncToken(counter.epoch, { sequence: counter.lastSequence, id: null }),
    cursorAt: (index) => search.cursorAfter(items[index]?.position ?? []),
    hasNextPage: products.length > search.size,
    count: search.count,
    facets: search.facets,
    suggestions: search.suggestions,
  };
}

const planBelow = ({ id, which }: NonNullable<ListProductsInput['below']>): Plan =>
  which === 'children'
    ? { kind: 'fact', facts: [['parent', id]] }
    : {
        kind: 'and',
        of: [
          { kind: 'fact', facts: [['type', 'variant']] },
          { kind: 'fact', facts: [['below', id]] },
        ],
      };

async function listNaming(
  context: PrismaReadContext,
  naming: NamedByProducts,
  { parts = ALL_FIELDS, first, after }: Omit<ListProductsInput, 'naming' | 'query'>,
): Promise<ProductPage> {
  const { session, cursors } = context;
  const size = pageSize(first);
  const identity = { list: 'products', naming: { ...naming } };
  const position = after == null ? null : String(cursors.decode(after, identity)[0]);
  const namingIds = await findNamingProducts(context, naming, position, size + 1);
  const ids = namingIds.slice(0, size);
  const items = await loadProductsById(context, session.organizationId, ids, parts);
  return {
    items,
    structure: null,
    // One that was deleted since it was found takes its position with it.
    cursorAt: (index) => cursors.encode([items[index]?.id ?? null], identity),
    hasNextPage: namingIds.length > size,
    count: () => countWithin(context.budget, PRICES.count, () => countNamingProducts(context, naming)),
    suggestions: async () => [],
    facets: async (request) => {
      if (request.fields.length === 0) return [];
      return facetsOfIds(context, await findNamingProducts(context, naming, null, null), request);
    },
  };
}
