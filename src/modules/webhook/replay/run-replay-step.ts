import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { newId } from '../../../platform/new-id.ts';
import { insertDeliveries, type NewDelivery, type OrderingKey } from '../delivery/delivery.store.ts';
import { lockEndpoint } from '../endpoint/endpoint.store.ts';
import type { EndpointRow } from '../endpoint/endpoint-state.ts';
import { type LedgerEvent, readEvents } from '../fan-out/fan-out.store.ts';
import { orderingKeysOf } from '../fan-out/fan-out-events.ts';
import { createMatcher } from '../fan-out/match-event.ts';
import { advanceReplay, lockReplay, type ReplayRow } from './replay.store.ts';
import { replayPartition } from './replay-webhook.ts';

/** Events that are looked at in one transaction. */
const BATCH = 1_000;

/**
 * Makes the next deliveries of a replay; returns their ordered queues, to be promoted after the commit. Safe to run at
 * any time and any number of times.
 */
export const runReplayStep = defineWrite({
  name: 'stepReplay',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { replayId }: { readonly replayId: string },
  ): Promise<{ readonly isOver: boolean; readonly lanes: readonly OrderingKey[] }> {
    const replay = await lockReplay(context, replayId);
    if (replay === undefined) return { isOver: true, lanes: [] };
    const endpoint = await lockEndpoint(context, replay.endpointId);
    if (endpoint === undefined || endpoint.state === 'disabled') {
      await advanceReplay(context, replayId, { position: replay.position, deliveries: 0, isOver: true });
      return { isOver: true, lanes: [] };
    }
    const upTo = Math.min(replay.position + BATCH, replay.toSequence);
    const deliveries = await selectDeliveries(context, endpoint, replay, upTo);
    await insertDeliveries(context, deliveries);
    const isOver = upTo >= replay.toSequence;
    await advanceReplay(context, replayId, { position: upTo, deliveries: deliveries.length, isOver });
    return { isOver, lanes: orderingKeysOf(deliveries) };
  },
});

async function selectDeliveries(
  context: WriteContext,
  endpoint: EndpointRow,
  { id, position, since, types, objectId, onlyFailed }: ReplayRow,
  upTo: number,
): Promise<readonly NewDelivery[]> {
  const events = await readEvents(context, {
    organizationId: context.session.organizationId,
    after: position,
    upTo,
    objectId,
    since: new Date(since),
    inVainFor: onlyFailed ? endpoint.id : null,
  });
  const own = createMatcher(endpoint);
  const replayMatcher = createMatcher({
    ...endpoint,
    changedAttributes: [],
    events: types.length === 0 ? ['*'] : types,
  });
  return events
    .filter(
      (event) => own.mismatchOfContent(event) === null && replayMatcher.mismatchOfContent(event) === null,
    )
    .map((event) => again(endpoint.id, id, event));
}

function again(endpointId: string, replayId: string, event: LedgerEvent): NewDelivery {
  return {
    id: newId(),
    endpointId,
    kind: 'replay',
    lane: replayPartition(replayId, event.objectId),
    ref: event.ref,
    eventId: event.id,
    eventType: event.type,
    sequence: event.sequence,
    eventAt: event.at,
  };
}
