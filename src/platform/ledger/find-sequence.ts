import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';
import { bisectSql } from './bisect.ts';
import { IS_DIRECT_CHANGE } from './direct-change.ts';

/** Maximum number of events by which transactions that overlap commit in another order than their times. */
const NEIGHBOURS = 5_000;

const AT_TIME = defineStatement({
  name: 'ledger.sequence_at_time',
  kind: 'read',
  row: { sequence: 'text' },
  sql: `${bisectSql('at <= $2::timestamptz')}
        SELECT (coalesce((SELECT min(event.sequence) FROM ledger.event
                            WHERE organization_id = $1::uuid AND event.sequence >= low - $3::int
                              AND event.sequence < low AND at > $2::timestamptz), low) - 1)::text AS sequence
        FROM search WHERE low = high`,
});

/**
 * Finds the last sequence at or before which everything happened until a time; 0 before the first event. By
 * bisection: times follow the sequence but for transactions that overlapped, so the events before the result are read
 * once more.
 */
export async function findSequenceAtTime(
  transaction: Transaction,
  organizationId: string,
  time: Date,
): Promise<number> {
  // PostgreSQL has no year 0, and nothing happened before 1970.
  const requestedTime = new Date(Math.max(time.getTime(), 0));
  const [row] = await transaction.execute(AT_TIME, [organizationId, requestedTime.toISOString(), NEIGHBOURS]);
  return Number(row?.sequence ?? 0);
}

const OF_VERSION = defineStatement({
  name: 'ledger.sequence_of_version',
  kind: 'read',
  row: { version: 'int', sequence: 'text' },
  sql: `(SELECT version, sequence::text AS sequence FROM ledger.event
         WHERE organization_id = $1::uuid AND object_id = $2::uuid AND version <= $3::int AND ${IS_DIRECT_CHANGE}
         ORDER BY event.sequence DESC LIMIT 1)
        UNION ALL
        (SELECT version, sequence::text FROM ledger.event
         WHERE organization_id = $1::uuid AND object_id = $2::uuid AND ${IS_DIRECT_CHANGE}
         ORDER BY event.sequence DESC LIMIT 1)`,
});

/**
 * Finds the event that made a version of an object, and the latest of its events; null for a version or object that
 * does not exist.
 */
export async function findVersionEvent(
  transaction: Transaction,
  organizationId: string,
  objectId: string,
  version: number,
): Promise<{ readonly sequence: number | null; readonly latest: number | null }> {
  const rows = await transaction.execute(OF_VERSION, [organizationId, objectId, version]);
  const versionRow = rows.find((row) => row.version === version);
  return {
    sequence: versionRow === undefined ? null : Number(versionRow.sequence),
    latest: rows.length === 0 ? null : Math.max(...rows.map((row) => row.version)),
  };
}

const LATEST = defineStatement({
  name: 'ledger.latest_of_object',
  kind: 'read',
  row: { sequence: 'text' },
  sql: `SELECT sequence::text AS sequence FROM ledger.event
        WHERE organization_id = $1::uuid AND object_id = $2::uuid AND event.sequence <= $3::bigint
          AND ${IS_DIRECT_CHANGE}
        ORDER BY event.sequence DESC LIMIT 1`,
});

/** Finds the latest change of an object itself up to a sequence; 0 when there is none. */
export async function findLastChangeSequence(
  transaction: Transaction,
  organizationId: string,
  objectId: string,
  upTo: number,
): Promise<number> {
  const [row] = await transaction.execute(LATEST, [organizationId, objectId, upTo]);
  return Number(row?.sequence ?? 0);
}
