import type { Session } from '../kernel/session.ts';
import {
  claimDelivery,
  fillEndpoint,
  type ReadyRequest,
  settleArrivedDelivery,
  settleDelivery,
  takeNextDelivery,
  verdictOf,
} from '../modules/webhook/index.ts';
import { untilReachable } from '../platform/database/until-reachable.ts';
import type { Log } from '../platform/log.ts';
import { newId } from '../platform/new-id.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import type { Outbound, OutboundAnswer } from '../platform/outbound/outbound.ts';
import type { Vault } from '../platform/secret/vault.ts';

const ANSWER_WITHIN_MS = 10_000;
/** How long to go on telling a database that is away what became of an attempt; after that its lease is over. */
const SETTLE_WITHIN_MS = 15_000;
/** So many deliveries of one endpoint are sent one after the other before others of the queue have their turn. */
const IN_A_ROW = 100;

export interface DeliveryDependencies {
  readonly runner: OperationRunner;
  readonly outbound: Outbound;
  readonly vault: Vault;
  readonly log: Log;
  /** A receiver answers within this time, or the attempt has failed; 10 seconds. */
  readonly answerWithinMs?: number;
}

/**
 * Sends a delivery once, if it is there to be sent, and with its slot the next ones of the endpoint, as long as they
 * arrive. Safe to run at any time and any number of times: the row decides who sends, and a process that dies on the way
 * leaves a lease that ends. No transaction is open while the receiver is asked.
 */
export async function attemptDeliveries(
  dependencies: DeliveryDependencies,
  { organizationId, deliveryId }: { readonly organizationId: string; readonly deliveryId: string },
  stopping: AbortSignal,
): Promise<void> {
  const { runner, outbound, vault, answerWithinMs = ANSWER_WITHIN_MS } = dependencies;
  const session = systemSession(organizationId, { door: 'system', requestId: newId() });
  let request = (await runner.write(session, claimDelivery, { deliveryId, vault })).output;
  for (let sent = 1; request !== null; sent += 1) {
    const { url, headers, body }: ReadyRequest = request;
    const answer = await outbound.post({ url, headers, body, timeoutMs: answerWithinMs });
    const isHandedOn = await settle(dependencies, session, request, answer);
    if (!isHandedOn) return;
    const over = request.delivery;
    const isLast = sent >= IN_A_ROW || stopping.aborted;
    request = (await runner.write(session, takeNextDelivery, { over, vault, isLast })).output;
    // Who was putting deliveries into the queue at that moment may have counted the slot that is free now.
    if (request === null) await runner.write(session, fillEndpoint, { endpointId: over.endpointId });
  }
}

/**
 * Writes down what became of an attempt, again and again while the database restarts: otherwise the receiver would get it
 * twice. Answers whether the slot is still ours; where more than this delivery was at stake it was given away with that.
 */
async function settle(
  { runner, log }: DeliveryDependencies,
  session: Session,
  request: ReadyRequest,
  answer: OutboundAnswer,
): Promise<boolean> {
  const { id, attempt, isEndpointWell } = request.delivery;
  const isOrdinary = isEndpointWell && verdictOf(answer) === 'succeeded';
  const told = await untilReachable(
    () => runner.write(session, isOrdinary ? settleArrivedDelivery : settleDelivery, { request, answer }),
    AbortSignal.timeout(SETTLE_WITHIN_MS),
  );
  const isHeard = told?.output.isHeard === true;
  if (!isHeard) log.warn({ deliveryId: id, attempt }, 'an attempt was not written down and may be repeated');
  return isHeard && isOrdinary;
}
