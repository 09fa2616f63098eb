import type { JsonValue } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { defineStatementFamily } from '../../platform/database/statement.ts';
import type { Field } from './row/column.ts';
import { termHash } from './row/term.ts';
import type { TermSpellings } from './spelling/load-corrections.ts';
import { type CompileSettings, compilePlan, rowNumber, type SearchScope } from './statement/compile-plan.ts';
import { itemSql, joinProducts } from './statement/item.ts';
import type { Statement } from './statement/page-statement.ts';
import { numberSql } from './statement/row-condition.ts';
import type { VisiblePlan } from './visibility.ts';

/** One object that was found and where it stands in the order. */
export interface Hit {
  /** UUID of what stands for the item. */
  readonly id: string;
  /** UUID of its first match: itself, unless several products are an item. */
  readonly matchId: string;
  /** Sort values of the position; the last is the id. */
  readonly position: readonly JsonValue[];
}

const PAGE = defineStatementFamily<Hit>({
  name: 'search.page',
  kind: 'read',
  row: { id: 'text', matchId: 'text', position: 'json' },
  sql: (page) =>
    `SELECT id::text AS id, position ->> -1 AS "matchId", position FROM (${page}) AS page ORDER BY place`,
});

/** Returns the objects of a page, in order. */
export const findHits = (
  transaction: Transaction,
  { text, parameters }: Statement,
): Promise<readonly Hit[]> => transaction.execute(PAGE(text), parameters);

const COUNT = defineStatementFamily({
  name: 'search.count',
  kind: 'read',
  row: { count: 'int' },
  sql: (matching) => `SELECT count(*)::int AS count ${matching}`,
});

/** Counts the matches; counts no further than `limit`. */
export async function countHits(
  transaction: Transaction,
  scope: SearchScope,
  plan: VisiblePlan,
  limit: number | null,
): Promise<number> {
  const { matching, item, parameters } = matchingRows(scope, plan);
  const each = item === null ? matching : `FROM (SELECT DISTINCT ${item} ${matching}) AS items`;
  const rowsSql = limit === null ? each : `FROM (SELECT ${each} LIMIT ${limit}) AS counted`;
  const [row] = await transaction.execute(COUNT(rowsSql), parameters.values);
  return row?.count ?? 0;
}

const MATCHED = defineStatementFamily({
  name: 'search.matched',
  kind: 'read',
  row: { index: 'int' },
  sql: (statement) => statement,
});

/** Returns those of some plans that match anything, by their index. */
export async function findMatchingPlans(
  transaction: Transaction,
  scope: SearchScope,
  plans: readonly VisiblePlan[],
): Promise<ReadonlySet<number>> {
  if (plans.length === 0) return new Set();
  const indexedPlans = plans.map((plan, index) => ({ plan, index }));
  const { text, parameters } = eachPlan(scope, indexedPlans, ({ matching }, group) =>
    group
      .map(({ index }) => `SELECT ${index}::int AS index WHERE EXISTS (SELECT ${matching})`)
      .join(' UNION ALL '),
  );
  const rows = await transaction.execute(MATCHED(text), parameters);
  return new Set(rows.map(({ index }) => index));
}

/** A value that objects are counted by, and the facts of which each stands for having it. */
export interface ValueTerms {
  readonly value: string;
  readonly facts: readonly (readonly string[])[];
}

/** A field that is counted by its values among what matches a plan; each field may have a plan of its own. */
export interface CountedField {
  readonly plan: VisiblePlan;
  readonly values: readonly ValueTerms[];
}

/** Number of objects that have a value. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

const FACETS = defineStatementFamily({
  name: 'search.facets',
  kind: 'read',
  row: { field: 'int', value: 'text', count: 'int' },
  sql: (statement) => statement,
});

/**
 * Counts the objects with each value of some fields, in the order of the fields; values that nothing has are left out.
 * This is one statement, because scanning the rows is what costs: fields with the same plan (the same object) share a
 * scan.
 */
export async function countValues(
  transaction: Transaction,
  scope: SearchScope,
  fields: readonly CountedField[],
): Promise<readonly (readonly ValueCount[])[]> {
  const pairs = fields.flatMap(({ plan, values }, field) =>
    values.flatMap(({ value, facts }) =>
      facts.map((fact) => ({ plan, field, value, term: termHash(scope.organizationId, fact) })),
    ),
  );
  if (pairs.length === 0) return fields.map(() => []);
  // If a value has one fact, no row has it twice; only otherwise do rows have to be distinguished.
  const hasOneFact = pairs.length === fields.flatMap(({ values }) => values).length;
  const { text, parameters } = eachPlan(scope, pairs, ({ matching, item, parameters }, group) => {
    const isPlain = hasOneFact && item === null;
    const list = (key: 'field' | 'value' | 'term', type: string) =>
      parameters.add(
        group.map((pair) => pair[key]),
        type,
      );
    return `SELECT counted.field, counted.value, ${isPlain ? 'count(*)' : 'count(DISTINCT row.item)'}::int AS count
      FROM (SELECT ${item ?? 'row.id'} AS item, row.terms ${matching}) AS row
        CROSS JOIN LATERAL unnest(row.terms) AS had(term)
        JOIN unnest(${list('field', 'int[]')}, ${list('value', 'text[]')}, ${list('term', 'bigint[]')})
          AS counted(field, value, term) USING (term)
      GROUP BY counted.field, counted.value`;
  });
  const rows = await transaction.execute(FACETS(text), parameters);
  return fields.map((_, index) =>
    rows.filter(({ field }) => field === index).map(({ value, count }) => ({ value, count })),
  );
}

/** Numbers of what matches a plan: of one cell, or of the cells of an attribute that has several. */
export interface NumericField {
  readonly plan: VisiblePlan;
  readonly numbers: readonly Field[];
}

/** The smallest and the largest of some numbers. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

const BOUNDS = defineStatementFamily<Bounds & { readonly field: number }>({
  name: 'search.bounds',
  kind: 'read',
  row: { field: 'int', min: 'float', max: 'float' },
  sql: (bounds) => bounds,
});

/** Returns the bounds of the numbers of some fields, in the order of the fields; null where nothing has one. */
export async function findBounds(
  transaction: Transaction,
  scope: SearchScope,
  fields: readonly NumericField[],
): Promise<readonly (Bounds | null)[]> {
  const numericFields = fields
    .map((each, field) => ({ ...each, field }))
    .filter(({ numbers }) => numbers.length > 0);
  if (numericFields.length === 0) return fields.map(() => null);
  const { text, parameters } = eachPlan(scope, numericFields, ({ matching, settings }, group) => {
    const numbers = group.flatMap((each) =>
      each.numbers.map(
        (number) => `(${each.field}, ${numberSql(rowNumber(number, settings), settings.parameters)})`,
      ),
    );
    return `SELECT had.field, min(had.number) AS min, max(had.number) AS max
      FROM (SELECT row.* ${matching}) AS row CROSS JOIN LATERAL (VALUES ${numbers.join(', ')}) AS had(field, number)
      WHERE had.number IS NOT NULL GROUP BY had.field`;
  });
  const rows = await transaction.execute(BOUNDS(text), parameters);
  const byField = new Map(rows.map(({ field, min, max }) => [field, { min, max }]));
  return fields.map((_, field) => byField.get(field) ?? null);
}

/** A numeric field with the ascending limits of its buckets: each from one to below the next. */
export interface BucketedField extends NumericField {
  readonly limits: readonly number[];
}

const BUCKETS = defineStatementFamily({
  name: 'search.buckets',
  kind: 'read',
  row: { field: 'int', bucket: 'int', count: 'int' },
  sql: (statement) => statement,
});

/**
 * Counts the objects with a number in each bucket of some fields, in the order of the fields; there is one bucket less
 * than limits. An object with several numbers counts once for each bucket that it has one in.
 */
export async function countBuckets(
  transaction: Transaction,
  scope: SearchScope,
  fields: readonly BucketedField[],
): Promise<readonly (readonly number[])[]> {
  const bucketFields = fields
    .map((each, field) => ({ ...each, field }))
    .filter(({ numbers, limits }) => numbers.length > 0 && limits.length > 1);
  const none = fields.map(({ limits }) => new Array<number>(Math.max(0, limits.length - 1)).fill(0));
  if (bucketFields.length === 0) return none;
  const { text, parameters } = eachPlan(scope, bucketFields, ({ matching, item, settings }, group) => {
    const numbers = group.flatMap(({ field, limits, numbers: all }) => {
      const list = settings.parameters.add(limits, 'float8[]');
      return all.map(
        (number) => `(${field}, ${numberSql(rowNumber(number, settings), settings.parameters)}, ${list})`,
      );
    });
    const isPlain = item === null && group.every(({ numbers: all }) => all.length === 1);
    return `SELECT had.field, width_bucket(had.number, had.limits) AS bucket,
        ${isPlain ? 'count(*)' : 'count(DISTINCT row.item)'}::int AS count
      FROM (SELECT row.*, ${item ?? 'row.id'} AS item ${matching}) AS row
        CROSS JOIN LATERAL (VALUES ${numbers.join(', ')}) AS had(field, number, limits)
      WHERE had.number IS NOT NULL GROUP BY 1, 2`;
  });
  const rows = await transaction.execute(BUCKETS(text), parameters);
  return none.map((counts, index) => {
    const byBucket = new Map(
      rows.filter(({ field }) => field === index).map((row) => [row.bucket, row.count]),
    );
    return counts.map((_, bucket) => byBucket.get(bucket + 1) ?? 0);
  });
}

/** Returns one statement of a part for each of the plans of some fields. */
function eachPlan<Each extends { readonly plan: VisiblePlan }>(
  scope: SearchScope,
  fields: readonly Each[],
  select: (rows: MatchingRows, fields: readonly Each[]) => string,
): Statement {
  const parameters = new Parameters();
  const parts = [...Map.groupBy(fields, ({ plan }) => plan)].map(([plan, group]) =>
    select(matchingRows(scope, plan, parameters), group),
  );
  return { text: parts.join(' UNION ALL '), parameters: parameters.values };
}

interface MatchingRows {
  /** `FROM search.product AS row WHERE …`. */
  readonly matching: string;
  /** SQL expression that is equal for the rows of one item; null: each row is one. */
  readonly item: string | null;
  readonly parameters: Parameters;
  readonly settings: CompileSettings;
}

function matchingRows(scope: SearchScope, plan: VisiblePlan, parameters = new Parameters()): MatchingRows {
  const settings = { ...scope, parameters };
  const organization = parameters.add(scope.organizationId, 'uuid');
  const condition = compilePlan(plan, settings);
  const { grouping, structure } = scope;
  const matching = `FROM search.${scope.table} AS row WHERE row.organization_id = ${organization} AND ${condition}`;
  return {
    matching: grouping === undefined ? matching : joinProducts(matching, organization),
    item: grouping === undefined ? null : itemSql(grouping, structure).key('own'),
    parameters,
    settings,
  };
}

const SPELLINGS = defineStatementFamily({
  name: 'search.spellings',
  kind: 'read',
  row: { spelling: 'text' },
  sql: (gathered) => `WITH gathered AS MATERIALIZED (${gathered})
    SELECT spelling FROM (SELECT * FROM gathered LIMIT 1000) AS row
      JOIN public.product ON product.organization_id = $1::uuid AND product.id = row.id AND product.deleted_at IS NULL
    GROUP BY spelling ORDER BY count(*) DESC, spelling LIMIT 5`,
});

/**
 * Returns the spellings of the words of a query (in search form) in the matches, the commonest first, by up to 1,000
 * products. They come from products that may be read alone.
 */
export async function findSpellings(
  transaction: Transaction,
  scope: SearchScope,
  plan: VisiblePlan,
  terms: readonly string[],
  spelled: readonly TermSpellings[],
): Promise<readonly string[]> {
  const parameters = new Parameters();
  const organization = parameters.add(scope.organizationId, 'uuid');
  const settings = { ...scope, parameters };
  const condition = compilePlan(plan, settings);
  const parts = terms.map((word) => {
    const spellings = spelled.find((one) => one.word === word)?.spellings ?? [];
    const cases = spellings.map(
      (one) => `WHEN ${compilePlan(one.plan, settings)} THEN ${parameters.add(one.text, 'text')}`,
    );
    const placeholder = parameters.add(word, 'text');
    return cases.length === 0 ? placeholder : `CASE ${cases.join(' ')} ELSE ${placeholder} END`;
  });
  const gathered = `SELECT row.id, concat_ws(' ', ${parts.join(', ')}) AS spelling FROM search.product AS row
    WHERE row.organization_id = ${organization} AND ${condition}`;
  const rows = await transaction.execute(SPELLINGS(gathered), parameters.values);
  return rows.map(({ spelling }) => spelling);
}
