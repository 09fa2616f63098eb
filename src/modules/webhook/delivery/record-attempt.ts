import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { AuditKind } from '../../../platform/audit/record-audit.ts';
import { lockEndpoint, updateEndpoint, updateFailureCount } from '../endpoint/endpoint.store.ts';
import { afterFailure, afterGone, afterSuccess, type EndpointRow } from '../endpoint/endpoint-state.ts';
import { auditWebhook } from '../endpoint/write-webhook.ts';
import type { SignedRequest } from './claim-delivery.ts';
import {
  type AttemptResult,
  cancelPendingDeliveries,
  pauseDeliveries,
  promoteOrderingKeys,
  recordAttempt,
} from './delivery.store.ts';
import {
  type AttemptOutcome,
  type AttemptRecord,
  type AttemptResponse,
  attemptOutcome,
} from './delivery-state.ts';
import { enqueueFreeSlots } from './recover-endpoint.ts';
import { nextAttemptAt } from './retry-schedule.ts';

export interface RecordAttemptInput {
  readonly request: Pick<SignedRequest, 'delivery' | 'startedAt'>;
  readonly answer: AttemptResponse;
}

/**
 * Writes down what became of an attempt, what that means for the endpoint, and which deliveries are next, in one
 * transaction that has the endpoint locked. What a worker says that was taken for dead changes nothing.
 */
export const recordDeliveryAttempt = defineWrite({
  name: 'settleDelivery',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { request, answer }: RecordAttemptInput,
  ): Promise<{ readonly isAccepted: boolean }> {
    const { delivery } = request;
    const endpoint = await lockEndpoint(context, delivery.endpointId);
    const verdict = attemptOutcome(answer);
    const settled = settledBy({ request, answer }, verdict, endpoint, context.now);
    const lane = await recordAttempt(context, settled);
    if (lane === undefined) return { isAccepted: false };
    if (endpoint === undefined) return { isAccepted: true };
    const next = delivery.kind === 'ping' ? endpoint : await endpointAfter(context, endpoint, verdict);
    if (settled.nextAttemptAt === null)
      await promoteOrderingKeys(context, [{ endpointId: endpoint.id, lane }]);
    await enqueueFreeSlots(context, next);
    return { isAccepted: true };
  },
});

/** Returns an attempt as it is stored and shown. */
export function attemptRecord({ request: { startedAt }, answer }: RecordAttemptInput): AttemptRecord {
  return {
    at: startedAt.toISOString(),
    status_code: answer.statusCode,
    duration_ms: answer.durationMs,
    error: answer.error,
    response_excerpt: answer.excerpt,
  };
}

function settledBy(
  input: RecordAttemptInput,
  verdict: AttemptOutcome,
  endpoint: EndpointRow | undefined,
  now: Date,
): AttemptResult {
  const { id, attempt, failures: before, kind } = input.request.delivery;
  const failures = verdict === 'succeeded' ? before : before + 1;
  const base = { id, attempt, failures, record: attemptRecord(input), nextAttemptAt: null };
  if (verdict === 'succeeded') return { ...base, status: 'succeeded' };
  const { retryAfter } = input.answer;
  // A ping is for who looks on now.
  const again =
    verdict === 'retry' && kind !== 'ping' ? nextAttemptAt({ id, failures, retryAfter }, now) : null;
  if (again === null) return { ...base, status: 'dead' };
  if (endpoint === undefined || endpoint.state === 'disabled') return { ...base, status: 'cancelled' };
  return { ...base, status: 'due', nextAttemptAt: again };
}

/** Returns the endpoint after an attempt; a change of its state is written down for people. */
async function endpointAfter(
  context: WriteContext,
  endpoint: EndpointRow,
  verdict: AttemptOutcome,
): Promise<EndpointRow> {
  const next = transition(endpoint, verdict, context.now);
  if (next === endpoint) return endpoint;
  if (next.state === endpoint.state) {
    await updateFailureCount(context, next);
    return next;
  }
  const row = { ...next, version: endpoint.version + 1 };
  await updateEndpoint(context, row);
  if (row.state === 'paused') await pauseDeliveries(context, row.id);
  if (row.state === 'disabled') await cancelPendingDeliveries(context, row.id);
  await auditWebhook(context, AUDITED[row.state], row, { consecutive_failures: row.consecutiveFailures });
  return row;
}

function transition(endpoint: EndpointRow, verdict: AttemptOutcome, now: Date): EndpointRow {
  if (endpoint.state === 'disabled') return endpoint;
  if (verdict === 'gone') return afterGone(endpoint, now);
  return verdict === 'succeeded' ? afterSuccess(endpoint, now) : afterFailure(endpoint, now);
}

const AUDITED: Readonly<Record<EndpointRow['state'], AuditKind>> = {
  active: 'webhook.recovered',
  failing: 'webhook.failing',
  paused: 'webhook.paused',
  disabled: 'webhook.disabled',
};
