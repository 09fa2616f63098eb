import { type ItemSql, joinProducts } from './item.ts';
import {
  hasIndex,
  maxScannedRows,
  type PageParts,
  sampledPart,
  sampleOf,
  segmentsOf,
} from './ordered-page.ts';
import { afterPosition, orderBy, precedes } from './sort.ts';

/** Number of matches that are met for each item that is found: its first one, and those of items that came before. */
const MATCHES_PER_ITEM = 6;
/** Number of rows read in order in the time that a search for other matches of an item takes. */
const WALKED_PER_MATCH = 8;
/** Number of rows read in order in the time that fetching a row that an index found, with its family, takes. */
const WALKED_PER_FETCH = 2;

/**
 * Returns the first matches of items, in order; an item stands at the position of its first match. There are two ways,
 * as in `orderedPage`: to group all matches, or to scan along the order and keep each row that is the first match of
 * its item.
 */
export function itemsPage(parts: PageParts, item: ItemSql, isRanked: boolean): string {
  const { table, organization, plan, keys, position, limit, settings } = parts;
  const isIndexed = !isRanked && hasIndex(table, { conditions: [], order: keys });
  const segments = isIndexed ? segmentsOf(parts) : [];
  const sqlKeys = keys.map((key, index) => ({ ...key, sql: `key${index}` }));
  const columns = keys.map(({ sql }, index) => `${sql} AS key${index}`).join(', ');
  const positionOf = `jsonb_build_array(${sqlKeys.map(({ sql }) => sql).join(', ')}) AS position`;
  const matching = `row.organization_id = ${organization} AND ${plan}`;
  const after = position === null ? '' : `WHERE ${afterPosition(sqlKeys, position, settings)}`;
  // OFFSET 0 keeps the keys from being computed again wherever they are named.
  const grouped = `SELECT id, ${positionOf} FROM (
      SELECT DISTINCT ON (item) * FROM (
        SELECT row.id, ${columns}, ${item.key('own')} AS item
        ${joinProducts(`FROM search.${table} AS row WHERE ${matching}`, organization)} OFFSET 0) AS matched
      ORDER BY item, ${orderBy(sqlKeys)}) AS items
    ${after} ORDER BY ${orderBy(sqlKeys)} LIMIT ${limit}`;
  if (segments.length === 0) return grouped;
  const isLater = precedes(
    keys,
    sqlKeys.map(({ sql }) => `walked.${sql}`),
  );
  // Scalar queries prevent a join for all rows.
  const isFirst = `NOT (SELECT EXISTS (
      SELECT FROM (
        SELECT other.id FROM public.product AS own JOIN public.product AS other
          ON other.organization_id = own.organization_id AND other.root_id = own.root_id AND other.id <> own.id
            AND other.type = 'variant' AND ${item.key('other')} = ${item.key('own')}
        WHERE own.organization_id = ${organization} AND own.id = walked.id OFFSET 0) AS other
      JOIN search.${table} AS row ON row.id = other.id WHERE ${matching} AND ${isLater}))`;
  const ctes = segments.flatMap(({ conditions, order }, index) => {
    const own = [`row.organization_id = ${organization}`, ...conditions].join(' AND ');
    const [walk, state, before] = [`walk${index}`, `state${index}`, `state${index - 1}`];
    const begins = index === 0 ? '(SELECT walks FROM sample)' : `(SELECT state = 'ended' FROM ${before})`;
    const longest = maxScannedRows(limit);
    const walkCounts = Array.from({ length: index + 1 }, (_, each) => `(SELECT count(*) FROM walk${each})`);
    const stays = index === 0 ? "'given up'" : `(SELECT state FROM ${before})`;
    return [
      `${walk} AS MATERIALIZED (
        SELECT walk.id, walk.position FROM (
          SELECT walked.id, ${positionOf} FROM (
            SELECT row.id, ${columns}, ${plan} AS matches FROM search.${table} AS row WHERE ${own}
            ORDER BY ${orderBy(order)} LIMIT ${longest} OFFSET 0) AS walked
          WHERE matches AND ${isFirst} LIMIT ${limit}) AS walk
        WHERE ${begins})`,
      `${state} AS MATERIALIZED (SELECT CASE WHEN NOT ${begins} THEN ${stays}
        WHEN ${walkCounts.join(' + ')} >= ${limit} THEN 'full'
        WHEN (SELECT count(*) < ${longest} FROM (
          SELECT FROM search.${table} AS row WHERE ${own} LIMIT ${longest}) AS every) THEN 'ended'
        ELSE 'given up' END AS state)`,
    ];
  });
  const walked = segments.map((_, index) => `SELECT id, position FROM walk${index}`).join(' UNION ALL ');
  const last = `(SELECT state = 'given up' FROM state${segments.length - 1})`;
  return `WITH sample AS MATERIALIZED (
      SELECT coalesce(${limit * MATCHES_PER_ITEM} * (rows / nullif(matching, 0) + ${WALKED_PER_MATCH})
        <= ${WALKED_PER_FETCH} * matching / ${sampledPart(table)}, false) AS walks
      FROM (SELECT count(*)::float8 AS rows, count(*) FILTER (WHERE ${plan}) AS matching
        FROM ${sampleOf(table)} WHERE row.organization_id = ${organization}) AS sampled),
    ${ctes.join(',\n')}
    (SELECT id, position FROM (${walked}) AS walked WHERE NOT ${last} LIMIT ${limit})
    UNION ALL SELECT id, position FROM (${grouped}) AS grouped WHERE ${last}`;
}
