import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import {
  type LedgerRow,
  readLedgerRows,
  type TracedLedgerRow,
} from '../../../platform/ledger/read-ledger.ts';
import type { Vault } from '../../../platform/secret/vault.ts';
import { eventBody } from '../../event/index.ts';
import { openHeaders, openSecrets } from '../endpoint/endpoint-secrets.ts';
import type { Payload } from '../endpoint/endpoint-state.ts';
import { type Claimant, type ClaimedDelivery, claimRow } from './delivery.store.ts';
import { signatureHeaders } from './sign-delivery.ts';

/**
 * Time for which a worker holds a delivery, in milliseconds: the time of its request, and that of recording the result.
 */
const LEASE_MS = 30_000;

export const claimantFrom = (now: Date, worker: number | null): Claimant => ({
  leaseUntil: new Date(now.getTime() + LEASE_MS),
  worker,
});

export interface ClaimInput {
  /** UUID. */
  readonly deliveryId: string;
  readonly vault: Vault;
  /** The number of the process that asks, see {@link Claimant}. */
  readonly worker: number | null;
}

/** A delivery in the hands of a worker, ready to be sent. */
export interface SignedRequest {
  readonly delivery: Pick<
    ClaimedDelivery,
    | 'id'
    | 'endpointId'
    | 'lane'
    | 'kind'
    | 'eventId'
    | 'eventType'
    | 'eventAt'
    | 'attempt'
    | 'failures'
    | 'isEndpointActive'
    | 'endpointFailures'
  >;
  /** The span that wrote the event; null when it was not recorded or there is no such event in the ledger. */
  readonly trace: string | null;
  /** True when a job has written it, as one of many. */
  readonly isOfJob: boolean;
  readonly startedAt: Date;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Gives a delivery to the worker that asks; null when it does not exist, is not due, or another has it. */
export const claimDelivery = defineWrite({
  name: 'claimDelivery',
  scope: 'settings:write',
  effect: 'write',
  retry: 'unsafe',
  errors: [],
  autocommit: true,
  async handler(
    context: WriteContext,
    { deliveryId, vault, worker }: ClaimInput,
  ): Promise<SignedRequest | null> {
    const claimed = await claimRow(context, deliveryId, claimantFrom(context.now, worker));
    if (claimed === undefined) return null;
    const [request] = await buildRequests(context, [claimed], vault);
    if (request === undefined) throw new Error(`The ledger has no event ${claimed.sequence}.`);
    return request;
  },
});

/**
 * Returns the requests for claimed deliveries: the bodies of their events, signed at the present time. A delivery whose
 * event the ledger lacks is left out; its lease ends, and the next worker that claims it alone reports the loss.
 */
export async function buildRequests(
  context: WriteContext,
  claimed: readonly ClaimedDelivery[],
  vault: Vault,
): Promise<readonly SignedRequest[]> {
  const events = await eventsOf(context, claimed);
  const ready = claimed.flatMap((one) => {
    const body = bodyOf(one, events, context.session.organizationId);
    return body === null ? [] : [{ one, body, event: events.get(one.sequence) }];
  });
  const opened = new Map<string, Opened>();
  return ready.map(({ one, body, event }) => {
    const { endpoint } = one;
    const open = opened.get(endpoint.id) ?? {
      headers: openHeaders(vault, endpoint),
      secrets: openSecrets(vault, endpoint, context.now),
    };
    opened.set(endpoint.id, open);
    const origin = { trace: event?.trace ?? null, isOfJob: typeof event?.jobId === 'string' };
    return { ...readyRequest(one, body, open, context.now), ...origin };
  });
}

interface Opened {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

function readyRequest(
  claimed: ClaimedDelivery,
  body: Buffer,
  { headers, secrets }: Opened,
  at: Date,
): Omit<SignedRequest, 'trace' | 'isOfJob'> {
  const { endpoint, kind, attempt } = claimed;
  const id = encodeId('Event', claimed.eventId);
  return {
    delivery: claimed,
    startedAt: at,
    url: endpoint.url,
    body,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'User-Agent': 'Catalograph-Webhooks/1',
      'Catalograph-Event-Type': claimed.eventType,
      'Catalograph-Event-Id': id,
      'Catalograph-Delivery-Id': encodeId('WebhookDelivery', claimed.id),
      'Catalograph-Delivery-Attempt': String(attempt),
      ...(kind === 'event' ? {} : { 'Catalograph-Delivery-Kind': kind }),
      ...signatureHeaders(secrets, { id, at, body }),
    },
  };
}

type Events = ReadonlyMap<number, TracedLedgerRow>;

async function eventsOf(context: WriteContext, claimed: readonly ClaimedDelivery[]): Promise<Events> {
  const reported = claimed.filter(({ body }) => body === null);
  if (reported.length === 0) return new Map();
  const { organizationId } = context.session;
  const since = new Date(Math.min(...reported.map(({ eventAt }) => Date.parse(eventAt))));
  const sequences = reported.map(({ sequence }) => sequence);
  const rows = await readLedgerRows(context, { organizationId, sequences, since });
  return new Map(rows.map((row) => [row.sequence, row]));
}

function bodyOf(claimed: ClaimedDelivery, events: Events, organizationId: string): Buffer | null {
  if (claimed.body !== null) return Buffer.from(claimed.body);
  const event = events.get(claimed.sequence);
  return event === undefined ? null : deliveryBody(event, organizationId, claimed.endpoint.payload);
}

/** Keys that every reference has of its object, whatever identifies it. */
const REFERENCE_KEYS = ['id', 'sku', 'code', 'name', 'version'] as const;

/**
 * Returns the bytes of an event as an endpoint gets them, the same for every attempt: the event of the feed, or only
 * what it is about, for those who read the object themselves.
 */
function deliveryBody(row: LedgerRow, organizationId: string, payload: Payload): Buffer {
  const body = eventBody(row, organizationId);
  if (payload === 'changes') return Buffer.from(JSON.stringify(body));
  const data = Object.fromEntries(
    REFERENCE_KEYS.filter((key) => key in body.data).map((key) => [key, body.data[key]]),
  );
  return Buffer.from(JSON.stringify({ ...body, data }));
}
