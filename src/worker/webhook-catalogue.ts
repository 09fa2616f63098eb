import { ATTEMPT_DELIVERY, REPLAY_EVENTS } from '../modules/webhook/index.ts';
import { handlerOf, type QueueJobHandler } from '../platform/queue/queue-job.ts';
import { createAttempts, type DeliveryDependencies } from './attempt-deliveries.ts';
import { replayEvents } from './replay-events.ts';

/** Lists the handlers for the jobs of the webhook queue. */
export function createWebhookCatalogue(dependencies: DeliveryDependencies): readonly QueueJobHandler[] {
  return [
    handlerOf(ATTEMPT_DELIVERY, createAttempts(dependencies)),
    handlerOf(REPLAY_EVENTS, (payload, stopping) => replayEvents(dependencies, payload, stopping)),
  ];
}
