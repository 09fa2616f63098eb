import type { DeliveryStatus } from './delivery-state.ts';

/**
 * States of a delivery that people see: they do not see whether it waits for an ordered queue, a worker or a response.
 */
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
