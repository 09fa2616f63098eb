import type { Session } from '../kernel/session.ts';
import {
  type Acknowledgement,
  type AcknowledgementResult,
  type AttemptResponse,
  acknowledgeDeliveries,
  attemptOutcome,
  claimDelivery,
  enqueueEndpoint,
  MAX_IN_FLIGHT,
  type OrderingKey,
  promoteLateOrderingKeys,
  recordDeliveryAttempt,
  type SignedRequest,
} from '../modules/webhook/index.ts';
import { retryWhileUnavailable } from '../platform/database/availability/retry-while-unavailable.ts';
import type { Log } from '../platform/log.ts';
import { type DeliveryAttemptMetric, type Metrics, NO_METRICS } from '../platform/metrics/metrics.ts';
import { newId } from '../platform/new-id.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import type { OutboundClient } from '../platform/outbound/outbound.ts';
import type { Vault } from '../platform/secret/vault.ts';
import { NO_TRACING, type Tracing } from '../platform/tracing/tracing.ts';
import { createBatcher } from './batcher.ts';
import { tracedPost } from './traced-post.ts';

const RESPONSE_TIMEOUT_MS = 10_000;
/** Time for which queries are repeated while the database is away; after that leases are over. */
const DATABASE_RETRY_MS = 15_000;
/**
 * Number of deliveries of one endpoint that are sent one after the other before others of the queue have their turn.
 */
const MAX_CONSECUTIVE_DELIVERIES = 100;
/** Number of ordered queues that one statement looks into, and time that the first of them waits for others. */
const ORDERING_KEYS_AT_ONCE = 100;
const WAKE_BATCH_MS = 20;

export interface DeliveryDependencies {
  readonly runner: OperationRunner;
  readonly outbound: OutboundClient;
  readonly vault: Vault;
  /** The number by which this process shows that it lives; without it only expired leases show that it died. */
  readonly worker?: number;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly tracing?: Tracing;
  /** Time within which a receiver responds, or the attempt has failed; 10 seconds. */
  readonly answerWithinMs?: number;
}

/** Attempts a delivery whose job reports that it can be tried. */
export type AttemptDelivery = (
  delivery: { readonly organizationId: string; readonly deliveryId: string },
  stopping: AbortSignal,
) => Promise<void>;

/**
 * Sends a delivery once, if it is there to be sent, and with its slot the next ones of the endpoint, as long as they
 * arrive. Safe to run at any time and any number of times: the row decides who sends, and a process that dies on the
 * way leaves a lease that ends. No transaction is open while the request to the receiver runs.
 *
 * The results of deliveries to one endpoint that arrive about the same time are written by one statement, which also
 * returns the next deliveries.
 */
export function createDeliveryAttempts(dependencies: DeliveryDependencies): AttemptDelivery {
  const {
    runner,
    outbound,
    vault,
    worker = null,
    log,
    metrics = NO_METRICS,
    tracing = NO_TRACING,
    answerWithinMs = RESPONSE_TIMEOUT_MS,
  } = dependencies;
  const post = tracedPost(outbound, tracing);
  const sessionOf = (organizationId: string) =>
    systemSession(organizationId, { door: 'system', requestId: newId() });
  const releaseSlots = createBatcher<Acknowledgement, AcknowledgementResult>(
    { most: MAX_IN_FLIGHT },
    async (key, arrivals) => {
      const [organizationId = '', endpointId = ''] = key.split(' ');
      const input = { endpointId, arrivals, vault, worker };
      return (await runner.write(sessionOf(organizationId), acknowledgeDeliveries, input)).output;
    },
  );
  const wake = createBatcher<OrderingKey, null>(
    { most: ORDERING_KEYS_AT_ONCE, gatherMs: WAKE_BATCH_MS },
    async (organizationId, lanes) => {
      const session = sessionOf(organizationId);
      const { output: woken } = await runner.write(session, promoteLateOrderingKeys, { lanes });
      for (const endpointId of new Set(woken.map((lane) => lane.endpointId)))
        await runner.write(session, enqueueEndpoint, { endpointId });
      return lanes.map(() => null);
    },
  );
  const wakeSoon = async (organizationId: string, lane: OrderingKey): Promise<void> => {
    await whenReachable(() => wake(organizationId, lane)).catch((error: unknown) =>
      log.warn({ err: error }, 'a lane may sleep until lanes are looked for'),
    );
  };

  /**
   * Writes down what became of an attempt, again and again while the database restarts: otherwise the receiver would
   * get it twice. Where more than this delivery is at stake its slot is given away, else handed on.
   */
  const settle = async (session: Session, reported: Acknowledgement): Promise<AcknowledgementResult> => {
    const { organizationId } = session;
    const { id, attempt, endpointId, isEndpointActive } = reported.request.delivery;
    const isOrdinary = isEndpointActive && attemptOutcome(reported.answer) === 'succeeded';
    const settled = await whenReachable(async () => {
      if (isOrdinary) return releaseSlots(`${organizationId} ${endpointId}`, reported);
      const { isAccepted } = (await runner.write(session, recordDeliveryAttempt, reported)).output;
      return { isAccepted, isLaneQuiet: false, next: null };
    });
    if (settled?.isAccepted !== true)
      log.warn({ deliveryId: id, attempt }, 'an attempt was not written down and may be repeated');
    else if (isOrdinary && settled.next === null)
      // A process that was putting deliveries into the queue at that time may have counted the slot that is free now.
      await whenReachable(() => runner.write(session, enqueueEndpoint, { endpointId }));
    return settled ?? { isAccepted: false, isLaneQuiet: false, next: null };
  };

  return async ({ organizationId, deliveryId }, stopping) => {
    const session = sessionOf(organizationId);
    const claim = async () =>
      (await runner.write(session, claimDelivery, { deliveryId, vault, worker })).output;
    const waking: Promise<void>[] = [];
    let request = await whenReachable(claim);
    for (let sent = 1; request !== null; sent += 1) {
      const { delivery }: SignedRequest = request;
      const attemptResult = await post(request, answerWithinMs);
      metrics.attempt(attemptedBy(request, attemptResult));
      const isLast = sent >= MAX_CONSECUTIVE_DELIVERIES || stopping.aborted;
      const { isLaneQuiet, next } = await settle(session, {
        request,
        answer: attemptResult,
        isLast,
      });
      if (isLaneQuiet) waking.push(wakeSoon(organizationId, delivery));
      request = next;
    }
    await Promise.all(waking);
  };
}

/** Returns the metrics of an attempt. */
function attemptedBy(
  { delivery, startedAt }: SignedRequest,
  attemptResult: AttemptResponse,
): DeliveryAttemptMetric {
  const isFirst = delivery.attempt === 1 && delivery.kind === 'event';
  const lagMs = startedAt.getTime() - Date.parse(delivery.eventAt);
  return {
    outcome: attemptOutcome(attemptResult),
    seconds: attemptResult.durationMs / 1_000,
    lagSeconds: isFirst ? Math.max(0, lagMs / 1_000) : null,
  };
}

/** Runs a task again while the database restarts. */
const whenReachable = <Result>(task: () => Promise<Result>): Promise<Result | null> =>
  retryWhileUnavailable(task, AbortSignal.timeout(DATABASE_RETRY_MS));
