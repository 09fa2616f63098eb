import type { DeliveryStatus } from './delivery-state.ts';

/**
 * States of a delivery that people see: they do not see whether it waits for an ordered queue, a worker or a response.
 */
export const PUBLIC_STATUSES = ['pending', 'succeeded', 'retrying', 'dead', 'cancelled'] as const;
export type PublicDeliveryStatus = (typeof PUBLIC_STATUSES)[number];

export function publicStatus({
  status,
  failures,
}: {
  readonly status: string;
  readonly failures: number;
}): PublicDeliveryStatus {
  const stored = status as DeliveryStatus;
  if (stored === 'succeeded' || stored === 'dead' || stored === 'cancelled') return stored;
  return failures > 0 ? 'retrying' : 'pending';
}
