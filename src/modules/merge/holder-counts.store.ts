import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { MAXIMUM_USERS_COUNTED } from '../../platform/resource/usages.ts';
import { HOLDERS, type NamedObjects, objectParameters } from '../value-rewrite/index.ts';

/** Numbers of living products and entities that name objects, and of their values that do. */
export interface HolderCounts {
  readonly products: number;
  readonly entities: number;
  readonly values: number;
  /** False if only the first 10,000 products or entities are counted, with their values. */
  readonly isExact: boolean;
}

const MOST = MAXIMUM_USERS_COUNTED + 1;

const livingOf = (table: 'product' | 'entity', ids: string, columns = 'id') =>
  `(SELECT holder.* FROM (${ids}) AS named CROSS JOIN LATERAL (SELECT ${columns} FROM public.${table}
      WHERE organization_id = $1::uuid AND ${table}.id = named.id AND deleted_at IS NULL OFFSET 0) AS holder
    LIMIT ${MOST})`;

const COUNT_HOLDERS = defineStatement<HolderCounts>({
  name: 'merge.count_holders',
  kind: 'read',
  row: { products: 'int', entities: 'int', values: 'int', isExact: 'boolean' },
  sql: `${HOLDERS}, valued AS MATERIALIZED (
      SELECT 'product' AS kind, * FROM ${livingOf('product', 'SELECT id FROM users', `id, "values"::jsonb AS "values"`)} AS one
      UNION ALL
      SELECT 'entity', * FROM ${livingOf('entity', 'SELECT id FROM users', 'id, "values"')} AS one
    ), part AS (
      SELECT 1 AS part, kind, id FROM valued
      UNION ALL SELECT 2, 'product', id FROM ${livingOf('product', 'SELECT id FROM linked')} AS one
      UNION ALL SELECT 3, 'entity', id FROM ${livingOf('entity', 'SELECT id FROM below')} AS one
    )
    SELECT count(DISTINCT id) FILTER (WHERE kind = 'product')::int AS products,
      count(DISTINCT id) FILTER (WHERE kind = 'entity')::int AS entities,
      (SELECT count(*)::int FROM valued CROSS JOIN unnest($6::text[]) AS attribute
        CROSS JOIN LATERAL jsonb_array_elements(valued."values" -> attribute) AS cell (content)
        WHERE cell.content -> 'value' ?| $4::text[]) AS "values",
      NOT EXISTS (SELECT FROM part GROUP BY part, kind HAVING count(*) = ${MOST}) AS "isExact"
    FROM part`,
});

/**
 * Counts living products and entities that name one of the objects, and their values of attributes (codes) that do. Reads
 * no more than 10,001 of each kind.
 */
export async function countHolders(
  context: Transaction & { readonly session: Session },
  objects: NamedObjects,
  attributes: readonly string[],
): Promise<HolderCounts> {
  const [counts] = await context.execute(COUNT_HOLDERS, [
    ...objectParameters(context, objects),
    [...attributes],
  ]);
  const { products = 0, entities = 0, values = 0, isExact = true } = counts ?? {};
  return {
    products: Math.min(products, MAXIMUM_USERS_COUNTED),
    entities: Math.min(entities, MAXIMUM_USERS_COUNTED),
    values,
    isExact,
  };
}
