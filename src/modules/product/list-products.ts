import { defineRead } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import type { PrismaReadWork } from '../../platform/operation/work.ts';
import {
  type Facet,
  facetsOfIds,
  openProductSearch,
  type Plan,
  type ProductFilter,
  type SortInput,
} from '../search/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { loadListedProducts, loadNamedProducts } from './listed-product.store.ts';
import { type ListedPart, type ListedProduct, WHOLE } from './listed-product.ts';
import { type NamedCode, namesCode } from './names-code.ts';

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
  readonly facets: (fields: readonly string[]) => Promise<readonly Facet[]>;
}

/**
 * Products that match a filter, in the order asked for and, last, of creation. Archived ones are left out unless the
 * filter says something about the status.
 */
export const listProducts = defineRead({
  name: 'listProducts',
  scope: 'products:read',
  errors: [],
  work: async (work: PrismaReadWork, { naming, ...input }: ListProductsInput): Promise<ProductPage> =>
    naming === undefined ? searchProducts(work, input) : listNaming(work, naming, input),
});

async function searchProducts(
  work: PrismaReadWork,
  { below, parts = WHOLE, ...asked }: Omit<ListProductsInput, 'naming'>,
): Promise<ProductPage> {
  const search = await openProductSearch(work, {
    ...asked,
    within: below && planBelow(below),
    leavesOutArchived: below === undefined,
  });
  const found = await loadListedProducts(work, work.session.organizationId, search.statement, parts);
  const items = found.slice(0, search.size);
  return {
    items,
    cursorAt: (index) => search.cursorAfter(items[index]?.position ?? []),
    hasNextPage: found.length > search.size,
    count: search.count,
    facets: search.facets,
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
  work: PrismaReadWork,
  { linkedEntityId, ...named }: NonNullable<ListProductsInput['naming']>,
  { parts = WHOLE, ...page }: Omit<ListProductsInput, 'naming'>,
): Promise<ProductPage> {
  const { prisma, session, cursors } = work;
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
  const items = await loadNamedProducts(work, session.organizationId, ids, parts);
  const places = new Map(ids.map((id, place) => [id, place]));
  return {
    ...found,
    items,
    // One that was deleted since it was found takes its place with it.
    cursorAt: (index) => found.cursorAt(places.get(items[index]?.id ?? '') ?? 0),
    facets: async (fields) => {
      if (fields.length === 0) return [];
      const all = await prisma.product.findMany({ where, select: { id: true } });
      return facetsOfIds(
        work,
        all.map(({ id }) => id),
        fields,
      );
    },
  };
}
