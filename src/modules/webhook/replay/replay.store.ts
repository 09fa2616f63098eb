import type { Transaction, WriteContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

/** A stretch of the ledger that is sent to an endpoint again, and how far that has come. */
export interface ReplayRow {
  readonly id: string;
  readonly endpointId: string;
  /** The last sequence that was looked at. */
  readonly position: number;
  readonly toSequence: number;
  /** RFC 3339; no older event is looked at. */
  readonly since: string;
  readonly types: readonly string[];
  /** UUID of the only object it is about; null for all. */
  readonly objectId: string | null;
  readonly onlyFailed: boolean;
}

const INSERT_REPLAY = defineStatement({
  name: 'webhook.insert_replay',
  kind: 'write',
  sql: `INSERT INTO public.webhook_replay (organization_id, id, endpoint_id, position, to_sequence, since, types, object_id,
                                           only_failed, enqueued_at, created_at)
        VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bigint, $5::bigint, $6::timestamptz, $7::text[], $8::uuid, $9::boolean,
                $10::timestamptz, $10::timestamptz)`,
});

export async function insertReplay(context: WriteContext, replay: ReplayRow): Promise<void> {
  await context.execute(INSERT_REPLAY, [
    context.session.organizationId,
    replay.id,
    replay.endpointId,
    replay.position,
    replay.toSequence,
    replay.since,
    [...replay.types],
    replay.objectId,
    replay.onlyFailed,
    context.now.toISOString(),
  ]);
}

const LOCK_REPLAY = defineStatement<
  Omit<ReplayRow, 'position' | 'toSequence'> & { readonly position: string; readonly toSequence: string }
>({
  name: 'webhook.lock_replay',
  kind: 'read',
  row: {
    id: 'text',
    endpointId: 'text',
    since: 'text',
    types: 'json',
    objectId: 'text | null',
    onlyFailed: 'boolean',
    position: 'text',
    toSequence: 'text',
  },
  sql: `SELECT id::text AS id, endpoint_id::text AS "endpointId", position::text AS position,
          to_sequence::text AS "toSequence", to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since,
          to_jsonb(types) AS types, object_id::text AS "objectId", only_failed AS "onlyFailed"
        FROM public.webhook_replay
        WHERE organization_id = $1::uuid AND id = $2::uuid AND finished_at IS NULL FOR NO KEY UPDATE`,
});

/** Returns a replay that is not over, locked. */
export async function lockReplay(context: WriteContext, id: string): Promise<ReplayRow | undefined> {
  const [row] = await context.execute(LOCK_REPLAY, [context.session.organizationId, id]);
  if (row === undefined) return undefined;
  return { ...row, position: Number(row.position), toSequence: Number(row.toSequence) };
}

const MOVE_REPLAY = defineStatement({
  name: 'webhook.move_replay',
  kind: 'write',
  sql: `UPDATE public.webhook_replay
        SET position = $3::bigint, deliveries = deliveries + $4::int, enqueued_at = $6::timestamptz,
            finished_at = CASE WHEN $5::boolean THEN $6::timestamptz END
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Writes how far a locked replay has come, and that it is over where it is. */
export async function advanceReplay(
  context: WriteContext,
  id: string,
  step: { readonly position: number; readonly deliveries: number; readonly isOver: boolean },
): Promise<void> {
  await context.execute(MOVE_REPLAY, [
    context.session.organizationId,
    id,
    step.position,
    step.deliveries,
    step.isOver,
    context.now.toISOString(),
  ]);
}

const TAKE_NEGLECTED_REPLAYS = defineStatement({
  name: 'webhook.take_neglected_replays',
  kind: 'write',
  row: { organizationId: 'text', replayId: 'text' },
  sql: `UPDATE public.webhook_replay SET enqueued_at = $2::timestamptz
        WHERE (organization_id, id) IN (
          SELECT organization_id, id FROM public.webhook_replay
          WHERE finished_at IS NULL AND enqueued_at <= $1::timestamptz ORDER BY enqueued_at LIMIT 100 FOR UPDATE SKIP LOCKED)
        RETURNING organization_id::text AS "organizationId", id::text AS "replayId"`,
});

/**
 * Returns replays of all organizations that are not over and that nobody has worked on since a time; counts as queued
 * now.
 */
export async function requeueStalledReplays(
  owner: Transaction,
  before: Date,
  now: Date,
): Promise<readonly { readonly organizationId: string; readonly replayId: string }[]> {
  return owner.execute(TAKE_NEGLECTED_REPLAYS, [before.toISOString(), now.toISOString()]);
}

const FIND_OBJECT = defineStatement({
  name: 'webhook.find_object',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.product
        WHERE organization_id = $1::uuid AND ($3::uuid IS NULL AND sku_key = $2 OR id = $3::uuid)
        ORDER BY deleted_at DESC NULLS FIRST LIMIT 1`,
});

/** Returns the UUID of a product by its SKU or by its UUID, deleted ones included; nothing when there never was one. */
export async function findObjectOf(
  context: WriteContext,
  ref: string,
  id: string | null,
): Promise<string | undefined> {
  const [row] = await context.execute(FIND_OBJECT, [context.session.organizationId, ref.toLowerCase(), id]);
  return row?.id;
}
