/**
 * Finds, as the row of `search` whose `low` is `high`, the first sequence whose time (`at`) no longer fulfils a
 * condition; numbers that are no longer stored do. `$1` is the organization.
 */
export const bisectSql = (condition: string): string => `WITH RECURSIVE search (low, high) AS (
          SELECT 1::bigint, last_sequence + 1 FROM ledger.counter WHERE organization_id = $1::uuid
          UNION ALL
          SELECT CASE WHEN middle.is_before THEN middle.sequence + 1 ELSE low END,
                 CASE WHEN middle.is_before THEN high ELSE middle.sequence END
          FROM search CROSS JOIN LATERAL (
            SELECT sequence, coalesce((SELECT ${condition} FROM ledger.event
                                       WHERE organization_id = $1::uuid AND event.sequence = half.sequence), true) AS is_before
            FROM (SELECT (low + high) / 2 AS sequence) AS half
          ) AS middle
          WHERE low < high
        )`;
