import type { Transaction } from '../../kernel/operation.ts';
import type { Actor } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { LedgerRange } from '../../platform/ledger/read-ledger.ts';

const COUNT = defineStatement({
  name: 'event.count',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM ledger.event
        WHERE organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint AND at >= $4::timestamptz
          AND resource || '.' || verb = ANY ($5::text[])`,
});

/** Counts the events of some types in a range. */
export async function countEvents(
  transaction: Transaction,
  { organizationId, after, upTo, since, types }: Omit<LedgerRange, 'limit'>,
): Promise<number> {
  const [row] = await transaction.execute(COUNT, [
    organizationId,
    after,
    upTo ?? null,
    since.toISOString(),
    types ?? null,
  ]);
  return row?.count ?? 0;
}

/** Changes of one actor to objects of a kind on a day. */
export interface EventSummary {
  readonly actor: Actor;
  /** `product.updated` */
  readonly type: string;
  /** `2026-11-26`, in UTC. */
  readonly day: string;
  /** RFC 3339, of the earliest and the latest event. */
  readonly firstAt: string;
  readonly lastAt: string;
  /** Number of objects. */
  readonly objects: number;
  /** SKUs or codes, each once, those of the latest events first. */
  readonly refs: readonly string[];
}

const SUMMARIZE = defineStatement<EventSummary>({
  name: 'event.summarize',
  kind: 'read',
  row: {
    actor: 'json',
    type: 'text',
    day: 'text',
    firstAt: 'text',
    lastAt: 'text',
    objects: 'int',
    refs: 'text[]',
  },
  sql: `SELECT (array_agg(actor ORDER BY sequence DESC))[1] AS actor, resource || '.' || verb AS type,
               to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
               to_char(min(at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "firstAt",
               to_char(max(at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastAt",
               count(DISTINCT object_id)::int AS objects, (array_agg(ref ORDER BY sequence DESC))[1:$7::int] AS refs
        FROM ledger.event
        WHERE organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint AND at >= $4::timestamptz
          AND job_id IS NULL AND resource || '.' || verb = ANY ($5::text[])
        GROUP BY actor ->> 'id', 2, 3 ORDER BY max(sequence) DESC LIMIT $6::int`,
});

/** Groups that are listed. */
const LISTED_GROUPS = 50;
/** The latest events of a group whose objects are named. */
const NAMED_EVENTS = 100;

/** Summarizes the events of a range by actor, type and day, outside of jobs; the latest first. */
export async function summarizeEvents(
  transaction: Transaction,
  { organizationId, after, upTo, since, types }: Omit<LedgerRange, 'limit'>,
): Promise<readonly EventSummary[]> {
  const rows = await transaction.execute(SUMMARIZE, [
    organizationId,
    after,
    upTo ?? null,
    since.toISOString(),
    types ?? null,
    LISTED_GROUPS,
    NAMED_EVENTS,
  ]);
  return rows.map((row) => ({ ...row, refs: [...new Set(row.refs)] }));
}
