import type { JsonValue } from '../../../kernel/json.ts';
import type { CompileSettings } from './compile-plan.ts';
import { afterPosition, orderBy, type SortKey } from './sort.ts';

/** The parts that the statement of a page is made of. */
export interface PageParts {
  readonly table: string;
  /** Placeholder of the organization. */
  readonly organization: string;
  /** The condition on the rows `AS row`, besides the organization. */
  readonly plan: string;
  readonly keys: readonly SortKey[];
  /** Sort values of the row behind which the page begins; null: from the first. */
  readonly position: readonly JsonValue[] | null;
  /** Maximum number of rows of the page, with those that an offset leaves out. */
  readonly limit: number;
  readonly settings: CompileSettings;
}

/** A part of an order that an index gives. */
export interface Segment {
  readonly conditions: readonly string[];
  readonly order: readonly SortKey[];
}

/** The parts of which the first rows of a segment are selected. */
export interface RangeScan extends Omit<PageParts, 'position' | 'settings'> {
  readonly segment: Segment;
}

/**
 * Returns the page of an order that indexes give, segment by segment. `isHard` says that statistics do not tell how many
 * rows match.
 */
export function orderedPage(parts: PageParts, isHard: boolean): string {
  const { table, keys } = parts;
  const statements = segmentsOf(parts).map(({ first, ...segment }) => {
    const ofSegment = { ...parts, segment, keys: first === undefined ? keys : [first, ...keys.slice(1)] };
    return isHard && hasIndex(table, segment) ? adaptiveScan(ofSegment) : orderedScan(ofSegment);
  });
  return statements.join(' UNION ALL ');
}

/**
 * Returns the segments of an order. Rows without a value of the first key come last, as a segment of its own that is
 * read only when the page is not full before: so an index gives the order of the others. A first key of few values has
 * a segment for each.
 */
export function segmentsOf({
  keys,
  position,
  settings,
}: PageParts): readonly (Segment & { readonly first?: SortKey })[] {
  const [first, ...others] = keys;
  const after = (order: readonly SortKey[], values: readonly JsonValue[] | undefined) =>
    values === undefined ? [] : [afterPosition(order, values, settings)];
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

const positionOf = (values: readonly string[]) => `jsonb_build_array(${values.join(', ')}) AS position`;

/** Returns the first rows that match, found the way that PostgreSQL expects to be the shorter one. */
export function orderedScan({ table, organization, plan, keys, segment, limit }: RangeScan): string {
  const conditions = [`row.organization_id = ${organization}`, plan, ...segment.conditions];
  return `(SELECT row.id, ${positionOf(keys.map(({ sql }) => sql))} FROM search.${table} AS row
    WHERE ${conditions.join(' AND ')} ORDER BY ${orderBy(segment.order)} LIMIT ${limit})`;
}

/** Sort keys that no index begins with. */
const WITHOUT_INDEX: Readonly<Record<string, readonly string[] | undefined>> = {
  product: ['row.status', 'row.attribute_set'],
  entity: ['row.status'],
};

/** Returns true if a segment can be read in its order without being sorted as a whole. */
export const hasIndex = (table: string, { order: [first] }: Segment): boolean =>
  first !== undefined && first.isUnindexed !== true && WITHOUT_INDEX[table]?.includes(first.sql) !== true;

export const sampledPart = (table: string) => `search.sampled_part('search.${table}')`;

/** Returns the SQL of a sample: always the same 1,000 rows or so. */
export const sampleOf = (table: string) =>
  `search.${table} AS row TABLESAMPLE SYSTEM (100 * ${sampledPart(table)}) REPEATABLE (0)`;

/** Returns the approximate number of rows that match, by that sample. */
export const expectedMatches = ({
  table,
  organization,
  plan,
}: Pick<RangeScan, 'table' | 'organization' | 'plan'>): string =>
  `(SELECT count(*) / ${sampledPart(table)} FROM ${sampleOf(table)}
    WHERE row.organization_id = ${organization} AND ${plan})`;

/** Returns the maximum length of a scan. A longer one is given up: fewer than one row in a thousand matches. */
export const maxScannedRows = (limit: number) => Math.max(10_000, limit * 1_000);
/** Number of rows read in order in the time that fetching a row that an index found, wherever it is, takes. */
const WALKED_PER_FETCH = 4;

/**
 * Returns the first rows that match, found the shorter way. Statistics do not show how many have a part of a text, or
 * several properties together, and there are two ways: to scan along the order until the page is full, which is the
 * shorter the more match, and to fetch all that match and sort them. So matches are counted in a sample of the table,
 * always the same 1,000 rows or so. Those of other organizations count for the second way, because an index of texts
 * finds them too. A scan that does not fill the page, because the matches stand far behind, is followed by the second
 * way.
 */
export function adaptiveScan(parts: RangeScan): string {
  const { table, organization, plan, keys, segment, limit } = parts;
  const columns = keys.map(({ sql }, index) => `${sql} AS key${index}`).join(', ');
  const keyNames = keys.map((_, index) => `key${index}`);
  const own = [`row.organization_id = ${organization}`, ...segment.conditions].join(' AND ');
  const walk = `SELECT id, ${positionOf(keyNames)}
    FROM (SELECT row.id, ${columns}, ${plan} AS matches FROM search.${table} AS row WHERE ${own}
      ORDER BY ${orderBy(segment.order)} LIMIT ${maxScannedRows(limit)} OFFSET 0) AS walked
    WHERE matches LIMIT ${limit}`;
  const order = orderBy(
    segment.order.map((key) => ({ ...key, sql: `key${keys.findIndex(({ sql }) => sql === key.sql)}` })),
  );
  return `(WITH sample AS MATERIALIZED (
      SELECT count(*) FILTER (WHERE own) AS rows, count(*) FILTER (WHERE own AND matches) AS matching,
        count(*) FILTER (WHERE matches) AS fetched
      FROM (SELECT row.organization_id = ${organization} AS own, ${plan} AS matches
        FROM ${sampleOf(table)}
        WHERE ${['true', ...segment.conditions].join(' AND ')} OFFSET 0) AS sampled),
    walked AS MATERIALIZED (
      SELECT walk.id, walk.position FROM (${walk}) AS walk WHERE (
        SELECT least(rows, ${limit} * rows * ${sampledPart(table)} / nullif(matching, 0)) <= ${WALKED_PER_FETCH} * fetched
        FROM sample)),
    "full" AS MATERIALIZED (SELECT count(*) >= ${limit} AS page FROM walked),
    -- By itself, or it would be walked to as well where too many rows are expected.
    fetched AS MATERIALIZED (SELECT row.id, ${columns} FROM search.${table} AS row WHERE ${own} AND ${plan})
    SELECT id, position FROM walked WHERE (SELECT page FROM "full")
    UNION ALL SELECT id, position FROM (
      SELECT id, ${positionOf(keyNames)} FROM fetched ORDER BY ${order} LIMIT ${limit}) AS rest
    WHERE NOT (SELECT page FROM "full"))`;
}
