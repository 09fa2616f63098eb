export {
  type ClaimInput,
  claimDelivery,
  type SignedRequest,
} from './delivery/claim-delivery.ts';
export type { OrderingKey } from './delivery/delivery.store.ts';
export {
  type AttemptResponse,
  attemptOutcome,
} from './delivery/delivery-state.ts';
export { purgeDeliveries } from './delivery/purge-deliveries.ts';
export {
  type RecordAttemptInput,
  recordDeliveryAttempt,
} from './delivery/record-attempt.ts';
export {
  enqueueEndpoint,
  recoverEndpoint,
} from './delivery/recover-endpoint.ts';
export { redeliverWebhookDelivery } from './delivery/redeliver-webhook-delivery.ts';
export {
  type Acknowledgement,
  type AcknowledgementResult,
  acknowledgeDeliveries,
  promoteLateOrderingKeys,
} from './delivery/release-slots.ts';
export { RETRY_DELAYS_MS } from './delivery/retry-schedule.ts';
export { signatureHeaders } from './delivery/sign-delivery.ts';
export {
  findIdleOrderingKeys,
  findLaggingOrganizations,
  findStalledEndpoints,
  findStalledReplays,
} from './delivery/sweep-webhooks.ts';
export { createWebhook, type IssuedSecret } from './endpoint/create-webhook.ts';
export { deleteWebhook } from './endpoint/delete-webhook.ts';
export { MAX_IN_FLIGHT } from './endpoint/endpoint-state.ts';
export { pingWebhook } from './endpoint/ping-webhook.ts';
export { listSealed, resealWebhook } from './endpoint/reseal-secrets.ts';
export { rotateWebhookSecret } from './endpoint/rotate-webhook-secret.ts';
export { updateWebhook } from './endpoint/update-webhook.ts';
export { fanOutEvents, promoteDeliveries } from './fan-out/fan-out-events.ts';
export { type ReplayFilter, replayWebhook } from './replay/replay-webhook.ts';
export { runReplayStep } from './replay/run-replay-step.ts';
export { webhookModule } from './webhook.module.ts';
export { ATTEMPT_DELIVERY, REPLAY_EVENTS } from './webhook-jobs.ts';
