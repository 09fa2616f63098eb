import { foldKey } from '../../kernel/codes.ts';
import type { Page } from '../../kernel/page.ts';
import { defineLoader } from '../../platform/loader.ts';
import { pageSize } from '../../platform/operation/keyset-page.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import { LOOKUP_UNITS, type UsedObject, type UserCount } from '../../platform/resource/usages.ts';
import {
  countChildren,
  countProducts,
  countProductsBelow,
  loadCategories,
  loadChildrenPages,
  loadTopCategories,
} from './category-tree.store.ts';

/** Loads the number of products in a category itself, by its stored code. */
export const productsCountLoader = defineLoader<string, number>({
  name: 'category.products_count',
  keyOf: foldKey,
  load: (context, codes) => countProducts(context, context.session.organizationId, codes),
});

/** Loads the number of products in a category and those below it, by its stored code. */
export const productsBelowLoader = defineLoader<UsedObject, UserCount>({
  name: 'category.products_below',
  keyOf: ({ code }) => foldKey(code),
  unitsPerKey: LOOKUP_UNITS.count,
  load: (context, categories) =>
    countProductsBelow(
      context,
      context.session.organizationId,
      categories.map(({ code }) => code),
    ),
});

/** Loads the number of children of a category. */
export const childrenCountLoader = defineLoader<string, number>({
  name: 'category.children_count',
  keyOf: foldKey,
  load: (context, codes) => countChildren(context, context.session.organizationId, codes),
});

/** One page of the children of one category. */
export interface ChildrenRequest {
  /** Stored code of the category. */
  readonly parent: string;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

const keyOfRequest = ({ parent, first, after }: ChildrenRequest) =>
  JSON.stringify([foldKey(parent), first ?? null, after ?? null]);

/** Pages of children of any number of categories at once; their `count` is left to {@link childrenCountLoader}. */
export const childrenLoader = defineLoader<ChildrenRequest, Omit<Page<Category>, 'count'>>({
  name: 'category.children',
  keyOf: keyOfRequest,
  async load(context, requests) {
    const pageRequests = requests.map((request) => {
      const list = ['category.children', foldKey(request.parent)];
      const cursor = request.after ?? null;
      const [sortOrder, code] = cursor === null ? [null, null] : context.cursors.decode(cursor, list);
      return { request, list, size: pageSize(request.first), after: { sortOrder, code } };
    });
    const rows = await loadChildrenPages(
      context,
      context.session.organizationId,
      pageRequests.map(({ request, size, after }, ordinal) => ({
        ordinal,
        parent: request.parent,
        after_order: after.sortOrder ?? null,
        after_code: after.code ?? null,
        size: size + 1,
      })),
    );
    const byOrdinal = Map.groupBy(rows, ({ ordinal }) => ordinal);
    return new Map(
      pageRequests.map(({ request, list, size }, ordinal) => {
        const children = (byOrdinal.get(ordinal) ?? []).map(({ ordinal: _ordinal, ...category }) => category);
        const items = children.slice(0, size);
        const cursorAt = (index: number) => {
          const { sortOrder = 0, code = '' } = items[index] ?? {};
          return context.cursors.encode([sortOrder, code], list);
        };
        return [keyOfRequest(request), { items, cursorAt, hasNextPage: children.length > size }] as const;
      }),
    );
  },
});

/** Loads categories by code or UUID. */
export const categoryRowLoader = defineLoader<{ readonly code: string } | { readonly id: string }, Category>({
  name: 'category.rows',
  keyOf: (key) => ('code' in key ? foldKey(key.code) : key.id),
  async load(context, keys) {
    const codes = keys.flatMap((key) => ('code' in key ? [key.code] : []));
    const ids = keys.flatMap((key) => ('id' in key ? [key.id] : []));
    const rows = await loadCategories(context, context.session.organizationId, codes, ids);
    const requestedIds = new Set(ids);
    return new Map(
      rows.flatMap((row) => [
        [row.codeKey, row] as const,
        ...(requestedIds.has(row.id) ? [[row.id, row] as const] : []),
      ]),
    );
  },
});

/** Loads the roots in their order. The key is always `''`. */
export const topCategoriesLoader = defineLoader<'', readonly Category[]>({
  name: 'category.top',
  keyOf: (key) => key,
  load: async (context) => new Map([['', await loadTopCategories(context, context.session.organizationId)]]),
});

/** Loads the children of categories, by the stored code of the parent, in their order; null for none. */
export const categoryChildrenLoader = defineLoader<string, readonly Category[]>({
  name: 'category.all_children',
  keyOf: (code) => code,
  async load(context, codes) {
    const parentRequests = codes.map((parent, ordinal) => ({
      ordinal,
      parent,
      after_order: null,
      after_code: null,
      size: MAX_CHILDREN,
    }));
    const rows = await loadChildrenPages(context, context.session.organizationId, parentRequests);
    return new Map([...Map.groupBy(rows, ({ ordinal }) => codes[ordinal] ?? '')]);
  },
});

/** Children of one category that a storefront is shown. */
const MAX_CHILDREN = 1_000;
