import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { newId } from '../../../platform/new-id.ts';
import {
  insertDeliveries,
  type NewDelivery,
  type OrderingKey,
  promoteOrderingKeys,
} from '../delivery/delivery.store.ts';
import { enqueueFreeSlots } from '../delivery/recover-endpoint.ts';
import { lockEndpoint, lockReceivingEndpoints } from '../endpoint/endpoint.store.ts';
import type { EndpointRow } from '../endpoint/endpoint-state.ts';
import {
  acquireLeadership,
  advanceOffset,
  type LedgerEvent,
  readEvents,
  readOffset,
} from './fan-out.store.ts';
import { createMatcher } from './match-event.ts';

/** Events of one transaction. */
const BATCH = 500;

/** Result of a round of fan-out: no events remain, more remain, or another worker is busy with them. */
export type FanOutOutcome = 'done' | 'more' | 'busy';

export interface FanOutResult {
  readonly outcome: FanOutOutcome;
  /** The ordered queues that got deliveries, for {@link promoteDeliveries} after the commit. */
  readonly lanes: readonly OrderingKey[];
}

/**
 * Makes deliveries of the organization's next events, one for each endpoint that wants them, in the order of the ledger,
 * and remembers up to where, all in one transaction. One process does it at a time.
 *
 * The end of the ledger is read before the endpoints are locked: an endpoint that is not seen yet was committed after
 * that, and only what is behind that end is meant for it.
 */
export const fanOutEvents = defineWrite({
  name: 'fanOutEvents',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, _input: object): Promise<FanOutResult> {
    if (!(await acquireLeadership(context))) return { outcome: 'busy', lanes: [] };
    const offset = await readOffset(context);
    if (!offset.isAwaited || offset.after >= offset.last) return { outcome: 'done', lanes: [] };
    const endpoints = await lockReceivingEndpoints(context);
    if (endpoints.length === 0) return { outcome: 'done', lanes: [] };
    const first = Math.min(...endpoints.map(({ fromSequence }) => fromSequence));
    const after = Math.max(offset.after, first);
    const upTo = Math.min(after + BATCH, offset.last);
    const lanes = upTo > after ? await deliver(context, endpoints, after, upTo) : [];
    await advanceOffset(context, Math.max(upTo, offset.after));
    return { outcome: upTo < offset.last ? 'more' : 'done', lanes };
  },
});

async function deliver(
  context: WriteContext,
  endpoints: readonly EndpointRow[],
  after: number,
  upTo: number,
): Promise<readonly OrderingKey[]> {
  const events = await readEvents(context, { organizationId: context.session.organizationId, after, upTo });
  if (events.length !== upTo - after)
    throw new Error(`The ledger has ${events.length} events between ${after} and ${upTo}.`);
  const matchers = endpoints.map((endpoint) => ({ endpoint, matcher: createMatcher(endpoint) }));
  const deliveries = events.flatMap((event) =>
    matchers
      .filter(({ matcher }) => matcher.mismatch(event) === null)
      .map(({ endpoint }) => newDelivery(endpoint.id, event)),
  );
  await insertDeliveries(context, deliveries);
  return orderingKeysOf(deliveries);
}

/**
 * Makes due what is first in its ordered queue, and puts into the queue what has a slot. To be called after the commit
 * of what inserted the deliveries: whoever ends one of their ordered queues at the same time either sees them or is
 * seen here.
 */
export const promoteDeliveries = defineWrite({
  name: 'promoteDeliveries',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { lanes }: { readonly lanes: readonly OrderingKey[] },
  ): Promise<object> {
    const touched = [...new Set(lanes.map(({ endpointId }) => endpointId))].sort();
    const endpoints = [];
    for (const id of touched) endpoints.push(await lockEndpoint(context, id));
    await promoteOrderingKeys(context, lanes);
    for (const endpoint of endpoints) if (endpoint !== undefined) await enqueueFreeSlots(context, endpoint);
    return {};
  },
});

/** Events of one object go to one endpoint one after the other. */
function newDelivery(endpointId: string, event: LedgerEvent): NewDelivery {
  return {
    id: newId(),
    endpointId,
    kind: 'event',
    lane: event.objectId,
    ref: event.ref,
    eventId: event.id,
    eventType: event.type,
    sequence: event.sequence,
    eventAt: event.at,
  };
}

/** Returns the ordered queues of some deliveries, each once. */
export function orderingKeysOf(deliveries: readonly OrderingKey[]): readonly OrderingKey[] {
  const lanes = deliveries.map(
    ({ endpointId, lane }) => [`${endpointId} ${lane}`, { endpointId, lane }] as const,
  );
  return [...new Map(lanes).values()];
}
