import type { NewEvent, WebhookMode } from '../../kernel/event.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { bulkStatement } from '../bulk-write/bulk-write.ts';
import { serializationFailure, sqlStateOf } from '../database/sql-state.ts';
import { defineStatementFamily } from '../database/statement.ts';
import { newId } from '../new-id.ts';

/**
 * Writes the events of one transaction with consecutive sequence numbers of their organization; returns the last of
 * them, null when there was none to write.
 *
 * Must be the transaction's last statement: the counter row stays locked until the commit, so numbers are given in
 * commit order and without gaps, and a reader that has seen N has seen everything below it. COMMIT may be sent
 * without waiting for the result: the statement fails by itself when an event cannot be numbered.
 *
 * @param trace the span that writes them (W3C Trace Context), for those who continue it; null when none is recorded
 */
export async function appendEvents(
  transaction: Transaction,
  session: Session,
  now: Date,
  events: readonly NewEvent[],
  trace: string | null = null,
): Promise<number | null> {
  if (events.length === 0) return null;
  const rows = events.map((event, index) => toRow(event, index + 1, session.webhooks ?? 'each'));
  const [statement, parameters] = bulkStatement({
    family: APPEND,
    parameters: [
      session.organizationId,
      rows.length,
      now.toISOString(),
      JSON.stringify(session.actor),
      session.door,
      session.jobId,
      session.requestId,
      trace,
    ],
    types: EVENT_TYPES,
    rows,
  });
  const inserting = transaction.execute(statement, parameters);
  const inserted = await inserting.catch((error: unknown) => {
    // The month got a partition of its own while the event waited for the default one.
    if (sqlStateOf(error) === '23514') throw serializationFailure(error);
    // Only here the number of an event is null.
    if (sqlStateOf(error) !== '23502') throw error;
    const organization = `The ledger of organization ${session.organizationId}`;
    throw new Error(`${organization} has no counter; nothing was written.`, { cause: error });
  });
  return Number(inserted[0]?.last);
}

const APPEND = defineStatementFamily({
  name: 'ledger.append',
  kind: 'write',
  prepared: true,
  row: { last: 'text' },
  sql: (source) => `WITH taken AS (
      UPDATE ledger.counter SET last_sequence = last_sequence + $2::int
      WHERE organization_id = $1::uuid RETURNING last_sequence
    ), written AS (
      INSERT INTO ledger.event (organization_id, sequence, id, at, resource, verb, object_id, ref, version, actor,
                                door, job_id, request_id, comment, data, changes, changes_truncated,
                                to_webhooks, trace)
      SELECT $1::uuid, (SELECT last_sequence FROM taken) - $2::int + row.ordinal, row.id, $3::timestamptz, row.resource, row.verb,
             row.object_id, row.ref, row.version, $4::jsonb, $5, $6::uuid, $7, row.comment, row.data, row.changes, false,
             row.to_webhooks, $8
      FROM ${source} AS row
    ) SELECT last_sequence::text AS last FROM taken`,
});

/** Types of the columns of an event. */
const EVENT_TYPES = {
  ordinal: 'integer',
  id: 'uuid',
  resource: 'text',
  verb: 'text',
  object_id: 'uuid',
  ref: 'text',
  version: 'integer',
  comment: 'text',
  data: 'jsonb',
  changes: 'jsonb',
  to_webhooks: 'boolean',
} as const;

function toRow(
  event: NewEvent,
  ordinal: number,
  webhooks: WebhookMode,
): { readonly [Column in keyof typeof EVENT_TYPES]: JsonValue } {
  return {
    ordinal,
    id: newId(),
    resource: event.resource,
    verb: event.verb,
    object_id: event.objectId,
    ref: event.ref,
    version: event.version,
    comment: event.comment ?? null,
    data: event.data ?? {},
    changes: event.changes as unknown as JsonValue,
    to_webhooks: webhooks === 'each' || (webhooks === 'summary' && event.isSummary === true),
  };
}
