export { type ClaimInput, claimDelivery, type ReadyRequest } from './delivery/claim-delivery.ts';
export type { Lane } from './delivery/delivery.store.ts';
export { type AttemptAnswer, verdictOf } from './delivery/delivery-state.ts';
export { purgeDeliveries } from './delivery/purge-deliveries.ts';
export { redeliverWebhookDelivery } from './delivery/redeliver-webhook-delivery.ts';
export { fillEndpoint, refillEndpoint } from './delivery/refill-endpoint.ts';
export {
  type Arrival,
  type ReleasedDelivery,
  releaseDeliveries,
  wakeLanes,
} from './delivery/release-deliveries.ts';
export { RETRY_DELAYS_MS } from './delivery/retry-schedule.ts';
export { type SettleInput, settleDelivery } from './delivery/settle-delivery.ts';
export { signatureHeaders } from './delivery/sign-delivery.ts';
export {
  findIdle,
  findNeglectedEndpoints,
  findOrganizationsBehind,
  neglectedReplays,
} from './delivery/sweep-webhooks.ts';
export { createWebhook, type IssuedSecret } from './endpoint/create-webhook.ts';
export { deleteWebhook } from './endpoint/delete-webhook.ts';
export { SLOTS } from './endpoint/endpoint-state.ts';
export { pingWebhook } from './endpoint/ping-webhook.ts';
export { listSealed, resealWebhook } from './endpoint/reseal-secrets.ts';
export { rotateWebhookSecret } from './endpoint/rotate-webhook-secret.ts';
export { updateWebhook } from './endpoint/update-webhook.ts';
export { fanOutEvents, promoteDeliveries } from './fan-out/fan-out-events.ts';
export { type ReplayChoice, replayWebhook } from './replay/replay-webhook.ts';
export { stepReplay } from './replay/step-replay.ts';
export { ATTEMPT_DELIVERY, REPLAY_EVENTS } from './webhook-jobs.ts';
