import type { JsonValue } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatementFamily } from '../../platform/database/statement.ts';
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

const PAGE = defineStatementFamily<Hit>({
  name: 'search.page',
  kind: 'read',
  row: { id: 'text', position: 'json' },
  sql: (page) => `SELECT id::text AS id, position FROM (${page}) AS page ORDER BY place`,
});

/** One page of what matches, in order. */
export async function findHits(
  transaction: Transaction,
  table: SearchTable,
  scope: SearchScope,
  request: PageRequest,
): Promise<readonly Hit[]> {
  const { text, parameters } = pageStatement(table, scope, request);
  return transaction.execute(PAGE(text), parameters);
}

const COUNT = defineStatementFamily({
  name: 'search.count',
  kind: 'read',
  row: { count: 'int' },
  sql: (matching) => `SELECT count(*)::int AS count ${matching}`,
});

/** How many match; counts no further than `limit`. */
export async function countHits(
  transaction: Transaction,
  table: SearchTable,
  scope: SearchScope,
  plan: Plan,
  limit: number | null,
): Promise<number> {
  const { matching, parameters } = matchingRows(table, scope, plan);
  const counted = limit === null ? matching : `FROM (SELECT ${matching} LIMIT ${limit}) AS counted`;
  const [row] = await transaction.execute(COUNT(counted), parameters.values);
  return row?.count ?? 0;
}

/** A value that objects are counted by, and the facts of which each stands for having it. */
export interface CountedValue {
  readonly value: string;
  readonly facts: readonly (readonly string[])[];
}

/** How many objects have a value. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

const FACETS = defineStatementFamily({
  name: 'search.facets',
  kind: 'read',
  row: { field: 'int', value: 'text', count: 'int' },
  sql: (counted) => `SELECT counted.field, counted.value, ${counted} GROUP BY counted.field, counted.value`,
});

/**
 * How many of what matches has each value of some fields, in the order of the fields; values that nothing has are left
 * out. One statement, because going through the rows is what costs.
 */
export async function countValues(
  transaction: Transaction,
  table: SearchTable,
  scope: SearchScope,
  plan: Plan,
  fields: readonly (readonly CountedValue[])[],
): Promise<readonly (readonly ValueCount[])[]> {
  const { matching, parameters } = matchingRows(table, scope, plan);
  const pairs = fields.flatMap((values, field) =>
    values.flatMap(({ value, facts }) =>
      facts.map((fact) => ({ field, value, term: termOf(scope.organizationId, fact) })),
    ),
  );
  if (pairs.length === 0) return fields.map(() => []);
  const list = (key: 'field' | 'value' | 'term', type: string) =>
    parameters.add(
      pairs.map((pair) => pair[key]),
      type,
    );
  const counted = `unnest(${list('field', 'int[]')}, ${list('value', 'text[]')}, ${list('term', 'bigint[]')})`;
  // Where a value has one fact, no row has it twice; only else need rows be told apart.
  const isPlain = pairs.length === fields.flat().length;
  const count = `${isPlain ? 'count(*)' : 'count(DISTINCT row.id)'}::int AS count
    FROM (SELECT row.id, row.terms ${matching}) AS row
      CROSS JOIN LATERAL unnest(row.terms) AS had(term)
      JOIN ${counted} AS counted(field, value, term) USING (term)`;
  const rows = await transaction.execute(FACETS(count), parameters.values);
  return fields.map((_, index) =>
    rows.filter(({ field }) => field === index).map(({ value, count }) => ({ value, count })),
  );
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
