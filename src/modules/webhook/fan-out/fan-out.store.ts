import type { Transaction, WriteContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { isWorkerLost } from '../delivery/delivery.store.ts';
import type { EventMetadata } from './match-event.ts';

const CONSUMER = 'webhook';

const ACQUIRE_LEADERSHIP = defineStatement({
  name: 'webhook.take_lead',
  kind: 'read',
  prepared: true,
  row: { taken: 'boolean' },
  sql: `SELECT pg_try_advisory_xact_lock(hashtextextended('webhook ' || $1::text, 2)) AS taken`,
});

/** Becomes the one who makes deliveries for the organization until the transaction ends; false when another is. */
export async function acquireLeadership(context: WriteContext): Promise<boolean> {
  const [row] = await context.execute(ACQUIRE_LEADERSHIP, [context.session.organizationId]);
  return row?.taken === true;
}

/** Offsets in the ledger: up to where deliveries were made, and up to where there are events. */
export interface LedgerOffset {
  readonly after: number;
  readonly last: number;
  /** False while no endpoint of the organization gets events. */
  readonly isAwaited: boolean;
}

const OFFSET = defineStatement({
  name: 'webhook.place',
  kind: 'read',
  prepared: true,
  row: { after: 'text', last: 'text', awaited: 'boolean' },
  sql: `SELECT last_sequence::text AS last,
          coalesce((SELECT sequence FROM ledger.cursor WHERE consumer = '${CONSUMER}' AND organization_id = $1::uuid), 0)::text
            AS after,
          EXISTS (SELECT 1 FROM public.webhook_endpoint WHERE organization_id = $1::uuid AND state <> 'disabled') AS awaited
        FROM ledger.counter WHERE organization_id = $1::uuid`,
});

export async function readOffset(context: WriteContext): Promise<LedgerOffset> {
  const [row] = await context.execute(OFFSET, [context.session.organizationId]);
  return { after: Number(row?.after ?? 0), last: Number(row?.last ?? 0), isAwaited: row?.awaited === true };
}

const ADVANCE_OFFSET = defineStatement({
  name: 'webhook.move_place',
  kind: 'write',
  prepared: true,
  sql: `INSERT INTO ledger.cursor (consumer, organization_id, sequence) VALUES ('${CONSUMER}', $1::uuid, $2::bigint)
        ON CONFLICT (consumer, organization_id) DO UPDATE SET sequence = excluded.sequence`,
});

/** Remembers up to where deliveries were made; in the transaction that has made them. */
export async function advanceOffset(context: WriteContext, sequence: number): Promise<void> {
  await context.execute(ADVANCE_OFFSET, [context.session.organizationId, sequence]);
}

/** An event as far as deliveries are concerned. */
export interface LedgerEvent extends EventMetadata {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly objectId: string;
  readonly ref: string;
}

/** Range of events to read; sequence numbers are exclusive below and inclusive above. */
export interface EventRange {
  readonly organizationId: string;
  readonly after: number;
  readonly upTo: number;
  /** No event older than this is read; every one when left out. */
  readonly since?: Date;
  readonly objectId?: string | null;
  /** Endpoint; restricts the events to those whose delivery to it failed. */
  readonly inVainFor?: string | null;
}

const READ_EVENTS = defineStatement<Omit<LedgerEvent, 'sequence'> & { readonly sequence: string }>({
  name: 'webhook.read_events',
  kind: 'read',
  prepared: true,
  row: {
    at: 'text',
    id: 'text',
    objectId: 'text',
    ref: 'text',
    type: 'text',
    paths: 'json',
    toWebhooks: 'boolean',
    sequence: 'text',
  },
  sql: `SELECT sequence::text AS sequence, id::text AS id, resource || '.' || verb AS type,
          to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, object_id::text AS "objectId", ref,
          to_webhooks AS "toWebhooks", jsonb_path_query_array(changes, '$[*].path')
            || CASE WHEN data ? 'live' THEN '["live"]'::jsonb ELSE '[]'::jsonb END AS paths
        FROM ledger.event
        WHERE organization_id = $1::uuid AND sequence > $2::bigint AND sequence <= $3::bigint
          AND ($4::timestamptz IS NULL OR at >= $4::timestamptz) AND ($5::uuid IS NULL OR object_id = $5::uuid)
          AND ($6::uuid IS NULL OR EXISTS (
            SELECT 1 FROM public.webhook_delivery AS delivery
            WHERE delivery.organization_id = $1::uuid AND delivery.endpoint_id = $6::uuid AND delivery.kind = 'event'
              AND delivery.sequence = event.sequence AND delivery.status IN ('dead', 'cancelled')))
        ORDER BY event.sequence`,
});

/** Returns events in the order of their numbers, without their values. */
export async function readEvents(
  transaction: Transaction,
  { organizationId, after, upTo, since, objectId, inVainFor }: EventRange,
): Promise<readonly LedgerEvent[]> {
  const rows = await transaction.execute(READ_EVENTS, [
    organizationId,
    after,
    upTo,
    since?.toISOString() ?? null,
    objectId ?? null,
    inVainFor ?? null,
  ]);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

const FIND_BEHIND = defineStatement({
  name: 'webhook.find_behind',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT counter.organization_id::text AS id
        FROM (SELECT organization_id, min(from_sequence) AS from_sequence FROM public.webhook_endpoint
              WHERE state <> 'disabled' GROUP BY 1) AS awaited
        JOIN ledger.counter USING (organization_id)
        LEFT JOIN ledger.cursor ON cursor.consumer = '${CONSUMER}' AND cursor.organization_id = counter.organization_id
        WHERE counter.last_sequence > greatest(coalesce(cursor.sequence, 0), awaited.from_sequence)`,
});

/** Returns organizations with events for which nobody has made deliveries yet. */
export async function findLaggingOrganizations(owner: Transaction): Promise<readonly string[]> {
  const rows = await owner.execute(FIND_BEHIND);
  return rows.map(({ id }) => id);
}

/** An endpoint of any organization. */
export interface EndpointOfOrganization {
  readonly organizationId: string;
  readonly endpointId: string;
}

const FIND_NEGLECTED = defineStatement<EndpointOfOrganization>({
  name: 'webhook.find_neglected',
  kind: 'read',
  row: { organizationId: 'text', endpointId: 'text' },
  sql: `SELECT endpoint.organization_id::text AS "organizationId", endpoint.id::text AS "endpointId"
        FROM public.webhook_endpoint AS endpoint
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS busy,
            coalesce(bool_or(${isWorkerLost('$1')} OR status <> 'sending' AND enqueued_at <= $2::timestamptz), false)
              AS lost
          FROM webhook.in_slots(endpoint.organization_id, endpoint.id)
        ) AS queue
        WHERE queue.lost OR (endpoint.state IN ('active', 'failing') AND queue.busy < CASE endpoint.state WHEN 'active' THEN 8 ELSE 1 END
          AND webhook.has_ready(endpoint.organization_id, endpoint.id, $1::timestamptz))
        ORDER BY 1, 2 LIMIT $3::int`,
});

/**
 * Returns endpoints with deliveries that a worker or the queue has lost, or that have become due and find a slot free.
 *
 * @param enqueuedBefore what the queue has had since then counts as lost
 */
export async function findStalled(
  owner: Transaction,
  now: Date,
  enqueuedBefore: Date,
  limit: number,
): Promise<readonly EndpointOfOrganization[]> {
  return owner.execute(FIND_NEGLECTED, [now.toISOString(), enqueuedBefore.toISOString(), limit]);
}

/** An ordered queue of any organization. */
export interface OrderingKeyOfOrganization extends EndpointOfOrganization {
  readonly lane: string;
}

const FIND_IDLE_LANES = defineStatement<OrderingKeyOfOrganization>({
  name: 'webhook.find_idle_lanes',
  kind: 'read',
  row: { lane: 'text', organizationId: 'text', endpointId: 'text' },
  sql: `SELECT organization_id::text AS "organizationId", endpoint_id::text AS "endpointId", lane::text AS lane
        FROM public.webhook_delivery WHERE status IN ('waiting', 'due', 'sending')
        GROUP BY organization_id, endpoint_id, lane HAVING bool_and(status = 'waiting') LIMIT $1::int`,
});

/**
 * Returns ordered queues in which everything waits: a process died between inserting a delivery and asking whether the
 * one before it had ended meanwhile. Looks at all that is not over, so it is for once in a while.
 */
export async function findIdlePartitionsOf(
  owner: Transaction,
  limit: number,
): Promise<readonly OrderingKeyOfOrganization[]> {
  return owner.execute(FIND_IDLE_LANES, [limit]);
}
