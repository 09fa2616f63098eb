import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** A position in the tree. */
export interface CategoryPosition {
  readonly code: string;
  readonly parent: string | null;
  /** Codes from the root down to this category. */
  readonly path: readonly string[];
}

const POSITIONS = defineStatement<CategoryPosition & { key: string }>({
  name: 'category.positions',
  kind: 'read',
  row: { code: 'text', parent: 'text | null', path: 'json', key: 'text' },
  sql: `SELECT code_key AS key, code, parent, to_jsonb(path) AS path FROM public.category
        WHERE organization_id = $1::uuid AND code_key = ANY($2::text[])`,
});

/** Returns the positions of categories, by folded code. */
export async function findCategoryPositions(
  transaction: Transaction,
  organizationId: string,
  codes: Iterable<string>,
): Promise<ReadonlyMap<string, CategoryPosition>> {
  const keys = [...new Set([...codes].map(foldKey))];
  if (keys.length === 0) return new Map();
  const rows = await transaction.execute(POSITIONS, [organizationId, keys]);
  return new Map(rows.map(({ key, ...position }) => [key, position]));
}

const ANCESTRY = defineStatement({
  name: 'category.ancestry',
  kind: 'read',
  row: { key: 'text', code: 'text', parent: 'text | null' },
  sql: `SELECT code_key AS key, code, parent FROM public.category
        WHERE organization_id = $1::uuid AND code IN (
          SELECT unnest(path) FROM public.category WHERE organization_id = $1::uuid AND code_key = ANY($2::text[]))`,
});

/** Returns the named categories and everything above them: their code and parent by folded code. */
export async function findAncestry(
  transaction: Transaction,
  organizationId: string,
  codes: Iterable<string>,
): Promise<ReadonlyMap<string, { readonly code: string; readonly parent: string | null }>> {
  const keys = [...new Set([...codes].map(foldKey))];
  if (keys.length === 0) return new Map();
  const rows = await transaction.execute(ANCESTRY, [organizationId, keys]);
  return new Map(rows.map(({ key, ...category }) => [key, category]));
}

const DERIVE_PATHS = defineStatement({
  name: 'category.derive_paths',
  kind: 'write',
  sql: `WITH RECURSIVE above AS (
          SELECT code AS start, parent FROM public.category
          WHERE organization_id = $1::uuid AND code = ANY($2::text[]) AND parent IS NOT NULL
          UNION ALL
          SELECT above.start, upper.parent FROM above
          JOIN public.category AS upper ON upper.organization_id = $1::uuid AND upper.code = above.parent
          WHERE upper.parent IS NOT NULL
        ), top AS (
          SELECT unnest($2::text[]) AS code EXCEPT SELECT start FROM above WHERE parent = ANY($2::text[])
        ), below AS (
          SELECT category.code, coalesce(upper.path, '{}') || category.code AS path FROM top
          JOIN public.category ON category.organization_id = $1::uuid AND category.code = top.code
          LEFT JOIN public.category AS upper
            ON upper.organization_id = $1::uuid AND upper.code = category.parent
          UNION ALL
          SELECT child.code, below.path || child.code FROM below
          JOIN public.category AS child ON child.organization_id = $1::uuid AND child.parent = below.code
        )
        UPDATE public.category AS target SET path = below.path, level = cardinality(below.path) - 1
        FROM below WHERE target.organization_id = $1::uuid AND target.code = below.code`,
});

/**
 * Derives path and level of categories whose position changed and of everything below them, in one statement.
 * Only the topmost changed ones are walked down from: what stands above them has not moved.
 */
export async function derivePaths(context: WriteContext, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  await context.execute(DERIVE_PATHS, [context.session.organizationId, [...codes]]);
}

/** A category with what its slugs are made of. */
export interface CategoryWithPath {
  readonly id: string;
  readonly code: string;
  readonly labels: Labels;
  readonly slugs: Labels;
  /** Codes from the root down to it. */
  readonly path: readonly string[];
}

const BELOW = defineStatement<CategoryWithPath>({
  name: 'category.below',
  kind: 'read',
  row: { id: 'text', code: 'text', labels: 'json', slugs: 'json', path: 'text[]' },
  sql: `SELECT id::text AS id, code, labels, slugs, path FROM public.category
        WHERE organization_id = $1::uuid AND path && $2::text[] ORDER BY level, sort_order, code`,
});

/** Returns the categories (stored codes) and all below them, level by level. */
export function loadCategorySubtrees(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<readonly CategoryWithPath[]> {
  return transaction.execute(BELOW, [organizationId, [...codes]]);
}

const CODES = defineStatement({
  name: 'category.codes',
  kind: 'read',
  row: { key: 'text', code: 'text' },
  sql: `SELECT code_key AS key, code FROM public.category
        WHERE organization_id = $1::uuid AND code_key = ANY($2::text[])`,
});

/** Returns the stored codes of the categories that match folded codes: `folded → stored`. */
export async function loadCategoryCodes(
  transaction: Transaction,
  organizationId: string,
  keys: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const requestedKeys = [...new Set(keys)];
  if (requestedKeys.length === 0) return new Map();
  const rows = await transaction.execute(CODES, [organizationId, requestedKeys]);
  return new Map(rows.map(({ key, code }) => [key, code]));
}

const LABELS = defineStatement<Pick<CategoryWithPath, 'code' | 'labels'>>({
  name: 'category.labels',
  kind: 'read',
  row: { code: 'text', labels: 'json' },
  sql: `SELECT code, labels FROM public.category WHERE organization_id = $1::uuid AND code = ANY($2::text[])`,
});

/** Returns the labels of categories (stored codes), by code. */
export async function loadCategoryLabels(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Labels>> {
  const rows = await transaction.execute(LABELS, [organizationId, [...codes]]);
  return new Map(rows.map(({ code, labels }) => [code, labels]));
}

const LABELLED = defineStatement({
  name: 'category.labelled',
  kind: 'read',
  row: { label: 'text', code: 'text' },
  sql: `SELECT lower(label.value) AS label, min(category.code) AS code
        FROM public.category CROSS JOIN LATERAL jsonb_each_text(category.labels) AS label
        WHERE category.organization_id = $1::uuid AND lower(label.value) = ANY($2::text[])
        GROUP BY 1 HAVING count(DISTINCT category.code) = 1`,
});

/**
 * Returns the stored codes of the categories that alone have some labels, in any language: `folded label → stored
 * code`.
 */
export async function findLabelledCategories(
  transaction: Transaction,
  organizationId: string,
  labels: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction.execute(LABELLED, [organizationId, [...labels]]);
  return new Map(rows.map(({ label, code }) => [label, code]));
}
