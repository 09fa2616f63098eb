import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

const SUBTREES = defineStatement<{ key: string; codes: readonly string[] }>({
  name: 'category.subtrees',
  kind: 'read',
  row: { key: 'text', codes: 'text[]' },
  sql: `SELECT root.code_key AS key, array_agg(below.code ORDER BY below.level, below.code) AS codes
        FROM public.category AS root
        JOIN public.category AS below ON below.organization_id = root.organization_id AND below.path @> ARRAY[root.code]
        WHERE root.organization_id = $1::uuid AND root.code_key = ANY($2::text[]) GROUP BY root.code_key`,
});

/** The same for many roots: each path is read once, not once for each root. */
const SUBTREES_OF_MANY = defineStatement<{ key: string; codes: readonly string[] }>({
  name: 'category.subtrees_of_many',
  kind: 'read',
  row: { key: 'text', codes: 'text[]' },
  sql: `SELECT root.code_key AS key, array_agg(below.code ORDER BY below.level, below.code) AS codes
        FROM public.category AS below CROSS JOIN LATERAL unnest(below.path) AS above (code)
        JOIN public.category AS root ON root.organization_id = $1::uuid AND root.code = above.code
        WHERE below.organization_id = $1::uuid AND root.code_key = ANY($2::text[]) GROUP BY root.code_key`,
});

/** Number of roots from which on they are many. */
const MANY = 20;

/** Returns, for each named category (folded code), its stored code and, after it, those of all below it. */
export async function loadSubtrees(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (codes.length === 0) return new Map();
  const keys = [...new Set(codes.map(foldKey))];
  const statement = keys.length < MANY ? SUBTREES : SUBTREES_OF_MANY;
  const rows = await transaction.execute(statement, [organizationId, keys]);
  return new Map(rows.map(({ key, codes: below }) => [key, below]));
}

/** A category and where it stands: the codes from its root down to itself. */
export interface CategoryNode {
  readonly code: string;
  readonly path: readonly string[];
}

const BRANCHES = defineStatement<CategoryNode>({
  name: 'category.branches',
  kind: 'read',
  row: { code: 'text', path: 'text[]' },
  sql: `SELECT code, path FROM public.category WHERE organization_id = $1::uuid AND path && $2::text[]`,
});

/** Returns the categories (stored codes) and all below them, in no order. */
export async function loadBranches(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<readonly CategoryNode[]> {
  if (codes.length === 0) return [];
  return transaction.execute(BRANCHES, [organizationId, [...codes]]);
}

const TREE = defineStatement<CategoryNode & { readonly sortOrder: number }>({
  name: 'category.tree',
  kind: 'read',
  row: { code: 'text', path: 'text[]', sortOrder: 'int' },
  sql: `SELECT code, path, sort_order AS "sortOrder" FROM public.category
        WHERE organization_id = $1::uuid ORDER BY level, sort_order, code LIMIT 20000`,
});

/** Returns all categories, each before those below it, in the order in which a tree shows them. */
export async function loadCategoryTree(
  transaction: Transaction,
  organizationId: string,
): Promise<readonly CategoryNode[]> {
  const rows = await transaction.execute(TREE, [organizationId]);
  const byParent = Map.groupBy(rows, ({ path }) => path.at(-2) ?? null);
  const below = (parent: string | null): CategoryNode[] =>
    (byParent.get(parent) ?? []).flatMap((row) => [row, ...below(row.code)]);
  return below(null);
}
