import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { AuditKind } from '../../../platform/audit/record-audit.ts';
import { lockEndpoint, updateEndpoint, writeFailureCount } from '../endpoint/endpoint.store.ts';
import { afterFailure, afterGone, afterSuccess, type EndpointRow } from '../endpoint/endpoint-state.ts';
import { auditWebhook } from '../endpoint/write-webhook.ts';
import type { ReadyRequest } from './claim-delivery.ts';
import { cancelUnsent, freeze, promoteLanes, type SettledDelivery, settleRow } from './delivery.store.ts';
import { type AttemptAnswer, type AttemptRecord, type Verdict, verdictOf } from './delivery-state.ts';
import { fillSlots } from './refill-endpoint.ts';
import { nextAttemptAt } from './retry-schedule.ts';

export interface SettleInput {
  readonly request: Pick<ReadyRequest, 'delivery' | 'startedAt'>;
  readonly answer: AttemptAnswer;
}

/**
 * Writes down what became of an attempt, what that means for the endpoint, and which deliveries are next, in one
 * transaction that has the endpoint locked. What a worker says that was taken for dead changes nothing.
 */
export const settleDelivery = defineWrite({
  name: 'settleDelivery',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { request, answer }: SettleInput,
  ): Promise<{ readonly isAccepted: boolean }> {
    const { delivery } = request;
    const endpoint = await lockEndpoint(context, delivery.endpointId);
    const verdict = verdictOf(answer);
    const settled = settledBy({ request, answer }, verdict, endpoint, context.now);
    const lane = await settleRow(context, settled);
    if (lane === undefined) return { isAccepted: false };
    if (endpoint === undefined) return { isAccepted: true };
    const next = delivery.kind === 'ping' ? endpoint : await endpointAfter(context, endpoint, verdict);
    if (settled.nextAttemptAt === null) await promoteLanes(context, [{ endpointId: endpoint.id, lane }]);
    await fillSlots(context, next);
    return { isAccepted: true };
  },
});

/** Returns an attempt as it is stored and shown. */
export function attemptRecord({ request: { startedAt }, answer }: SettleInput): AttemptRecord {
  return {
    at: startedAt.toISOString(),
    status_code: answer.statusCode,
    duration_ms: answer.durationMs,
    error: answer.error,
    response_excerpt: answer.excerpt,
  };
}

function settledBy(
  input: SettleInput,
  verdict: Verdict,
  endpoint: EndpointRow | undefined,
  now: Date,
): SettledDelivery {
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
  verdict: Verdict,
): Promise<EndpointRow> {
  const next = transition(endpoint, verdict, context.now);
  if (next === endpoint) return endpoint;
  if (next.state === endpoint.state) {
    await writeFailureCount(context, next);
    return next;
  }
  const row = { ...next, version: endpoint.version + 1 };
  await updateEndpoint(context, row);
  if (row.state === 'paused') await freeze(context, row.id);
  if (row.state === 'disabled') await cancelUnsent(context, row.id);
  await auditWebhook(context, AUDITED[row.state], row, { consecutive_failures: row.consecutiveFailures });
  return row;
}

function transition(endpoint: EndpointRow, verdict: Verdict, now: Date): EndpointRow {
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
