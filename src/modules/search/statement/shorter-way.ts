import { orderBy, type SortKey } from './sort.ts';

/** A part of an order that an index gives. */
export interface Segment {
  readonly conditions: readonly string[];
  readonly order: readonly SortKey[];
}

/** What the first rows of a segment are found by. */
export interface SegmentParts {
  readonly table: string;
  /** Placeholder of the organization. */
  readonly organization: string;
  /** What holds for all rows `AS row` that are found, besides the organization. */
  readonly plan: string;
  readonly keys: readonly SortKey[];
  readonly segment: Segment;
  readonly limit: number;
}

const positionOf = (values: readonly string[]) => `jsonb_build_array(${values.join(', ')}) AS position`;

/** The first rows that match, found the way that PostgreSQL expects to be the shorter one. */
export function everyMatch({ table, organization, plan, keys, segment, limit }: SegmentParts): string {
  const conditions = [`row.organization_id = ${organization}`, plan, ...segment.conditions];
  return `(SELECT row.id, ${positionOf(keys.map(({ sql }) => sql))} FROM search.${table} AS row
    WHERE ${conditions.join(' AND ')} ORDER BY ${orderBy(segment.order)} LIMIT ${limit})`;
}

/** Sort keys that no index begins with. */
const WITHOUT_INDEX: Readonly<Record<string, readonly string[] | undefined>> = {
  product: ['row.status', 'row.attribute_set'],
  entity: ['row.status'],
};

/** Whether a segment can be read in its order without being sorted as a whole. */
export const hasIndex = (table: string, { order: [first] }: Segment): boolean =>
  first !== undefined && first.isUnindexed !== true && WITHOUT_INDEX[table]?.includes(first.sql) !== true;

export const sampledPart = (table: string) => `search.sampled_part('search.${table}')`;

/** Always the same 1,000 rows or so. */
export const sampleOf = (table: string) =>
  `search.${table} AS row TABLESAMPLE SYSTEM (100 * ${sampledPart(table)}) REPEATABLE (0)`;

/** About how many rows match, by that sample. */
export const expectedMatches = ({
  table,
  organization,
  plan,
}: Pick<SegmentParts, 'table' | 'organization' | 'plan'>): string =>
  `(SELECT count(*) / ${sampledPart(table)} FROM ${sampleOf(table)}
    WHERE row.organization_id = ${organization} AND ${plan})`;

/** A longer walk is given up: fewer than one row in a thousand matches. */
export const maximumWalk = (limit: number) => Math.max(10_000, limit * 1_000);
/** To fetch a row that an index found, wherever it is, takes as long as to look at so many in order. */
const WALKED_PER_FETCH = 4;

/**
 * The first rows that match, found the shorter way. How many have a part of a text, or several properties together,
 * statistics do not tell, and there are two ways: to walk along the order until the page is full, which is the shorter
 * the more match, and to fetch all that match and sort them. So matches are counted in a sample of the table, always the
 * same 1,000 rows or so. Those of other organizations count for the second way, because an index of texts finds them
 * too. A walk that does not fill the page, because what matches stands far behind, is followed by the second way.
 */
export function shorterWay(parts: SegmentParts): string {
  const { table, organization, plan, keys, segment, limit } = parts;
  const columns = keys.map(({ sql }, index) => `${sql} AS key${index}`).join(', ');
  const named = keys.map((_, index) => `key${index}`);
  const own = [`row.organization_id = ${organization}`, ...segment.conditions].join(' AND ');
  const walk = `SELECT id, ${positionOf(named)}
    FROM (SELECT row.id, ${columns}, ${plan} AS matches FROM search.${table} AS row WHERE ${own}
      ORDER BY ${orderBy(segment.order)} LIMIT ${maximumWalk(limit)} OFFSET 0) AS walked
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
      SELECT id, ${positionOf(named)} FROM fetched ORDER BY ${order} LIMIT ${limit}) AS rest
    WHERE NOT (SELECT page FROM "full"))`;
}
