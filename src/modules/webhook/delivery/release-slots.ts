import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { Vault } from '../../../platform/secret/vault.ts';
import { resetFailureCount } from '../endpoint/endpoint.store.ts';
import { buildRequests, claimantFrom, type SignedRequest } from './claim-delivery.ts';
import { type OrderingKey, promoteOrderingKeys, releaseSlots } from './delivery.store.ts';
import { attemptRecord, type RecordAttemptInput } from './record-attempt.ts';

/**
 * Properties that all operations of a worker on arriving deliveries have in common; each runs statement by statement
 * and without any lock.
 */
const ON_THE_WAY = {
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  autocommit: true,
} as const;

/** A delivery that has arrived at an endpoint that was active, which counts no failure of it any more. */
export interface Acknowledgement extends RecordAttemptInput {
  /** Give its slot back instead of taking the next delivery. */
  readonly isLast: boolean;
}

export interface ReleaseInput {
  readonly endpointId: string;
  /** Arrivals at this endpoint, at most as many as it has slots. */
  readonly arrivals: readonly Acknowledgement[];
  readonly vault: Vault;
  /** The number of the process that asks, see `Claimant`. */
  readonly worker: number | null;
}

/** Result of an arrival. */
export interface AcknowledgementResult {
  /** False when another has the delivery by now, and with it the slot. */
  readonly isAccepted: boolean;
  /** True if nothing waited in its ordered queue: {@link promoteLateOrderingKeys} checks it once more. */
  readonly isLaneQuiet: boolean;
  /** Request to send next in its slot; null when there is none. */
  readonly next: SignedRequest | null;
}

/** Writes down that deliveries have arrived, and hands their slots to the next ones of their endpoint. */
export const acknowledgeDeliveries = defineWrite({
  ...ON_THE_WAY,
  name: 'releaseDeliveries',
  async handler(
    context: WriteContext,
    { endpointId, arrivals, vault, worker }: ReleaseInput,
  ): Promise<readonly AcknowledgementResult[]> {
    const retainedCount = arrivals.filter(({ isLast }) => !isLast).length;
    const arrived = arrivals.map((one) => ({
      id: one.request.delivery.id,
      attempt: one.request.delivery.attempt,
      record: attemptRecord(one),
    }));
    const done = await releaseSlots(
      context,
      { endpointId, arrived, kept: retainedCount },
      claimantFrom(context.now, worker),
    );
    const heard = new Set(done.heard.map(attemptKey));
    const quiet = new Set(done.quietLanes);
    const isRecovered = arrivals.some(
      ({ request: { delivery } }) =>
        delivery.endpointFailures > 0 && delivery.kind !== 'ping' && heard.has(attemptKey(delivery)),
    );
    if (isRecovered) await resetFailureCount(context, endpointId);
    const requests = [...(await buildRequests(context, done.claimed, vault))];
    return arrivals.map(({ request: { delivery }, isLast }) => {
      const isAccepted = heard.has(attemptKey(delivery));
      // The response also goes to an arrival that was not accepted: the next worker takes the claims of all.
      const next = isLast ? null : (requests.shift() ?? null);
      return { isAccepted, isLaneQuiet: isAccepted && quiet.has(delivery.lane), next };
    });
  },
});

const attemptKey = ({ id, attempt }: { readonly id: string; readonly attempt: number }) => `${id} ${attempt}`;

/**
 * Makes due what has come into ordered queues at the very time in which their last delivery arrived, so that neither
 * who put it there saw the ordered queue free, nor who ended that delivery saw it waiting. Returns the ordered queues
 * where it was so.
 */
export const promoteLateOrderingKeys = defineWrite({
  ...ON_THE_WAY,
  name: 'wakeLanes',
  handler: (
    context: WriteContext,
    { lanes }: { readonly lanes: readonly OrderingKey[] },
  ): Promise<readonly OrderingKey[]> => promoteOrderingKeys(context, lanes),
});
