import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { MAXIMUM_USERS_COUNTED, toUserCount } from '../../platform/resource/usages.ts';
import { HOLDERS, type NamedObjects, objectParameters } from '../value-rewrite/index.ts';

/** Numbers of living products and entities that name objects, and of their values that do. */
export interface HolderCounts {
  readonly products: number;
  readonly entities: number;
  readonly values: number;
  /** False if there may be more than those that are counted. */
  readonly isExact: boolean;
}

/** Number of objects that are read of each way to name one: one more than is counted, deleted ones included. */
const MOST = MAXIMUM_USERS_COUNTED + 1;

const firstOf = (holders: 'users' | 'linked' | 'below') => `(SELECT id FROM ${holders} LIMIT ${MOST})`;

const livingOf = (table: 'product' | 'entity', ids: string, columns = 'id') =>
  `(SELECT holder.* FROM ${ids} AS named CROSS JOIN LATERAL (SELECT ${columns} FROM public.${table}
      WHERE organization_id = $1::uuid AND ${table}.id = named.id AND deleted_at IS NULL OFFSET 0) AS holder)`;

const COUNT_HOLDERS = defineStatement({
  name: 'merge.count_holders',
  kind: 'read',
  row: { products: 'int', entities: 'int', values: 'int', isComplete: 'boolean' },
  sql: `${HOLDERS}, valued AS MATERIALIZED (
      SELECT 'product' AS kind, * FROM ${livingOf('product', firstOf('users'), `id, "values"::jsonb AS "values"`)} AS one
      UNION ALL
      SELECT 'entity', * FROM ${livingOf('entity', firstOf('users'), 'id, "values"')} AS one
    ), holder AS (
      SELECT kind, id FROM valued
      UNION SELECT 'product', id FROM ${livingOf('product', firstOf('linked'))} AS one
      UNION SELECT 'entity', id FROM ${livingOf('entity', firstOf('below'))} AS one
    )
    SELECT count(*) FILTER (WHERE kind = 'product')::int AS products,
      count(*) FILTER (WHERE kind = 'entity')::int AS entities,
      (SELECT count(*)::int FROM valued CROSS JOIN unnest($6::text[]) AS attribute
        CROSS JOIN LATERAL jsonb_array_elements(valued."values" -> attribute) AS cell (content)
        WHERE cell.content -> 'value' ?| $4::text[]) AS "values",
      greatest((SELECT count(*) FROM ${firstOf('users')} AS one), (SELECT count(*) FROM ${firstOf('linked')} AS one),
        (SELECT count(*) FROM ${firstOf('below')} AS one)) < ${MOST} AS "isComplete"
    FROM holder`,
});

/**
 * Counts living products and entities that name one of the objects, and their values of attributes (codes) that do. Reads
 * no more than the first 10,001 that name one in values, the first that link to one, and the first below one.
 */
export async function countHolders(
  context: Transaction & { readonly session: Session },
  objects: NamedObjects,
  attributes: readonly string[],
): Promise<HolderCounts> {
  const [row] = await context.execute(COUNT_HOLDERS, [
    ...objectParameters(context, objects),
    [...attributes],
  ]);
  const products = toUserCount(row?.products ?? 0);
  const entities = toUserCount(row?.entities ?? 0);
  return {
    products: products.count,
    entities: entities.count,
    values: row?.values ?? 0,
    isExact: row?.isComplete === true && products.isExact && entities.isExact,
  };
}
