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

/** For each named category (folded code) its stored code and, after it, those of all below it. */
export async function loadSubtrees(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (codes.length === 0) return new Map();
  const rows = await transaction.execute(SUBTREES, [organizationId, [...new Set(codes.map(foldKey))]]);
  return new Map(rows.map(({ key, codes: below }) => [key, below]));
}
