import { countWithin, PRICES } from '../../../kernel/budget/operation-budget.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { Fault, Refusal } from '../../../kernel/refusal.ts';
import { readVisibleUntil } from '../../../platform/ledger/visible-until.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { pageSize } from '../../../platform/operation/keyset-page.ts';
import { syncToken } from '../../event/index.ts';
import {
  ALL_PRODUCTS,
  facetsOfIds,
  hasTimeCondition,
  openProductSearch,
  type Plan,
} from '../../search/index.ts';
import { assumeStructure, type CatalogueStructure, readStructure } from '../../structure/index.ts';
import {
  countNamingProducts,
  findNamingProducts,
  type NamedByProducts,
} from '../links/naming-products.store.ts';
import { listChangedProducts } from './list-changed-products.ts';
import { loadListedProducts, loadNamedProducts } from './listed-product.store.ts';
import { WHOLE } from './listed-product.ts';
import type { ListProductsInput, ProductPage } from './product-page.ts';

/**
 * Products that match a filter, in the order asked for and, last, of creation; with words to search for and no order
 * asked for, the best matches first. Archived ones are left out unless the filter says something about the status.
 */
export const listProducts = defineRead({
  name: 'listProducts',
  scope: 'products:read',
  errors: [],
  handler: async (
    context: PrismaReadContext,
    { naming, ...input }: ListProductsInput,
  ): Promise<ProductPage> => {
    if (naming !== undefined) return listNaming(context, naming, input);
    return input.changedSince == null ? searchProducts(context, input) : listChangedProducts(context, input);
  },
});

async function searchProducts(
  context: PrismaReadContext,
  input: Omit<ListProductsInput, 'naming'>,
): Promise<ProductPage> {
  // A copy cannot tell which transactions of the original are open.
  const isTimed = input.withChangedUntil === true && hasTimeCondition(input.filter) && !context.isReplica;
  const changedUntil = isTimed ? await readVisibleUntil(context) : null;
  const page = await searchByStructure(context, input);
  return { ...page, changes: { syncToken: page.syncToken, changedUntil, removed: null } };
}

/** A page, and what its statement says of the moment when it was read. */
interface SearchedPage extends ProductPage {
  readonly isCurrent: boolean;
  readonly syncToken: string | null;
}

/** Goes by the configuration as it probably is, which the page's own statement confirms or not. */
async function searchByStructure(
  context: PrismaReadContext,
  input: Omit<ListProductsInput, 'naming'>,
): Promise<SearchedPage> {
  const assumed = input.structure == null ? assumeStructure(context) : null;
  if (assumed !== null) {
    // What is refused by a configuration of yesterday may be right today.
    const page = await searchBy(context, assumed, input).catch((error: unknown) => {
      if (error instanceof Refusal || error instanceof Fault) return null;
      throw error;
    });
    if (page?.isCurrent === true) return page;
  }
  return searchBy(context, input.structure ?? (await readStructure(context)), input);
}

async function searchBy(
  context: PrismaReadContext,
  structure: CatalogueStructure,
  { below, parts = WHOLE, withSyncToken = false, ...asked }: Omit<ListProductsInput, 'naming'>,
): Promise<SearchedPage> {
  let search = await openProductSearch(context, {
    ...asked,
    structure,
    within: below && planBelow(below),
    visibility: ALL_PRODUCTS,
    mayBeEmpty: below === undefined,
    leavesOutArchived: below === undefined,
    byWords: true,
  });
  const { organizationId } = context.session;
  // Walking through everything is what integrations do most, and it is planned longer than it runs.
  const prepared = asked.filter == null && below === undefined;
  const load = () =>
    loadListedProducts(context, organizationId, search.statement, parts, { prepared, withSyncToken });
  let found = await load();
  const corrected = found.products.length === 0 ? await search.corrected() : null;
  if (corrected !== null) {
    search = corrected;
    found = await load();
  }
  const items = found.products.slice(0, search.size);
  return {
    items,
    structure,
    isCurrent: found.structureRevision === structure.revision,
    syncToken:
      found.counter === null
        ? null
        : syncToken(found.counter.epoch, { sequence: found.counter.lastSequence, id: null }),
    cursorAt: (index) => search.cursorAfter(items[index]?.position ?? []),
    hasNextPage: found.products.length > search.size,
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
  { parts = WHOLE, first, after }: Omit<ListProductsInput, 'naming'>,
): Promise<ProductPage> {
  const { session, cursors } = context;
  const size = pageSize(first);
  const identity = { list: 'products', naming: { ...naming } };
  const position = after == null ? null : String(cursors.decode(after, identity)[0]);
  const found = await findNamingProducts(context, naming, position, size + 1);
  const ids = found.slice(0, size);
  const items = await loadNamedProducts(context, session.organizationId, ids, parts);
  return {
    items,
    structure: null,
    // One that was deleted since it was found takes its place with it.
    cursorAt: (index) => cursors.encode([items[index]?.id ?? null], identity),
    hasNextPage: found.length > size,
    count: () => countWithin(context.budget, PRICES.count, () => countNamingProducts(context, naming)),
    suggestions: async () => [],
    facets: async (asked) => {
      if (asked.fields.length === 0) return [];
      return facetsOfIds(context, await findNamingProducts(context, naming, null, null), asked);
    },
  };
}
