export { type ClaimInput, claimDelivery, type ReadyRequest } from './claim-delivery.ts';
export { createWebhook, type IssuedSecret } from './create-webhook.ts';
export { deleteWebhook } from './delete-webhook.ts';
export type { Lane } from './delivery.store.ts';
export { type AttemptAnswer, verdictOf } from './delivery-state.ts';
export { SLOTS } from './endpoint-state.ts';
export { fanOutEvents, promoteDeliveries } from './fan-out-events.ts';
export { pingWebhook } from './ping-webhook.ts';
export { purgeDeliveries } from './purge-deliveries.ts';
export { redeliverWebhookDelivery } from './redeliver-webhook-delivery.ts';
export { fillEndpoint, refillEndpoint } from './refill-endpoint.ts';
export { type Arrival, type ReleasedDelivery, releaseDeliveries, wakeLanes } from './release-deliveries.ts';
export { type ReplayChoice, replayWebhook } from './replay-webhook.ts';
export { listSealed, resealWebhook } from './reseal-secrets.ts';
export { RETRY_DELAYS_MS } from './retry-schedule.ts';
export { rotateWebhookSecret } from './rotate-webhook-secret.ts';
export { type SettleInput, settleDelivery } from './settle-delivery.ts';
export { signatureHeaders } from './sign-delivery.ts';
export { stepReplay } from './step-replay.ts';
export {
  findIdle,
  findNeglectedEndpoints,
  findOrganizationsBehind,
  neglectedReplays,
} from './sweep-webhooks.ts';
export { updateWebhook } from './update-webhook.ts';
export { ATTEMPT_DELIVERY, REPLAY_EVENTS } from './webhook-jobs.ts';
