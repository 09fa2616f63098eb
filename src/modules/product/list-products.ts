import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { keysetPage, type PageRequest, type SortKey } from '../../platform/operation/keyset-page.ts';
import type { PrismaReadWork } from '../../platform/operation/work.ts';
import { loadSubtrees } from '../category/index.ts';
import { loadListedProducts } from './listed-product.store.ts';
import { type ListedPart, type ListedProduct, WHOLE } from './listed-product.ts';
import { type NamedCode, namesCode } from './names-code.ts';
import { categoriesNamed, namesStatus, type ProductFilter, toWhere } from './product-filter.ts';

export type ProductSortField = 'sku' | 'status' | 'createdAt' | 'updatedAt';

export interface ProductSort {
  readonly field: ProductSortField;
  readonly direction: 'asc' | 'desc';
}

export interface ListProductsInput extends PageRequest {
  readonly filter?: ProductFilter | null | undefined;
  readonly sort?: readonly ProductSort[] | null | undefined;
  /** UUID of the model whose children (`level`: next) or sellable leaves (`leaves`) are listed. */
  readonly below?: { readonly id: string; readonly which: 'children' | 'leaves' };
  /** The file or entity that they name themselves or, an entity, are linked to. */
  readonly naming?: NamedCode & { readonly linkedEntityId?: string };
  /** What is read of them; everything when left out. */
  readonly parts?: ReadonlySet<ListedPart> | undefined;
}

/**
 * Products that match a filter, in the order asked for and, last, of creation. Archived ones are left out unless the
 * filter says something about the status.
 */
export const listProducts = defineRead({
  name: 'listProducts',
  scope: 'products:read',
  errors: [],
  async work(
    work: PrismaReadWork,
    { filter, sort, below, naming, parts = WHOLE, ...page }: ListProductsInput,
  ) {
    const { prisma, session, cursors } = work;
    const subtrees = await loadSubtrees(work, session.organizationId, categoriesNamed(filter ?? {}));
    const references = { subtreeOf: (code: string) => subtrees.get(foldKey(code)) ?? [] };
    const where = {
      organizationId: session.organizationId,
      deletedAt: null,
      AND: [
        ...(below === undefined ? [] : [belowModel(below)]),
        ...(naming === undefined ? [] : [namesOrLinks(naming)]),
        ...(filter === null || filter === undefined ? [] : [toWhere(filter, references)]),
        ...(below === undefined && naming === undefined && !namesStatus(filter ?? {})
          ? [{ status: { not: 'archived' } }]
          : []),
      ],
    };
    const keys = sortKeys(sort ?? []);
    const query = { select: { id: true, ...Object.fromEntries(keys.map(({ field }) => [field, true])) } };
    const found = await keysetPage<{ readonly id: string }>(
      cursors,
      prisma.product,
      { name: 'products', where, sort: keys, query },
      page,
    );
    if (found.items.length === 0) return { ...found, items: [] };
    const ids = found.items.map(({ id }) => id);
    const named = {
      text: 'SELECT id, place FROM unnest($1::uuid[]) WITH ORDINALITY AS named (id, place)',
      parameters: [ids],
    };
    const products = await loadListedProducts(work, session.organizationId, named, parts);
    return withoutGone(found, products);
  },
});

/** The page of what was found as it is read; what was deleted meanwhile takes its cursor with it. */
function withoutGone(
  found: Page<{ readonly id: string }>,
  products: readonly ListedProduct[],
): Page<ListedProduct> {
  if (products.length === found.items.length) return { ...found, items: products };
  const places = new Map(found.items.map(({ id }, index) => [id, index]));
  const cursorAt = (index: number) => found.cursorAt(places.get(products[index]?.id ?? '') ?? 0);
  return { ...found, items: products, cursorAt };
}

function belowModel({ id, which }: { readonly id: string; readonly which: 'children' | 'leaves' }): object {
  return which === 'children'
    ? { parentId: id }
    : { type: 'variant', OR: [{ parentId: id }, { rootId: id }] };
}

function namesOrLinks({ linkedEntityId, ...named }: NonNullable<ListProductsInput['naming']>): object {
  if (linkedEntityId === undefined) return namesCode(named);
  return { OR: [namesCode(named), { entityLinks: { some: { entityId: linkedEntityId } } }] };
}

/** The id, in order of creation, makes any order total. */
function sortKeys(sort: readonly ProductSort[]): SortKey[] {
  const column = { sku: 'skuKey', status: 'status', createdAt: 'createdAt', updatedAt: 'updatedAt' } as const;
  const keys = sort.map(({ field, direction }) => ({
    field: column[field],
    descending: direction === 'desc',
  }));
  return [...keys, { field: 'id', descending: keys[0]?.descending ?? false }];
}
