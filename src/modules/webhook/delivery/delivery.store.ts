import type { Transaction, WriteContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { isProcessDeadSql } from '../../../platform/notification/process-lock.ts';
import { type EndpointRow, isReceiving, MAX_IN_FLIGHT, maxInFlight } from '../endpoint/endpoint-state.ts';
import type { AttemptRecord, DeliveryKind, DeliveryStatus } from './delivery-state.ts';

/** Fields of a new delivery. */
export interface NewDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly kind: DeliveryKind;
  readonly eventId: string;
  readonly eventType: string;
  readonly sequence: number;
  /** RFC 3339. */
  readonly eventAt: string;
  readonly ref: string;
  /** UUID; deliveries of one ordered queue follow each other. */
  readonly lane: string;
  /** Body of an event that is in no ledger. */
  readonly body?: string | null;
}

const INSERT_DELIVERIES = defineStatement({
  name: 'webhook.insert_deliveries',
  kind: 'write',
  prepared: true,
  sql: `INSERT INTO public.webhook_delivery (organization_id, id, endpoint_id, kind, event_id, event_type, sequence, event_at,
                                             ref, lane, body, created_at)
        SELECT $1::uuid, id, "endpointId", kind, "eventId", "eventType", sequence, "eventAt", ref, lane, body, $2::timestamptz
        FROM jsonb_to_recordset($3::jsonb) AS row(id uuid, "endpointId" uuid, kind text, "eventId" uuid, "eventType" text,
             sequence bigint, "eventAt" timestamptz, ref text, lane uuid, body text)
        ON CONFLICT (organization_id, endpoint_id, sequence) WHERE kind = 'event' DO NOTHING`,
});

/**
 * Inserts deliveries that wait for their ordered queues, by one statement; an event that has one of its own gets no
 * second.
 */
export async function insertDeliveries(
  context: WriteContext,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await context.execute(INSERT_DELIVERIES, [
    context.session.organizationId,
    context.now.toISOString(),
    JSON.stringify(deliveries),
  ]);
}

/** Names an ordered queue. */
export interface OrderingKey {
  readonly endpointId: string;
  readonly lane: string;
}

const PROMOTE = defineStatement<OrderingKey>({
  name: 'webhook.promote',
  kind: 'write',
  prepared: true,
  row: { endpointId: 'text', lane: 'text' },
  sql: `SELECT endpoint::text AS "endpointId", promoted::text AS lane
        FROM webhook.promote($1::uuid, $2::uuid[], $3::uuid[], $4::timestamptz)`,
});

/**
 * Makes the first unfinished delivery of each ordered queue due, where it still waits; returns those ordered queues.
 * Safe to repeat.
 *
 * Deliveries end without a lock of their endpoint. So that no ordered queue is left without a due one, whoever inserts
 * into ordered queues asks once more after the commit, and so does whoever ends a delivery: one of the two sees what
 * the other has done.
 */
export async function promoteOrderingKeys(
  context: WriteContext,
  lanes: readonly OrderingKey[],
): Promise<readonly OrderingKey[]> {
  if (lanes.length === 0) return [];
  // The order is fixed, so that two workers that promote never wait for each other.
  const ordered = lanes.toSorted((a, b) => (a.lane < b.lane ? -1 : 1));
  return context.execute(PROMOTE, [
    context.session.organizationId,
    ordered.map(({ endpointId }) => endpointId),
    ordered.map(({ lane }) => lane),
    context.now.toISOString(),
  ]);
}

/** A delivery that is in the queue from now on. */
export interface QueuedDelivery {
  readonly id: string;
  readonly attempt: number;
}

const TAKE_READY = defineStatement<QueuedDelivery>({
  name: 'webhook.take_ready',
  kind: 'write',
  prepared: true,
  row: { id: 'text', attempt: 'int' },
  sql: `SELECT taken::text AS id, next_attempt AS attempt
        FROM webhook.take_ready($1::uuid, $2::uuid, $3::timestamptz, $4::int, $5::boolean)`,
});

/**
 * Takes due deliveries of a locked endpoint for the queue, as many as it has slots free; those that were due first come
 * first. Pings go out to a paused one too, so that it can be tried before it is switched on.
 */
export async function enqueueDue(
  context: WriteContext,
  endpoint: EndpointRow,
): Promise<readonly QueuedDelivery[]> {
  if (endpoint.state === 'disabled') return [];
  return context.execute(TAKE_READY, [
    context.session.organizationId,
    endpoint.id,
    context.now.toISOString(),
    maxInFlight(endpoint),
    isReceiving(endpoint),
  ]);
}

/** A delivery in the hands of a worker, and where it goes. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly kind: DeliveryKind;
  readonly eventId: string;
  readonly eventType: string;
  readonly sequence: number;
  readonly eventAt: string;
  readonly lane: string;
  readonly attempt: number;
  readonly failures: number;
  readonly body: string | null;
  readonly endpoint: Pick<
    EndpointRow,
    | 'id'
    | 'url'
    | 'payload'
    | 'sealedHeaders'
    | 'sealedSecret'
    | 'sealedPreviousSecret'
    | 'previousSecretUntil'
  >;
  /** Otherwise an arrival is news for it, and told by a transaction. */
  readonly isEndpointActive: boolean;
  /** Failed attempts in a row that it had when this was claimed. */
  readonly endpointFailures: number;
}

const hex = (column: string) => `'\\x' || encode(endpoint.${column}, 'hex')`;

/** Columns that a claim returns, of a `delivery` and its `endpoint`. */
const CLAIMED = `delivery.id::text AS id, delivery.endpoint_id::text AS "endpointId", delivery.kind,
  delivery.event_id::text AS "eventId", delivery.event_type AS "eventType", delivery.sequence::float8 AS sequence,
  to_char(delivery.event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "eventAt",
  delivery.lane::text AS lane, delivery.attempt, delivery.failures, delivery.body,
  endpoint.state = 'active' AS "isEndpointActive", endpoint.consecutive_failures AS "endpointFailures",
  jsonb_build_object('id', endpoint.id, 'url', endpoint.url, 'payload', endpoint.payload,
    'sealedHeaders', ${hex('sealed_headers')}, 'sealedSecret', ${hex('sealed_secret')},
    'sealedPreviousSecret', ${hex('sealed_previous_secret')},
    'previousSecretUntil', to_char(endpoint.previous_secret_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    AS endpoint`;

/** Worker that gets deliveries, and the end of its lease. */
export interface Claimant {
  readonly leaseUntil: Date;
  /** The number by which its process shows that it lives; null when it does not, and only the lease counts. */
  readonly worker: number | null;
}

const CLAIM = defineStatement<ClaimedDelivery>({
  name: 'webhook.claim',
  kind: 'write',
  prepared: true,
  row: {
    id: 'text',
    endpointId: 'text',
    kind: 'text',
    eventId: 'text',
    eventType: 'text',
    sequence: 'float',
    eventAt: 'text',
    lane: 'text',
    attempt: 'int',
    failures: 'int',
    body: 'text | null',
    endpoint: 'json',
    isEndpointActive: 'boolean',
    endpointFailures: 'int',
  },
  sql: `UPDATE public.webhook_delivery AS delivery
        SET status = 'sending', attempt = attempt + 1, lease_until = $4::timestamptz, worker = $5::int
        FROM public.webhook_endpoint AS endpoint
        WHERE delivery.organization_id = $1::uuid AND delivery.id = $2::uuid AND delivery.status = 'due'
          AND delivery.enqueued_at IS NOT NULL AND delivery.next_attempt_at <= $3::timestamptz
          AND endpoint.organization_id = $1::uuid AND endpoint.id = delivery.endpoint_id
          AND (endpoint.state IN ('active', 'failing') OR endpoint.state = 'paused' AND delivery.kind = 'ping')
        RETURNING ${CLAIMED}`,
});

/** Gives a due delivery to a worker; nothing when it does not exist, is not due or its endpoint rests. */
export async function claimRow(
  context: WriteContext,
  id: string,
  { leaseUntil, worker }: Claimant,
): Promise<ClaimedDelivery | undefined> {
  const [row] = await context.execute(CLAIM, [
    context.session.organizationId,
    id,
    context.now.toISOString(),
    leaseUntil.toISOString(),
    worker,
  ]);
  return row;
}

/** A delivery that a receiver has taken. */
export type AcknowledgedDelivery = Pick<AttemptResult, 'id' | 'attempt' | 'record'>;

/** Deliveries of one endpoint that have arrived, {@link MAX_IN_FLIGHT} at most. */
export interface AcknowledgedBatch {
  readonly endpointId: string;
  readonly arrived: readonly AcknowledgedDelivery[];
  /** Number of their slots that go to other deliveries; the remaining ones are released. */
  readonly kept: number;
}

/** Result of recording arrived deliveries, and the deliveries that have their slots now. */
export interface ReleasedSlots {
  /** Deliveries that nobody else had taken over meanwhile. */
  readonly heard: readonly Pick<AcknowledgedDelivery, 'id' | 'attempt'>[];
  /**
   * Ordered queues of them in which nothing waited: for {@link promoteOrderingKeys}, because something may have come
   * meanwhile.
   */
  readonly quietLanes: readonly string[];
  /** The deliveries that have the slots now. */
  readonly claimed: readonly ClaimedDelivery[];
}

const RELEASE = defineStatement<ReleasedSlots>({
  name: 'webhook.hand_on',
  kind: 'write',
  prepared: true,
  row: { heard: 'json', quietLanes: 'json', claimed: 'json' },
  sql: `WITH done AS MATERIALIZED (
          SELECT * FROM webhook.hand_on($1::uuid, $2::uuid, $3::jsonb, $4::timestamptz, $5::timestamptz, $6::int, $7::int)
        )
        SELECT heard, quiet_lanes AS "quietLanes", coalesce((
          SELECT jsonb_agg(to_jsonb(one)) FROM (
            SELECT ${CLAIMED} FROM unnest(done.claimed) AS delivery
            CROSS JOIN (SELECT * FROM public.webhook_endpoint WHERE organization_id = $1::uuid AND id = $2::uuid) AS endpoint
          ) AS one), '[]') AS claimed
        FROM done`,
});

/**
 * Writes down that deliveries have arrived, hands their slots to those of the endpoint that have been due for longest,
 * and makes the next of their ordered queues due, all in one statement: the number of slots in use never changes in
 * between. Fewer than `kept` are claimed when fewer are due, none when the endpoint is not active.
 */
export async function releaseSlots(
  context: WriteContext,
  { endpointId, arrived, kept }: AcknowledgedBatch,
  { leaseUntil, worker }: Claimant,
): Promise<ReleasedSlots> {
  const [row] = await context.execute(RELEASE, [
    context.session.organizationId,
    endpointId,
    JSON.stringify(arrived.toSorted((a, b) => (a.id < b.id ? -1 : 1))),
    context.now.toISOString(),
    leaseUntil.toISOString(),
    kept,
    worker,
  ]);
  return row ?? { heard: [], quietLanes: [], claimed: [] };
}

/** State of a delivery after an attempt. */
export interface AttemptResult {
  readonly id: string;
  /** The attempt that ended; another one in the row says that somebody else has it by now. */
  readonly attempt: number;
  readonly status: Extract<DeliveryStatus, 'due' | 'succeeded' | 'dead' | 'cancelled'>;
  readonly failures: number;
  /** Time of the next attempt; null after the last. */
  readonly nextAttemptAt: Date | null;
  readonly record: AttemptRecord;
}

const SETTLE = defineStatement({
  name: 'webhook.settle',
  kind: 'write',
  row: { lane: 'text' },
  sql: `UPDATE public.webhook_delivery
        SET status = $4, failures = $5::int, next_attempt_at = $6::timestamptz, attempts = attempts || $7::jsonb,
            enqueued_at = NULL, lease_until = NULL,
            finished_at = CASE WHEN $6::timestamptz IS NULL THEN $8::timestamptz END
        WHERE organization_id = $1::uuid AND id = $2::uuid AND status = 'sending' AND attempt = $3::int
        RETURNING lane::text AS lane`,
});

/** Writes down how an attempt ended; returns the ordered queue, nothing when somebody else has the delivery by now. */
export async function recordAttempt(
  context: WriteContext,
  settled: AttemptResult,
): Promise<string | undefined> {
  const [row] = await context.execute(SETTLE, [
    context.session.organizationId,
    settled.id,
    settled.attempt,
    settled.status,
    settled.failures,
    settled.nextAttemptAt?.toISOString() ?? null,
    JSON.stringify([settled.record]),
    context.now.toISOString(),
  ]);
  return row?.lane;
}

/** Returns a condition of SQL on a delivery: its worker has died, or was silent for too long at the time `$now`. */
export const isWorkerLost = (now: string): string =>
  `(lease_until < ${now}::timestamptz OR lease_until IS NOT NULL AND ${isProcessDeadSql('worker')})`;

const RETURN_LOST = defineStatement({
  name: 'webhook.return_lost',
  kind: 'write',
  sql: `UPDATE public.webhook_delivery
        SET status = CASE status WHEN 'sending' THEN 'due' ELSE status END, enqueued_at = NULL, lease_until = NULL,
            next_attempt_at = CASE status WHEN 'sending' THEN $3::timestamptz ELSE next_attempt_at END
        WHERE organization_id = $1::uuid AND endpoint_id = $2::uuid AND enqueued_at IS NOT NULL
          AND (${isWorkerLost('$3')} OR status <> 'sending' AND enqueued_at <= $4::timestamptz)`,
});

/**
 * Takes deliveries of a locked endpoint back from workers that died or were silent for too long, with the slots of those
 * that are over, and from a queue that has had them since `enqueuedBefore`, in case it was lost.
 */
export async function reclaimLostDeliveries(
  context: WriteContext,
  endpointId: string,
  enqueuedBefore: Date,
): Promise<void> {
  await context.execute(RETURN_LOST, [
    context.session.organizationId,
    endpointId,
    context.now.toISOString(),
    enqueuedBefore.toISOString(),
  ]);
}

const FREEZE = defineStatement({
  name: 'webhook.freeze',
  kind: 'write',
  sql: `UPDATE public.webhook_delivery SET enqueued_at = NULL
        WHERE organization_id = $1::uuid AND endpoint_id = $2::uuid AND status = 'due' AND enqueued_at IS NOT NULL`,
});

/** Takes all that waits in the queue back out of it; their jobs find nothing to do. */
export async function pauseDeliveries(context: WriteContext, endpointId: string): Promise<void> {
  await context.execute(FREEZE, [context.session.organizationId, endpointId]);
}

const THAW = defineStatement({
  name: 'webhook.thaw',
  kind: 'write',
  sql: `UPDATE public.webhook_delivery SET next_attempt_at = $3::timestamptz
        WHERE organization_id = $1::uuid AND endpoint_id = $2::uuid AND status = 'due' AND next_attempt_at > $3::timestamptz`,
});

/** Makes everything of an endpoint due at once that was to be tried later. */
export async function resumeDeliveries(context: WriteContext, endpointId: string): Promise<void> {
  await context.execute(THAW, [context.session.organizationId, endpointId, context.now.toISOString()]);
}

const CANCEL_UNSENT = defineStatement({
  name: 'webhook.cancel_unsent',
  kind: 'write',
  sql: `UPDATE public.webhook_delivery
        SET status = 'cancelled', enqueued_at = NULL, next_attempt_at = NULL, finished_at = $3::timestamptz
        WHERE organization_id = $1::uuid AND endpoint_id = $2::uuid AND status IN ('waiting', 'due')`,
});

/** Ends all that has not been sent yet. What a worker has at this time ends by itself. */
export async function cancelPendingDeliveries(context: WriteContext, endpointId: string): Promise<void> {
  await context.execute(CANCEL_UNSENT, [
    context.session.organizationId,
    endpointId,
    context.now.toISOString(),
  ]);
}

/** Event of a delivery, from which another delivery is made. */
export type DeliveryEvent = Omit<NewDelivery, 'id' | 'lane' | 'kind'> & { readonly kind: DeliveryKind };

const FIND_DELIVERY = defineStatement<Omit<DeliveryEvent, 'sequence'> & { readonly sequence: string }>({
  name: 'webhook.find_delivery',
  kind: 'read',
  row: {
    endpointId: 'text',
    ref: 'text',
    kind: 'text',
    eventId: 'text',
    eventType: 'text',
    eventAt: 'text',
    body: 'text | null',
    sequence: 'text',
  },
  sql: `SELECT endpoint_id::text AS "endpointId", kind, event_id::text AS "eventId", event_type AS "eventType",
          sequence::text AS sequence, to_char(event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "eventAt",
          ref, body
        FROM public.webhook_delivery WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Returns one delivery by its UUID. */
export async function findDelivery(context: WriteContext, id: string): Promise<DeliveryEvent | undefined> {
  const [row] = await context.execute(FIND_DELIVERY, [context.session.organizationId, id]);
  return row === undefined ? undefined : { ...row, sequence: Number(row.sequence) };
}

const PURGE = defineStatement({
  name: 'webhook.purge',
  kind: 'write',
  sql: `WITH replay AS (DELETE FROM public.webhook_replay WHERE finished_at < $1::timestamptz),
        over AS MATERIALIZED (
          SELECT organization_id, id FROM public.webhook_delivery WHERE finished_at < $1::timestamptz
          ORDER BY finished_at LIMIT $2::int FOR UPDATE SKIP LOCKED
        )
        DELETE FROM public.webhook_delivery AS delivery USING over
        WHERE delivery.organization_id = over.organization_id AND delivery.id = over.id RETURNING 1 AS purged`,
});

/** Deletes up to `limit` deliveries and replays that were over before a time; returns how many. */
export async function purgeFinished(owner: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await owner.execute(PURGE, [before.toISOString(), limit]);
  return rows.length;
}
