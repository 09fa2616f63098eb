import { adaptiveScan, expectedMatches, orderedScan, type PageParts } from './ordered-page.ts';
import { afterPosition } from './sort.ts';

/** Maximum number of rows that match which are gathered and put in order at once. */
const GATHERED = 1_000;
/** Maximum number of matches by a sample; above it none are gathered: finding out by an index takes long. */
const MAXIMUM_EXPECTED = 3_000;

/**
 * Returns a page in the order of rank and id. Few matches are gathered by an index and ranked one by one; if there are
 * many, those of one rank are searched for after the other, until the page is full. Both give the same order.
 */
export function rankPage({ position, settings, ...parts }: PageParts): string {
  const { table, organization, plan, keys, limit } = parts;
  const [rank, id] = keys;
  if (rank?.cases === undefined || id === undefined) throw new Error('A rank and an id are needed.');
  const { cases } = rank;
  const begin = position === null ? null : { rank: Number(position[0]), id: position.slice(1) };
  const many = cases.slice(begin?.rank ?? 0).map(({ value, condition }) => {
    const ofRank = {
      ...parts,
      plan: `${plan} AND ${condition}`,
      keys: [{ ...rank, sql: String(value) }, id],
      segment: {
        conditions: begin?.rank === value ? [afterPosition([id], begin.id, settings)] : [],
        order: [id],
      },
    };
    // Matches of the query as a whole are looked up.
    return value === 0 ? orderedScan(ofRank) : adaptiveScan(ofRank);
  });
  const gathered = [
    { ...rank, sql: 'rank' },
    { ...id, sql: 'id' },
  ];
  const after = position === null ? '' : `AND ${afterPosition(gathered, position, settings)}`;
  return `WITH matched AS MATERIALIZED (
      SELECT row.id, ${rank.sql} AS rank FROM search.${table} AS row
      WHERE row.organization_id = ${organization} AND ${plan}),
    gathered AS MATERIALIZED (SELECT id, rank FROM matched LIMIT ${GATHERED + 1}),
    few AS MATERIALIZED (SELECT ${expectedMatches(parts)} <= ${MAXIMUM_EXPECTED}
      AND (SELECT count(*) <= ${GATHERED} FROM gathered) AS are)
    SELECT id, position FROM (
      SELECT id, jsonb_build_array(rank, id) AS position FROM gathered
      WHERE (SELECT are FROM few) ${after} ORDER BY rank, id LIMIT ${limit}) AS first
    UNION ALL
    SELECT id, position FROM (${many.join(' UNION ALL ')}) AS many WHERE NOT (SELECT are FROM few)`;
}
