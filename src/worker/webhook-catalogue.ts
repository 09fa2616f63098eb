import { ATTEMPT_DELIVERY, REPLAY_EVENTS } from '../modules/webhook/index.ts';
import { handlerOf, type QueueJobHandler } from '../platform/queue/queue-job.ts';
import { attemptDeliveries, type DeliveryDependencies } from './attempt-deliveries.ts';
import { replayEvents } from './replay-events.ts';

/** What the queue of webhooks carries, and what is done about it. */
export function createWebhookCatalogue(dependencies: DeliveryDependencies): readonly QueueJobHandler[] {
  return [
    handlerOf(ATTEMPT_DELIVERY, (payload, stopping) => attemptDeliveries(dependencies, payload, stopping)),
    handlerOf(REPLAY_EVENTS, (payload, stopping) => replayEvents(dependencies, payload, stopping)),
  ];
}
