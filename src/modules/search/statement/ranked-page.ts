import type { JsonValue } from '../../../kernel/json.ts';
import type { CompileSettings } from './compile-plan.ts';
import { behind, orderBy, type SortKey } from './sort.ts';

/** What the statement of a page in the order of rank and id is made of. */
interface RankedPage {
  readonly table: string;
  /** Placeholder of the organization. */
  readonly organization: string;
  /** What holds for all rows `AS row` that are found. */
  readonly matching: string;
  /** Of the rank and of the id. */
  readonly keys: readonly SortKey[];
  /** Behind which rank and id it begins. */
  readonly position: readonly JsonValue[] | null;
  readonly limit: number;
  readonly settings: CompileSettings;
}

/** Up to so many rows that match are gathered and put in order at once. */
const GATHERED = 1_000;
/** How many rows are looked at one by one, in the order of their ids, before all of a rank are asked for. */
const WALKED = 1_000;

/**
 * A page in the order of rank and id. Few matches are gathered by an index and ranked one by one; of many, those of one
 * rank are looked for after the other, until the page is full. Both give the same order.
 */
export function rankedPage(page: RankedPage): string {
  const { table, organization, matching, keys, position, limit, settings } = page;
  const [rank, id] = keys;
  if (rank?.cases === undefined || id === undefined) throw new Error('A rank and an id are needed.');
  const at = position === null ? null : { rank: Number(position[0]), id: position.slice(1) };
  const { cases } = rank;
  const ofRank = (index: number) => {
    const conditions = [
      matching,
      ...cases.slice(0, index + 1).map((one, i) => (i === index ? one : `NOT ${one}`)),
      ...(at?.rank === index ? [behind([id], at.id, settings)] : []),
    ].join(' AND ');
    const answered = `id, jsonb_build_array(${index}, id) AS position`;
    const first = `SELECT ${answered} FROM all_of_rank ORDER BY ${orderBy([{ ...id, sql: 'id' }])} LIMIT ${limit}`;
    const all = `(WITH all_of_rank AS MATERIALIZED (SELECT row.id FROM search.${table} AS row WHERE ${conditions}) ${first})`;
    // What is the query as a whole is looked up.
    if (index === 0) return all;
    const after = at?.rank === index ? ` AND ${behind([id], at.id, settings)}` : '';
    return `(WITH walked AS MATERIALIZED (
        SELECT row.id FROM (SELECT row.* FROM search.${table} AS row
          WHERE row.organization_id = ${organization}${after} ORDER BY ${orderBy([id])} LIMIT ${WALKED} OFFSET 0) AS row
        WHERE ${conditions} ORDER BY ${orderBy([id])} LIMIT ${limit}),
      "full" AS MATERIALIZED (SELECT count(*) >= ${limit} AS page FROM walked)
      SELECT ${answered} FROM walked WHERE (SELECT page FROM "full")
      UNION ALL SELECT id, position FROM ${all} AS rest WHERE NOT (SELECT page FROM "full"))`;
  };
  const after =
    at === null
      ? ''
      : `AND ${behind(
          [
            { ...rank, sql: 'rank' },
            { ...id, sql: 'id' },
          ],
          position ?? [],
          settings,
        )}`;
  const many = [...cases.keys(), cases.length].slice(at?.rank ?? 0).map(ofRank);
  return `WITH matched AS MATERIALIZED (
      SELECT row.id, ${rank.sql} AS rank FROM search.${table} AS row WHERE ${matching}),
    gathered AS MATERIALIZED (SELECT id, rank FROM matched LIMIT ${GATHERED + 1}),
    few AS MATERIALIZED (SELECT count(*) <= ${GATHERED} AS are FROM gathered)
    SELECT id, position FROM (
      SELECT id, jsonb_build_array(rank, id) AS position FROM gathered
      WHERE (SELECT are FROM few) ${after} ORDER BY rank, id LIMIT ${limit}) AS first
    UNION ALL
    SELECT id, position FROM (${many.join(' UNION ALL ')}) AS many WHERE NOT (SELECT are FROM few)`;
}
