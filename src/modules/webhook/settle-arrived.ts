import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import type { Vault } from '../../platform/secret/vault.ts';
import { claimantFrom, type ReadyRequest, readyRequests } from './claim-delivery.ts';
import { handOnSlots, settleArrived } from './delivery.store.ts';
import { forgetFailures } from './endpoint.store.ts';
import { attemptRecord, type SettleInput } from './settle-delivery.ts';

/** What is the same for what a worker does with deliveries that arrive, statement by statement and without any lock. */
const ON_THE_WAY = {
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  transaction: 'autocommit',
} as const;

/**
 * Writes down that deliveries have arrived at endpoints that are active, which counts no failure of theirs any more;
 * answers of each if it was heard.
 */
export const settleArrivedDeliveries = defineWrite({
  ...ON_THE_WAY,
  name: 'settleArrivedDeliveries',
  async work(
    work: WriteWork,
    { arrived }: { readonly arrived: readonly SettleInput[] },
  ): Promise<readonly boolean[]> {
    const ids = arrived.map(({ request }) => request.delivery.id);
    const heard = await settleArrived(
      work,
      arrived.map((one) => ({
        id: one.request.delivery.id,
        attempt: one.request.delivery.attempt,
        record: attemptRecord(one),
      })),
    );
    const mended = arrived.filter(
      ({ request: { delivery } }) =>
        delivery.endpointFailures > 0 && delivery.kind !== 'ping' && heard.has(delivery.id),
    );
    const endpointIds = new Set(mended.map(({ request }) => request.delivery.endpointId));
    if (endpointIds.size > 0) await forgetFailures(work, [...endpointIds].sort());
    return ids.map((id) => heard.has(id));
  },
});

/** A delivery that is over, and what is to become of its slot. */
export interface FreedSlot {
  readonly over: Pick<ReadyRequest['delivery'], 'id' | 'lane'>;
  /** Give the slot back instead of taking the next delivery. */
  readonly isLast: boolean;
}

export interface TakeNextInput {
  readonly endpointId: string;
  readonly freed: readonly FreedSlot[];
  readonly vault: Vault;
  /** The number of the process that asks, see {@link Claimant}. */
  readonly worker: number | null;
}

/** Hands the slots of deliveries of an endpoint that are over to its next ones; null for each that gets none. */
export const takeNextDeliveries = defineWrite({
  ...ON_THE_WAY,
  name: 'takeNextDeliveries',
  async work(
    work: WriteWork,
    { endpointId, freed, vault, worker }: TakeNextInput,
  ): Promise<readonly (ReadyRequest | null)[]> {
    const kept = freed.filter(({ isLast }) => !isLast).length;
    const over = freed.map((one) => one.over);
    const claimed = await handOnSlots(work, { endpointId, over, kept }, claimantFrom(work.now, worker));
    const requests = [...(await readyRequests(work, claimed, vault))];
    return freed.map(({ isLast }) => (isLast ? null : (requests.shift() ?? null)));
  },
});
