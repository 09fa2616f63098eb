import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import { keysetPage, type PageRequest, type SortKey } from '../../platform/operation/keyset-page.ts';
import type { PrismaReadWork } from '../../platform/operation/work.ts';
import { loadSubtrees } from '../category/index.ts';
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
  readonly query: object;
}

/**
 * Products that match a filter, in the order asked for and, last, of creation. Archived ones are left out unless the
 * filter says something about the status.
 */
export const listProducts = defineRead({
  name: 'listProducts',
  scope: 'products:read',
  errors: [],
  async work(work: PrismaReadWork, { filter, sort, below, naming, query, ...page }: ListProductsInput) {
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
    return keysetPage(
      cursors,
      prisma.product,
      { name: 'products', where, sort: sortKeys(sort ?? []), query },
      page,
    );
  },
});

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
