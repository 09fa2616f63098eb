import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { HOLDERS, objectParameters } from '../value-rewrite/index.ts';
import type { MergePlan } from './merge-kind.ts';

/** SKUs of two variants of one model. */
export interface EqualVariants {
  readonly sku: string;
  readonly twin: string;
}

// The axis values of a variant are a list of pairs of axis and value: see `axisKey`.
const EQUAL_VARIANTS = defineStatement<EqualVariants>({
  name: 'merge.equal_variants',
  kind: 'read',
  row: { sku: 'text', twin: 'text' },
  sql: `${HOLDERS}, family AS (
      SELECT DISTINCT variant.parent_id FROM users CROSS JOIN LATERAL (SELECT parent_id FROM public.product
        WHERE organization_id = $1::uuid AND product.id = users.id AND deleted_at IS NULL OFFSET 0) AS variant
      WHERE variant.parent_id IS NOT NULL
    ), sibling AS (
      SELECT family.parent_id, variant.sku, (
        SELECT jsonb_agg(CASE WHEN axis.part ->> 0 = ANY ($6::text[]) AND axis.part -> 1 ?| $4::text[]
          THEN jsonb_build_array(axis.part -> 0, $7::text) ELSE axis.part END ORDER BY axis.position)
        FROM jsonb_array_elements(variant.axis_key::jsonb) WITH ORDINALITY AS axis (part, position)) AS key
      FROM family CROSS JOIN LATERAL (SELECT sku, axis_key FROM public.product
        WHERE organization_id = $1::uuid AND product.parent_id = family.parent_id AND deleted_at IS NULL
          AND axis_key IS NOT NULL OFFSET 0) AS variant
    )
    SELECT sku, twin FROM (
      SELECT sku, first_value(sku) OVER (PARTITION BY parent_id, key ORDER BY sku) AS twin FROM sibling
    ) AS compared WHERE sku <> twin ORDER BY sku LIMIT $8::int`,
});

/** Returns the first variants that would have the same axis values as another one of their model after a merge. */
export function findEqualVariants(
  context: Transaction & { readonly session: Session },
  { objects, rewrite }: MergePlan,
  limit: number,
): Promise<readonly EqualVariants[]> {
  const { attributes, keep } = rewrite.values.replace;
  return context.execute(EQUAL_VARIANTS, [
    ...objectParameters(context, objects),
    [...attributes],
    keep,
    limit,
  ]);
}
