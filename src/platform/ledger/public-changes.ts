import type { EventVerb } from '../../kernel/event.ts';

/**
 * Size in bytes of JSON above which the values of the changes of one event are left out where many events are
 * returned.
 */
export const MAX_PUBLIC_CHANGE_BYTES = 64 * 1024;

const eachOf = (change: string) =>
  `(SELECT coalesce(jsonb_agg(${change} ORDER BY ordinal), '[]')::text
    FROM jsonb_array_elements(event.changes) WITH ORDINALITY AS item (change, ordinal))`;

/**
 * Returns SQL to be joined to `event`: `shown.changes`, the changes of an update as clients get them, as text; and
 * `shown.is_cut`, true if values were left out of them because of their size. Clients see no changes of objects that
 * came or went, unless `verbs` has them.
 *
 * @param limit SQL of the maximum number of bytes that changes may have to be shown with their values
 */
export const publicChangesSql = (limit: string, verbs: readonly EventVerb[] = ['updated']): string => `
  CROSS JOIN LATERAL (
    SELECT CASE WHEN event.verb IN (${verbs.map((verb) => `'${verb}'`).join(', ')}) THEN event.changes::text ELSE '[]' END AS text OFFSET 0
  ) AS stored
  CROSS JOIN LATERAL (
    SELECT CASE WHEN octet_length(stored.text) <= ${limit} THEN stored.text
                ELSE ${eachOf(`item.change - 'byId'`)} END AS text OFFSET 0
  ) AS public
  CROSS JOIN LATERAL (
    SELECT octet_length(public.text) > ${limit} AS is_cut,
           CASE WHEN octet_length(public.text) <= ${limit} THEN public.text
                ELSE ${eachOf(`item.change - 'byId' || '{"old": null, "new": null}'`)} END AS changes OFFSET 0
  ) AS shown`;
