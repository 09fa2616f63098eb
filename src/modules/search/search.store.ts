import type { JsonValue } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Plan } from './filter/plan.ts';
import { termOf } from './row/term.ts';
import { compilePlan, type SearchScope } from './statement/compile-plan.ts';
import { type PageRequest, pageStatement, type SearchTable } from './statement/page-statement.ts';
import { Parameters } from './statement/parameters.ts';

/** One object that was found and where it stands in the order. */
export interface Hit {
  /** UUID. */
  readonly id: string;
  /** Its sort values; the last is the id. */
  readonly position: readonly JsonValue[];
}

/** One page of what matches, in order. */
export async function findHits(
  transaction: Transaction,
  table: SearchTable,
  scope: SearchScope,
  request: PageRequest,
): Promise<readonly Hit[]> {
  const { text, parameters } = pageStatement(table, scope, request);
  return transaction.execute<Hit>(
    'search.page',
    `SELECT id::text AS id, position FROM (${text}) AS page ORDER BY place`,
    parameters,
  );
}

/** How many match; counts no further than `limit`. */
export async function countHits(
  transaction: Transaction,
  table: SearchTable,
  scope: SearchScope,
  plan: Plan,
  limit: number | null,
): Promise<number> {
  const { matching, parameters } = matchingRows(table, scope, plan);
  const [row] = await transaction.execute<{ count: number }>(
    'search.count',
    limit === null
      ? `SELECT count(*)::int AS count ${matching}`
      : `SELECT count(*)::int AS count FROM (SELECT ${matching} LIMIT ${limit}) AS counted`,
    parameters.values,
  );
  return row?.count ?? 0;
}

/** A value that objects are counted by, and the facts of which each stands for having it. */
export interface CountedValue {
  readonly value: string;
  readonly facts: readonly (readonly string[])[];
}

/** How many of what matches has each of some values; values that nothing has are left out. */
export async function countValues(
  transaction: Transaction,
  table: SearchTable,
  scope: SearchScope,
  plan: Plan,
  values: readonly CountedValue[],
): Promise<ReadonlyMap<string, number>> {
  const { matching, parameters } = matchingRows(table, scope, plan);
  const pairs = values.flatMap(({ value, facts }) =>
    facts.map((fact) => ({ value, term: termOf(scope.organizationId, fact) })),
  );
  const names = parameters.add(
    pairs.map(({ value }) => value),
    'text[]',
  );
  const terms = parameters.add(
    pairs.map(({ term }) => term),
    'bigint[]',
  );
  // Most values have one fact, which a row has once; only then need rows not be told apart.
  const counted = pairs.length === values.length ? 'count(*)' : 'count(DISTINCT row.id)';
  const rows = await transaction.execute<{ value: string; count: number }>(
    'search.facet',
    `SELECT counted.value, ${counted}::int AS count
     FROM (SELECT row.id, row.terms ${matching} AND row.terms && ${terms}) AS row
       CROSS JOIN LATERAL unnest(row.terms) AS had(term)
       JOIN unnest(${names}, ${terms}) AS counted(value, term) USING (term)
     GROUP BY counted.value`,
    parameters.values,
  );
  return new Map(rows.map(({ value, count }) => [value, count]));
}

function matchingRows(table: SearchTable, scope: SearchScope, plan: Plan) {
  const parameters = new Parameters();
  const organization = parameters.add(scope.organizationId, 'uuid');
  const condition = compilePlan(plan, { ...scope, parameters });
  return {
    matching: `FROM search.${table} AS row WHERE row.organization_id = ${organization} AND ${condition}`,
    parameters,
  };
}
