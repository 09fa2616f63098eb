import {
  ATTEMPT_DELIVERY,
  promoteDeliveries,
  REPLAY_EVENTS,
  runReplayStep,
} from '../modules/webhook/index.ts';
import { newId } from '../platform/new-id.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import { jobHandler, type QueueJobHandler } from '../platform/queue/queue-job.ts';
import { createDeliveryAttempts, type DeliveryDependencies } from './attempt-deliveries.ts';

/** Lists the handlers for the jobs of the webhook queue. */
export function createWebhookHandlers(dependencies: DeliveryDependencies): readonly QueueJobHandler[] {
  return [
    jobHandler(ATTEMPT_DELIVERY, createDeliveryAttempts(dependencies)),
    jobHandler(REPLAY_EVENTS, (payload, stopping) => replayEvents(dependencies, payload, stopping)),
  ];
}

/** Makes the deliveries of a replay, step by step, until it is over or the worker is to stop. Safe to run again. */
async function replayEvents(
  { runner }: { readonly runner: OperationRunner },
  { organizationId, replayId }: { readonly organizationId: string; readonly replayId: string },
  stopping: AbortSignal,
): Promise<void> {
  const session = systemSession(organizationId, { door: 'system', requestId: newId() });
  while (!stopping.aborted) {
    const { output } = await runner.write(session, runReplayStep, { replayId });
    const { lanes, isOver } = output;
    if (lanes.length > 0) await runner.write(session, promoteDeliveries, { lanes });
    if (isOver) return;
  }
}
