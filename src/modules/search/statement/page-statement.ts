import type { JsonValue } from '../../../kernel/json.ts';
import type { Plan } from '../filter/plan.ts';
import { type CompileSettings, compilePlan, type SearchScope } from './compile-plan.ts';
import { Parameters } from './parameters.ts';
import { behind, orderBy, type Sort, type SortKey, sortKeys } from './sort.ts';

/** The tables that are searched. */
export type SearchTable = 'product' | 'entity';

/** Which objects are wanted. */
export interface PageRequest {
  readonly plan: Plan;
  readonly sorts: readonly Sort[];
  /** The sort values of the object behind which they stand, its id last; null: from the first. */
  readonly position: readonly JsonValue[] | null;
  readonly limit: number;
}

/** A statement, or a part of one, and what stands for its placeholders. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * A `SELECT` of the columns `id uuid`, `position jsonb` (sort values for a cursor) and `place bigint` (1, 2 …, the
 * order) of one page; one row each and no more than `limit`. It names the organization in `$1::uuid` and may stand as
 * a CTE in a larger statement, whose own parameters come behind these.
 */
export function pageStatement(table: SearchTable, scope: SearchScope, request: PageRequest): Statement {
  const parameters = new Parameters();
  const settings: CompileSettings = { ...scope, parameters };
  const organization = parameters.add(scope.organizationId, 'uuid');
  const matching = `row.organization_id = ${organization} AND ${compilePlan(request.plan, settings)}`;
  const keys = sortKeys(request.sorts, settings);
  const segments = segmentsOf(keys, request, settings).map(
    ({ conditions, order }) =>
      `(SELECT row.id, jsonb_build_array(${keys.map(({ sql }) => sql).join(', ')}) AS position
        FROM search.${table} AS row WHERE ${[matching, ...conditions].join(' AND ')}
        ORDER BY ${orderBy(order)} LIMIT ${request.limit})`,
  );
  return {
    text: `SELECT id, position, row_number() OVER () AS place
      FROM (${segments.join(' UNION ALL ')}) AS found LIMIT ${request.limit}`,
    parameters: parameters.values,
  };
}

interface Segment {
  readonly conditions: readonly string[];
  readonly order: readonly SortKey[];
}

/**
 * What has no value of the first key comes last, as a segment of its own that is looked for only when the page is not
 * full before: so an index gives the order of the others.
 */
function segmentsOf(
  keys: readonly SortKey[],
  { position }: PageRequest,
  settings: CompileSettings,
): readonly Segment[] {
  const [first, ...others] = keys;
  const after = (order: readonly SortKey[], values: readonly JsonValue[] | undefined) =>
    values === undefined ? [] : [behind(order, values, settings)];
  if (first?.isNullable !== true) return [{ conditions: after(keys, position ?? undefined), order: keys }];
  const valued = [{ ...first, isNullable: false }, ...others];
  const isAmongValues = position === null || position[0] !== null;
  // Each is made only when it is sent: a placeholder that stands nowhere has no type.
  const withValue = (): Segment => ({
    conditions: [`${first.sql} IS NOT NULL`, ...after(valued, position ?? undefined)],
    order: valued,
  });
  const withoutValue = (): Segment => ({
    conditions: [`${first.sql} IS NULL`, ...after(others, isAmongValues ? undefined : position.slice(1))],
    order: others,
  });
  return isAmongValues ? [withValue(), withoutValue()] : [withoutValue()];
}
