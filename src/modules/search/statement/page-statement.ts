import type { JsonValue } from '../../../kernel/json.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Plan } from '../filter/plan.ts';
import type { VisiblePlan } from '../visibility.ts';
import { type CompileSettings, compilePlan, type SearchScope } from './compile-plan.ts';
import { itemSql } from './item.ts';
import { itemsPage } from './items-page.ts';
import { orderedPage, type PageParts } from './ordered-page.ts';
import { rankPage } from './ranked-page.ts';
import { afterPosition, orderBy, type Sort, sortKeys } from './sort.ts';

/** A page with everything looked up. */
export interface PagePlan {
  readonly plan: VisiblePlan;
  readonly sorts: readonly Sort[];
  /** The sort values of the object behind which the page begins, its id last; null: from the first. */
  readonly position: readonly JsonValue[] | null;
  readonly limit: number;
  /** Number of objects that are left out before the first one. */
  readonly offset?: number | undefined;
}

/** A statement, or a part of one, and the values of its placeholders. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * Returns a `SELECT` of the columns `id uuid`, `position jsonb` (sort values for a cursor) and `place bigint` (1, 2 …, the
 * order) of one page; one row each and no more than `limit`. It names the organization in `$1::uuid` and may stand as
 * a CTE in a larger statement, whose own parameters come behind these.
 */
export function pageStatement(scope: SearchScope, page: PagePlan): Statement {
  const { table, grouping, structure } = scope;
  const { sorts, position, limit, offset = 0 } = page;
  const parameters = new Parameters();
  const settings: CompileSettings = { ...scope, parameters };
  const organization = parameters.add(scope.organizationId, 'uuid');
  const plan = compilePlan(page.plan, settings);
  const keys = sortKeys(sorts, settings);
  const parts = { table, organization, plan, keys, position, limit: limit + offset, settings };
  const isRanked = sorts.some(({ by }) => by === 'relevance');
  const numbered = (rows: string) =>
    `SELECT id, position, row_number() OVER () AS place FROM (${rows}) AS found LIMIT ${parts.limit} OFFSET ${offset}`;
  if (grouping !== undefined) {
    const item = itemSql(grouping, structure);
    const shownId = `(SELECT ${item.id('own')} FROM public.product AS own
      WHERE own.organization_id = ${organization} AND own.id = page.id)`;
    const rows = numbered(itemsPage(parts, item, isRanked));
    return {
      text: `SELECT ${shownId} AS id, position, place FROM (${rows}) AS page`,
      parameters: parameters.values,
    };
  }
  const isHard = isHardToEstimate(page.plan);
  const isUnindexed = keys[0]?.isUnindexed === true && (keys[0].cases === undefined || isHard);
  const pageOf = isUnindexed ? unindexedPage : isRanked ? rankPage : orderedPage;
  return { text: numbered(pageOf(parts, isHard)), parameters: parameters.values };
}

/**
 * Returns the page of an order that no index gives. Each row that matches is read once and its keys are computed once,
 * for they stand in columns that take time to unpack; memory holds no more than one page of them.
 */
function unindexedPage({ table, organization, plan, keys, position, limit, settings }: PageParts): string {
  const computed = keys.map((key, index) => ({ ...key, sql: `found.k${index}` }));
  const columns = keys.map(({ sql }, index) => `${sql} AS k${index}`).join(', ');
  const condition = position === null ? '' : `WHERE ${afterPosition(computed, position, settings)}`;
  const order = orderBy(computed);
  const values = computed.map(({ sql }) => sql).join(', ');
  // OFFSET 0 keeps the keys from being computed again wherever they are named.
  return `SELECT found.id, jsonb_build_array(${values}) AS position
    FROM (SELECT row.id, ${columns} FROM search.${table} AS row WHERE row.organization_id = ${organization} AND ${plan} OFFSET 0) AS found
    ${condition} ORDER BY ${order} LIMIT ${limit}`;
}

/**
 * Number of conditions from which the estimate of PostgreSQL, which takes them for independent of each other, is too
 * far off.
 */
const MANY_CONDITIONS = 3;

function isHardToEstimate(plan: Plan): boolean {
  const conditions = conditionsOf(plan);
  // These conditions find a few rows by themselves.
  if (
    conditions.some((one) => one.kind === 'id' || one.kind === 'key' || (one.kind === 'fact' && one.isRare))
  )
    return false;
  return conditions.length >= MANY_CONDITIONS || hasTextCondition(plan);
}

/** Returns the conditions that must hold, one by one; conditions that must not hold rarely leave little. */
function conditionsOf(plan: Plan): readonly Plan[] {
  if (plan.kind === 'not') return [];
  return plan.kind === 'and' ? plan.of.flatMap(conditionsOf) : [plan];
}

/** Returns true if a condition that must hold searches texts. */
function hasTextCondition(plan: Plan): boolean {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return plan.of.some(hasTextCondition);
    case 'value':
      return plan.value.test.kind === 'text';
    case 'key-text':
      // The beginning of a key is a range of an index, and statistics tell how many are within.
      return plan.match !== 'starts-with';
    default:
      return plan.kind === 'word';
  }
}
