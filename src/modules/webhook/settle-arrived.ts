import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import type { Vault } from '../../platform/secret/vault.ts';
import { leaseFrom, type ReadyRequest, readyRequest } from './claim-delivery.ts';
import { handOnSlot, settleArrived } from './delivery.store.ts';
import { attemptRecord, type SettleInput } from './settle-delivery.ts';

/** What is the same for what a worker does with deliveries that arrive, statement by statement and without any lock. */
const ON_THE_WAY = {
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  transaction: 'autocommit',
} as const;

/** Writes down that a delivery has arrived at an endpoint to which that is nothing new. */
export const settleArrivedDelivery = defineWrite({
  ...ON_THE_WAY,
  name: 'settleArrivedDelivery',
  async work(work: WriteWork, input: SettleInput): Promise<{ readonly isHeard: boolean }> {
    const { id, attempt } = input.request.delivery;
    return { isHeard: await settleArrived(work, { id, attempt, record: attemptRecord(input) }) };
  },
});

export interface TakeNextInput {
  /** The delivery that is over. */
  readonly over: ReadyRequest['delivery'];
  readonly vault: Vault;
  /** Give the slot back instead. */
  readonly isLast: boolean;
}

/** Hands the slot of a delivery that is over to the next of its endpoint; null when there is none. */
export const takeNextDelivery = defineWrite({
  ...ON_THE_WAY,
  name: 'takeNextDelivery',
  async work(work: WriteWork, { over, vault, isLast }: TakeNextInput): Promise<ReadyRequest | null> {
    const claimed = await handOnSlot(work, over, { leaseUntil: leaseFrom(work.now), isLast });
    return claimed === undefined ? null : readyRequest(work, claimed, vault);
  },
});
