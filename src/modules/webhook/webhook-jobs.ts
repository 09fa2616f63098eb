import { z } from 'zod';
import type { QueuedJob } from '../../kernel/queued-job.ts';
import { createQueuedJob, type QueueJobDefinition } from '../../platform/queue/queue-job.ts';

const WEBHOOK_QUEUE = 'webhooks';

/** Says that a delivery can be tried. Whether it is due is up to its row, so it may come late, twice or not at all. */
export const ATTEMPT_DELIVERY: QueueJobDefinition<{ organizationId: string; deliveryId: string }> = {
  queue: WEBHOOK_QUEUE,
  name: 'attempt-delivery',
  payload: z.object({ organizationId: z.uuid(), deliveryId: z.uuid() }),
};

/** Says that a stretch of the ledger is to be sent again. */
export const REPLAY_EVENTS: QueueJobDefinition<{ organizationId: string; replayId: string }> = {
  queue: WEBHOOK_QUEUE,
  name: 'replay-events',
  payload: z.object({ organizationId: z.uuid(), replayId: z.uuid() }),
};

/** Returns the job of a delivery's next attempt; each attempt has one of its own. */
export function attemptJob(
  organizationId: string,
  { id, attempt }: { readonly id: string; readonly attempt: number },
): QueuedJob {
  return createQueuedJob(ATTEMPT_DELIVERY, `${id}-${attempt}`, { organizationId, deliveryId: id });
}

export function replayJob(organizationId: string, replayId: string): QueuedJob {
  return createQueuedJob(REPLAY_EVENTS, `replay-${replayId}`, { organizationId, replayId });
}
