import { createHash } from 'node:crypto';
import { Conflict, NotFound, ValidationFailed } from '../../kernel/errors.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { canonicalJson, isJsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import { defineStatement } from '../database/statement.ts';

const RETENTION_HOURS = 24;

/** Identity of a request that may be sent again: the caller, the operation and the caller's key. */
export interface IdempotentRequest {
  readonly session: Session;
  readonly operation: string;
  readonly key: string;
  readonly input: JsonValue;
}

const hashOf = (request: IdempotentRequest) =>
  createHash('sha256').update(canonicalJson(request.input)).digest('hex');

const LOCK = defineStatement({
  name: 'idempotency.lock',
  kind: 'read',
  row: { taken: 'boolean' },
  sql: `SELECT pg_try_advisory_xact_lock(hashtextextended(concat_ws(E'\\x1f', $1::text, $2::text, $3::text, $4::text), 1)) AS taken`,
});

const FIND = defineStatement<{ request_hash: string; output: JsonValue }>({
  name: 'idempotency.find',
  kind: 'read',
  row: { request_hash: 'text', output: 'json' },
  sql: `SELECT request_hash, output FROM ledger.idempotency_record
        WHERE organization_id = $1::uuid AND actor_id = $2 AND operation = $3 AND key = $4 AND expires_at > now()`,
});

/**
 * Returns the stored output of an earlier, committed request with this key, or null when this is the first.
 *
 * @throws Conflict `idempotency-in-progress` while the first is still running,
 * ValidationFailed `idempotency-key-reused` when the earlier request was another one.
 */
export async function findStoredOutcome(
  transaction: Transaction,
  request: IdempotentRequest,
): Promise<{ readonly output: JsonValue } | null> {
  const { session, operation, key } = request;
  const recordKey = [session.organizationId, session.actor.id, operation, key];
  const [lock] = await transaction.execute(LOCK, recordKey);
  // The record is also looked for when the lock is held: its holder may be another repetition, which is no reason to
  // reject this one.
  const [found] = await transaction.execute(FIND, recordKey);
  if (found === undefined) {
    if (lock?.taken === true) return null;
    throw new Conflict('idempotency-in-progress', localized('idempotency-in-progress'));
  }
  if (found.request_hash !== hashOf(request)) {
    throw new ValidationFailed('idempotency-key-reused', localized('idempotency-key-reused'));
  }
  return { output: found.output };
}

const LAST_EVENT = defineStatement({
  name: 'idempotency.last_event',
  kind: 'read',
  row: { resource: 'text', verb: 'text', ref: 'text' },
  sql: `SELECT resource, verb, ref FROM ledger.event
        WHERE organization_id = $1::uuid AND object_id = $2::uuid ORDER BY sequence DESC LIMIT 1`,
});

/**
 * Rejects the earlier response when the object that an earlier output names was deleted since: nobody should take it
 * for a product that exists.
 *
 * @throws NotFound `deleted` (410).
 */
export async function assertNotDeleted(
  transaction: Transaction,
  { organizationId }: Session,
  output: JsonValue,
): Promise<void> {
  const id = isJsonObject(output) && typeof output.id === 'string' ? decodeId(output.id) : null;
  if (id === null) return;
  const [last] = await transaction.execute(LAST_EVENT, [organizationId, id.uuid]);
  if (last?.verb !== 'deleted' && last?.verb !== 'purged') return;
  throw new NotFound(
    'deleted',
    localized('replayed-object-deleted', { kind: last.resource.replaceAll('_', ' '), ref: last.ref }),
  );
}

const REMEMBER = defineStatement({
  name: 'idempotency.remember',
  kind: 'write',
  sql: `INSERT INTO ledger.idempotency_record (organization_id, actor_id, operation, key, request_hash, output, expires_at)
        VALUES ($1::uuid, $2, $3, $4, $5, $6::jsonb, now() + make_interval(hours => ${RETENTION_HOURS}))
        ON CONFLICT (organization_id, actor_id, operation, key) DO UPDATE
        SET request_hash = excluded.request_hash, output = excluded.output, expires_at = excluded.expires_at`,
});

/** Remembers the output in the operation's own transaction, so that record and effect stand or fall together. */
export async function storeOutcome(
  transaction: Transaction,
  request: IdempotentRequest,
  output: JsonValue,
): Promise<void> {
  const { session, operation, key } = request;
  await transaction.execute(REMEMBER, [
    session.organizationId,
    session.actor.id,
    operation,
    key,
    hashOf(request),
    JSON.stringify(output),
  ]);
}
