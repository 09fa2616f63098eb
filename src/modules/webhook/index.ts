export {
  type ClaimInput,
  claimDelivery,
  type SignedRequest as ReadyRequest,
} from './delivery/claim-delivery.ts';
export type { OrderingKey as Lane } from './delivery/delivery.store.ts';
export {
  type AttemptResponse as AttemptAnswer,
  attemptOutcome as verdictOf,
} from './delivery/delivery-state.ts';
export { purgeDeliveries } from './delivery/purge-deliveries.ts';
export {
  type RecordAttemptInput as SettleInput,
  recordDeliveryAttempt as settleDelivery,
} from './delivery/record-attempt.ts';
export {
  enqueueEndpoint as fillEndpoint,
  recoverEndpoint as refillEndpoint,
} from './delivery/recover-endpoint.ts';
export { redeliverWebhookDelivery } from './delivery/redeliver-webhook-delivery.ts';
export {
  type Acknowledgement as Arrival,
  type AcknowledgementResult as ReleasedDelivery,
  acknowledgeDeliveries as releaseDeliveries,
  promoteLateOrderingKeys as wakeLanes,
} from './delivery/release-slots.ts';
export { RETRY_DELAYS_MS } from './delivery/retry-schedule.ts';
export { signatureHeaders } from './delivery/sign-delivery.ts';
export {
  findIdleOrderingKeys as findIdle,
  findOrganizationsBehind,
  findStalledEndpoints as findNeglectedEndpoints,
  findStalledReplays as neglectedReplays,
} from './delivery/sweep-webhooks.ts';
export { createWebhook, type IssuedSecret } from './endpoint/create-webhook.ts';
export { deleteWebhook } from './endpoint/delete-webhook.ts';
export { MAX_IN_FLIGHT as SLOTS } from './endpoint/endpoint-state.ts';
export { pingWebhook } from './endpoint/ping-webhook.ts';
export { listSealed, resealWebhook } from './endpoint/reseal-secrets.ts';
export { rotateWebhookSecret } from './endpoint/rotate-webhook-secret.ts';
export { updateWebhook } from './endpoint/update-webhook.ts';
export { fanOutEvents, promoteDeliveries } from './fan-out/fan-out-events.ts';
export { type ReplayFilter as ReplayChoice, replayWebhook } from './replay/replay-webhook.ts';
export { runReplayStep as stepReplay } from './replay/run-replay-step.ts';
export { ATTEMPT_DELIVERY, REPLAY_EVENTS } from './webhook-jobs.ts';
