import type { DeliveryStatus } from './delivery-state.ts';

/** What people are told of a delivery: whether it waits for a lane, a queue or an answer is none of their business. */
export const SHOWN_STATUSES = ['pending', 'succeeded', 'retrying', 'dead', 'cancelled'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export function shownStatus({
  status,
  failures,
}: {
  readonly status: string;
  readonly failures: number;
}): ShownStatus {
  const stored = status as DeliveryStatus;
  if (stored === 'succeeded' || stored === 'dead' || stored === 'cancelled') return stored;
  return failures > 0 ? 'retrying' : 'pending';
}
