import { defineRead } from '../../../kernel/operation.ts';
import type { Page } from '../../../kernel/page.ts';
import { Fault, Refusal } from '../../../kernel/refusal.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../../platform/operation/keyset-page.ts';
import {
  ALL_PRODUCTS,
  type Facet,
  type FacetsAsked,
  facetsOfIds,
  openProductSearch,
  type Plan,
  type ProductFilter,
  type SortInput,
} from '../../search/index.ts';
import { assumeStructure, type CatalogueStructure, readStructure } from '../../structure/index.ts';
import { type NamedCode, namesCode } from '../../values/index.ts';
import { loadListedProducts, loadNamedProducts } from './listed-product.store.ts';
import { type ListedPart, type ListedProduct, WHOLE } from './listed-product.ts';

export interface ListProductsInput extends PageRequest {
  readonly filter?: ProductFilter | null | undefined;
  readonly sort?: readonly SortInput[] | null | undefined;
  /** UUID of the model whose children (`level`: next) or sellable leaves (`leaves`) are listed. */
  readonly below?: { readonly id: string; readonly which: 'children' | 'leaves' };
  /** The file or entity that they name themselves or, an entity, are linked to; with it neither filter nor order. */
  readonly naming?: NamedCode & { readonly linkedEntityId?: string };
  /** The configuration, where it has been read for the same request. */
  readonly structure?: CatalogueStructure | null | undefined;
  /** What is read of them; everything when left out. */
  readonly parts?: ReadonlySet<ListedPart> | undefined;
}

/** A page of products, and all that is found counted by fields. */
export interface ProductPage extends Page<ListedProduct> {
  /** The configuration it was read by, where it took one. */
  readonly structure: CatalogueStructure | null;
  readonly facets: (asked: FacetsAsked) => Promise<readonly Facet[]>;
  /** The words of the search as products spell them, when none has them as they were typed. */
  readonly suggestions: () => Promise<readonly string[]>;
}

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
  ): Promise<ProductPage> =>
    naming === undefined ? searchProducts(context, input) : listNaming(context, naming, input),
});

/** Goes by the configuration as it probably is, which the page's own statement confirms or not. */
async function searchProducts(
  context: PrismaReadContext,
  input: Omit<ListProductsInput, 'naming'>,
): Promise<ProductPage> {
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
  { below, parts = WHOLE, ...asked }: Omit<ListProductsInput, 'naming'>,
): Promise<ProductPage & { readonly isCurrent: boolean }> {
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
  const load = () => loadListedProducts(context, organizationId, search.statement, parts, { prepared });
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
  { linkedEntityId, ...named }: NonNullable<ListProductsInput['naming']>,
  { parts = WHOLE, ...page }: Omit<ListProductsInput, 'naming'>,
): Promise<ProductPage> {
  const { prisma, session, cursors } = context;
  const names = namesCode(named);
  const where = {
    organizationId: session.organizationId,
    deletedAt: null,
    AND: [
      linkedEntityId === undefined
        ? names
        : { OR: [names, { entityLinks: { some: { entityId: linkedEntityId } } }] },
    ],
  };
  const list = { name: 'products', where, sort: [{ field: 'id' }], query: { select: { id: true } } };
  const found = await keysetPage<{ readonly id: string }>(cursors, prisma.product, list, page);
  const ids = found.items.map(({ id }) => id);
  const items = await loadNamedProducts(context, session.organizationId, ids, parts);
  const indexById = new Map(ids.map((id, index) => [id, index]));
  return {
    ...found,
    items,
    structure: null,
    // One that was deleted since it was found takes its place with it.
    cursorAt: (index) => found.cursorAt(indexById.get(items[index]?.id ?? '') ?? 0),
    suggestions: async () => [],
    facets: async (asked) => {
      if (asked.fields.length === 0) return [];
      const all = await prisma.product.findMany({ where, select: { id: true } });
      return facetsOfIds(
        context,
        all.map(({ id }) => id),
        asked,
      );
    },
  };
}
