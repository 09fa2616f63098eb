import { foldKey } from '../../kernel/codes.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import {
  MAXIMUM_USERS_COUNTED,
  toUserCount,
  type UserCount,
  usageTerm,
  usersOfTerm,
} from '../../platform/resource/usages.ts';

const PRODUCTS_COUNT = defineStatement({
  name: 'category.products_count',
  kind: 'read',
  row: { code: 'text', number: 'int' },
  sql: `SELECT category AS code, count(*)::int AS number
        FROM public.product, unnest(product.categories) AS category
        WHERE product.organization_id = $1::uuid AND product.deleted_at IS NULL AND category = ANY($2::text[])
        GROUP BY category`,
});

/**
 * Returns the numbers of living products that name a category themselves, by folded code; none is left out. `codes` are
 * in their stored case. One pass over the products, whatever the number of categories: row-level security keeps array
 * operators from using an index.
 */
export function countProducts(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return countBy(transaction, PRODUCTS_COUNT, [organizationId, [...codes]]);
}

const BELOW_COUNT = defineStatement({
  name: 'category.products_below',
  kind: 'read',
  row: { code: 'text', number: 'int' },
  sql: `WITH below AS MATERIALIZED (
          SELECT above.code AS root, ${usageTerm('category', 'NULL', 'category.code')} AS term
          FROM public.category CROSS JOIN LATERAL unnest(category.path) AS above (code)
          WHERE category.organization_id = $1::uuid AND above.code = ANY($2::text[]))
        SELECT root.code, counted.number FROM unnest($2::text[]) AS root (code) CROSS JOIN LATERAL (
          WITH users AS MATERIALIZED (
            SELECT DISTINCT named.id FROM below CROSS JOIN LATERAL (${usersOfTerm('below.term')}) AS named
            WHERE below.root = root.code)
          SELECT count(*)::int AS number FROM (
            SELECT FROM users JOIN public.product ON product.organization_id = $1::uuid AND product.id = users.id
            WHERE product.deleted_at IS NULL LIMIT ${MAXIMUM_USERS_COUNTED + 1}
          ) AS living) AS counted`,
});

/**
 * Returns the numbers of living products that name a category or one below it themselves, by folded code; see
 * {@link countProducts} for those of the category alone.
 */
export async function countProductsBelow(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, UserCount>> {
  const numbers = await countBy(transaction, BELOW_COUNT, [organizationId, [...codes]]);
  return new Map([...numbers].map(([key, number]) => [key, toUserCount(number)]));
}

const CHILDREN_COUNT = defineStatement({
  name: 'category.children_count',
  kind: 'read',
  row: { code: 'text', number: 'int' },
  sql: `SELECT asked.code, count(*)::int AS number FROM public.category AS asked
        JOIN public.category AS child ON child.organization_id = $1::uuid AND child.parent = asked.code
        WHERE asked.organization_id = $1::uuid AND asked.code_key = ANY($2::text[])
        GROUP BY asked.code`,
});

/** Returns the numbers of children by folded code of the parent; none is left out. */
export function countChildren(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return countBy(transaction, CHILDREN_COUNT, [organizationId, codes.map(foldKey)]);
}

const SIBLINGS = defineStatement({
  name: 'category.siblings',
  kind: 'read',
  row: { code: 'text', sortOrder: 'int' },
  sql: `SELECT code, sort_order AS "sortOrder" FROM public.category
        WHERE organization_id = $1::uuid AND parent IS NOT DISTINCT FROM (
          SELECT code FROM public.category WHERE organization_id = $1::uuid AND code_key = $2)
        ORDER BY sort_order, code`,
});

/** Returns the categories right below a category (code in either case; null: the roots), in their order. */
export function loadSiblings(
  transaction: Transaction,
  organizationId: string,
  parent: string | null,
): Promise<readonly { readonly code: string; readonly sortOrder: number }[]> {
  return transaction.execute(SIBLINGS, [organizationId, parent === null ? null : foldKey(parent)]);
}

async function countBy(
  transaction: Transaction,
  statement: typeof PRODUCTS_COUNT,
  parameters: readonly unknown[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(statement, parameters);
  return new Map(rows.map(({ code, number }) => [foldKey(code), number]));
}

/** Request for the children of one category; `ordinal` is returned with each row. */
export type ChildrenRequest = JsonObject & {
  readonly ordinal: number;
  /** Stored code. */
  readonly parent: string;
  readonly size: number;
};

const CATEGORY_ROW = {
  id: 'text',
  version: 'int',
  organizationId: 'text',
  code: 'text',
  codeKey: 'text',
  parent: 'text | null',
  labels: 'json',
  descriptions: 'json',
  image: 'text | null',
  slugs: 'json',
  seoTitles: 'json',
  seoDescriptions: 'json',
  sortOrder: 'int',
  path: 'text[]',
  level: 'int',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
} as const;

const COLUMNS = `category.organization_id::text AS "organizationId", category.id::text AS id, category.code,
  category.code_key AS "codeKey", category.parent, category.labels, category.descriptions, category.image,
  category.slugs, category.seo_titles AS "seoTitles", category.seo_descriptions AS "seoDescriptions",
  category.sort_order AS "sortOrder", category.path, category.level, category.version,
  category.created_at AS "createdAt", category.updated_at AS "updatedAt"`;

const NAMED = defineStatement<Category>({
  name: 'category.named',
  kind: 'read',
  row: CATEGORY_ROW,
  sql: `SELECT ${COLUMNS} FROM public.category
        WHERE organization_id = $1::uuid AND (code_key = ANY($2::text[]) OR id = ANY($3::uuid[]))`,
});

/** Returns the categories of codes (in either case) and of UUIDs, as Prisma would return the rows. */
export function loadCategories(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
  ids: readonly string[],
): Promise<readonly Category[]> {
  return transaction.execute(NAMED, [organizationId, codes.map(foldKey), [...ids]]);
}

const TOP = defineStatement<Category>({
  name: 'category.top',
  kind: 'read',
  row: CATEGORY_ROW,
  sql: `SELECT ${COLUMNS} FROM public.category WHERE organization_id = $1::uuid AND parent IS NULL
        ORDER BY sort_order, code LIMIT 1000`,
});

/** Returns the roots in their order. */
export function loadTopCategories(
  transaction: Transaction,
  organizationId: string,
): Promise<readonly Category[]> {
  return transaction.execute(TOP, [organizationId]);
}

const CHILDREN = defineStatement<Category & { readonly ordinal: number }>({
  name: 'category.children',
  kind: 'read',
  row: { ...CATEGORY_ROW, ordinal: 'int' },
  sql: `SELECT asked.ordinal, child.*
        FROM jsonb_to_recordset($2::jsonb)
          AS asked (ordinal int, parent text, after_order int, after_code text, size int)
        CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM public.category
          WHERE organization_id = $1::uuid AND category.parent = asked.parent
            AND (asked.after_code IS NULL OR (sort_order, code) > (asked.after_order, asked.after_code))
          ORDER BY sort_order, code LIMIT asked.size
        ) AS child
        ORDER BY asked.ordinal, child."sortOrder", child.code`,
});

/** Returns up to `size` children of each category after a position, in their order, as Prisma would return the rows. */
export function loadChildrenPages(
  transaction: Transaction,
  organizationId: string,
  requests: readonly ChildrenRequest[],
): Promise<readonly (Category & { readonly ordinal: number })[]> {
  return transaction.execute(CHILDREN, [organizationId, JSON.stringify(requests)]);
}
