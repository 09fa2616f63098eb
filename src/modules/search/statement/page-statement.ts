import type { JsonValue } from '../../../kernel/json.ts';
import type { Plan } from '../filter/plan.ts';
import type { VisiblePlan } from '../visibility.ts';
import { type CompileSettings, compilePlan, type SearchScope } from './compile-plan.ts';
import { itemSql } from './item.ts';
import { itemsPage } from './items-page.ts';
import { Parameters } from './parameters.ts';
import { rankedPage } from './ranked-page.ts';
import { everyMatch, hasIndex, type Segment, type SegmentParts, shorterWay } from './shorter-way.ts';
import { behind, orderBy, type Sort, type SortKey, sortKeys } from './sort.ts';

/** The tables that are searched. */
export type SearchTable = 'product' | 'entity';

/** Which objects are wanted. */
export interface PageRequest {
  readonly plan: VisiblePlan;
  readonly sorts: readonly Sort[];
  /** The sort values of the object behind which they stand, its id last; null: from the first. */
  readonly position: readonly JsonValue[] | null;
  readonly limit: number;
  /** How many of them are left out. */
  readonly offset?: number | undefined;
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
export function pageStatement(table: SearchTable, scope: SearchScope, asked: PageRequest): Statement {
  const request = { ...asked, limit: asked.limit + (asked.offset ?? 0) };
  const parameters = new Parameters();
  const settings: CompileSettings = { ...scope, parameters };
  const organization = parameters.add(scope.organizationId, 'uuid');
  const plan = compilePlan(request.plan, settings);
  const matching = `row.organization_id = ${organization} AND ${plan}`;
  const keys = sortKeys(request.sorts, settings);
  const isRanked = request.sorts.some(({ by }) => by === 'relevance');
  if (scope.grouping !== undefined) {
    const item = itemSql(scope.grouping, scope.structure);
    const isWalked = !isRanked && hasIndex(table, { conditions: [], order: keys });
    const segments = isWalked ? segmentsOf(keys, request, settings) : [];
    const found = itemsPage({ ...request, table, organization, plan, keys, item, segments, settings });
    const { text } = numbered(found, request, parameters);
    const shown = `(SELECT ${item.id('own')} FROM public.product AS own
      WHERE own.organization_id = ${organization} AND own.id = page.id)`;
    return {
      text: `SELECT ${shown} AS id, position, place FROM (${text}) AS page`,
      parameters: parameters.values,
    };
  }
  const isHard = isHardToEstimate(request.plan);
  if (keys[0]?.isUnindexed === true && (keys[0].cases === undefined || isHard))
    return numbered(computedPage(table, matching, keys, request, settings), request, parameters);
  if (isRanked) {
    const found = rankedPage({ ...request, table, organization, plan, keys, settings });
    return numbered(found, request, parameters);
  }
  const found = segmentsOf(keys, request, settings).map(({ first, ...segment }) => {
    const parts: SegmentParts = {
      table,
      organization,
      plan,
      segment,
      limit: request.limit,
      keys: first === undefined ? keys : [first, ...keys.slice(1)],
    };
    return isHard && hasIndex(table, segment) ? shorterWay(parts) : everyMatch(parts);
  });
  return numbered(found.join(' UNION ALL '), request, parameters);
}

const numbered = (found: string, { limit, offset = 0 }: PageRequest, { values }: Parameters): Statement => ({
  text: `SELECT id, position, row_number() OVER () AS place FROM (${found}) AS found LIMIT ${limit} OFFSET ${offset}`,
  parameters: values,
});

/**
 * The page of an order that no index gives. Each row that matches is read once and its keys are computed once, for they
 * stand in columns that take time to unpack; memory holds no more than one page of them.
 */
function computedPage(
  table: SearchTable,
  matching: string,
  keys: readonly SortKey[],
  { position, limit }: PageRequest,
  settings: CompileSettings,
): string {
  const computed = keys.map((key, index) => ({ ...key, sql: `found.k${index}` }));
  const columns = keys.map(({ sql }, index) => `${sql} AS k${index}`).join(', ');
  const condition = position === null ? '' : `WHERE ${behind(computed, position, settings)}`;
  const order = orderBy(computed);
  const values = computed.map(({ sql }) => sql).join(', ');
  // OFFSET 0 keeps the keys from being computed again wherever they are named.
  return `SELECT found.id, jsonb_build_array(${values}) AS position
    FROM (SELECT row.id, ${columns} FROM search.${table} AS row WHERE ${matching} OFFSET 0) AS found
    ${condition} ORDER BY ${order} LIMIT ${limit}`;
}

/** From so many conditions on PostgreSQL, which takes them for independent of each other, is too far off. */
const MANY_CONDITIONS = 3;

function isHardToEstimate(plan: Plan): boolean {
  const conditions = conditionsOf(plan);
  // Those find a few rows by themselves.
  if (conditions.some(({ kind }) => kind === 'id' || kind === 'key')) return false;
  return conditions.length >= MANY_CONDITIONS || looksForTexts(plan);
}

/** What must hold, one by one; what must not hold rarely leaves little. */
function conditionsOf(plan: Plan): readonly Plan[] {
  if (plan.kind === 'not') return [];
  return plan.kind === 'and' ? plan.of.flatMap(conditionsOf) : [plan];
}

/** Whether something must hold that looks into texts. */
function looksForTexts(plan: Plan): boolean {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return plan.of.some(looksForTexts);
    case 'value':
      return plan.value.test.kind === 'text';
    case 'key-text':
      // The beginning of a key is a range of an index, and statistics tell how many are within.
      return plan.match !== 'starts-with';
    default:
      return plan.kind === 'word';
  }
}

/**
 * What has no value of the first key comes last, as a segment of its own that is looked for only when the page is not
 * full before: so an index gives the order of the others. A first key of few values has a segment for each.
 */
function segmentsOf(
  keys: readonly SortKey[],
  { position }: PageRequest,
  settings: CompileSettings,
): readonly (Segment & { readonly first?: SortKey })[] {
  const [first, ...others] = keys;
  const after = (order: readonly SortKey[], values: readonly JsonValue[] | undefined) =>
    values === undefined ? [] : [behind(order, values, settings)];
  if (first?.cases !== undefined) {
    const { cases, descending } = first;
    const inOrder = descending
      ? [
          ...cases.filter(({ value }) => value !== null).toReversed(),
          ...cases.filter(({ value }) => value === null),
        ]
      : cases;
    const from = position === null ? 0 : inOrder.findIndex(({ value }) => value === position[0]);
    return inOrder.slice(from).map(({ value, condition }, index) => ({
      conditions: [condition, ...after(others, index === 0 ? position?.slice(1) : undefined)],
      order: others,
      // Within a case it need not be computed.
      first: { ...first, sql: `${value}::${first.type}` },
    }));
  }
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
