import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

const countBy = (table: 'product' | 'entity', owner: 'attribute_set' | 'entity_type') =>
  defineStatement({
    name: `catalogue.count_${table}`,
    kind: 'read',
    row: { code: 'text', count: 'int' },
    sql: `SELECT ${owner} AS code, count(*)::int AS count FROM public.${table}
          WHERE organization_id = $1::uuid AND deleted_at IS NULL AND ${owner} IS NOT NULL GROUP BY ${owner}`,
  });
const COUNT = {
  product: countBy('product', 'attribute_set'),
  entity: countBy('entity', 'entity_type'),
} as const;

/** Returns the number of living products of each set and of living entities of each type, by folded code. */
export async function countByOwner(
  transaction: Transaction,
  organizationId: string,
  what: 'product' | 'entity',
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(COUNT[what], [organizationId]);
  return new Map(rows.map(({ code, count }) => [foldKey(code), count]));
}

/** A category that stands below no other. */
interface CategoryRoot {
  readonly code: string;
  readonly labels: Labels;
  /** Number of categories below it, at any depth. */
  readonly count: number;
}

const CATEGORY_ROOTS = defineStatement<CategoryRoot>({
  name: 'catalogue.category_roots',
  kind: 'read',
  row: { code: 'text', labels: 'json', count: 'int' },
  sql: `SELECT root.code, root.labels, counted.count FROM public.category AS root
        JOIN (SELECT path[1] AS code, count(*)::int - 1 AS count FROM public.category
              WHERE organization_id = $1::uuid GROUP BY 1) AS counted ON counted.code = root.code
        WHERE root.organization_id = $1::uuid AND root.parent IS NULL ORDER BY root.sort_order, root.code`,
});

/** Returns the roots of all trees in their order. */
export async function loadCategoryRoots(
  transaction: Transaction,
  organizationId: string,
): Promise<readonly CategoryRoot[]> {
  return transaction.execute(CATEGORY_ROOTS, [organizationId]);
}
