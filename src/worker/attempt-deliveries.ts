import type { Session } from '../kernel/session.ts';
import {
  claimDelivery,
  type FreedSlot,
  fillEndpoint,
  type ReadyRequest,
  type SettleInput,
  settleArrivedDeliveries,
  settleDelivery,
  takeNextDeliveries,
  verdictOf,
} from '../modules/webhook/index.ts';
import { untilReachable } from '../platform/database/until-reachable.ts';
import type { Log } from '../platform/log.ts';
import { newId } from '../platform/new-id.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { Vault } from '../platform/secret/vault.ts';
import { inBatches } from './in-batches.ts';

const ANSWER_WITHIN_MS = 10_000;
/** How long to go on asking a database that is away; after that leases are over. */
const REACHABLE_WITHIN_MS = 15_000;
/** So many deliveries of one endpoint are sent one after the other before others of the queue have their turn. */
const IN_A_ROW = 100;

export interface DeliveryDependencies {
  readonly runner: OperationRunner;
  readonly outbound: Outbound;
  readonly vault: Vault;
  /** The number by which this process shows that it lives; without it only leases tell that it died. */
  readonly worker?: number;
  readonly log: Log;
  /** A receiver answers within this time, or the attempt has failed; 10 seconds. */
  readonly answerWithinMs?: number;
}

/** Attempts a delivery whose job says that it can be tried. */
export type AttemptDeliveries = (
  asked: { readonly organizationId: string; readonly deliveryId: string },
  stopping: AbortSignal,
) => Promise<void>;

/**
 * Sends a delivery once, if it is there to be sent, and with its slot the next ones of the endpoint, as long as they
 * arrive. Safe to run at any time and any number of times: the row decides who sends, and a process that dies on the way
 * leaves a lease that ends. No transaction is open while the receiver is asked.
 *
 * What this process has to say of deliveries that arrive about the same time it says by one statement, and takes the
 * next ones of an endpoint likewise.
 */
export function createAttempts(dependencies: DeliveryDependencies): AttemptDeliveries {
  const { runner, outbound, vault, worker = null, log, answerWithinMs = ANSWER_WITHIN_MS } = dependencies;
  const sessionOf = (organizationId: string) =>
    systemSession(organizationId, { door: 'system', requestId: newId() });
  const settleArrived = inBatches<SettleInput, boolean>(
    async (organizationId, arrived) =>
      (await runner.write(sessionOf(organizationId), settleArrivedDeliveries, { arrived })).output,
  );
  const takeNext = inBatches<FreedSlot, ReadyRequest | null>(async (key, freed) => {
    const [organizationId = '', endpointId = ''] = key.split(' ');
    const input = { endpointId, freed, vault, worker };
    return (await runner.write(sessionOf(organizationId), takeNextDeliveries, input)).output;
  });

  /**
   * Writes down what became of an attempt, again and again while the database restarts: otherwise the receiver would get
   * it twice. Answers whether the slot is still ours; where more than this delivery was at stake it was given away.
   */
  const settle = async (session: Session, told: SettleInput): Promise<boolean> => {
    const { id, attempt, isEndpointActive } = told.request.delivery;
    const isOrdinary = isEndpointActive && verdictOf(told.answer) === 'succeeded';
    const isHeard = await whenReachable(async () => {
      if (isOrdinary) return settleArrived(session.organizationId, told);
      return (await runner.write(session, settleDelivery, told)).output.isHeard;
    });
    if (isHeard !== true)
      log.warn({ deliveryId: id, attempt }, 'an attempt was not written down and may be repeated');
    return isHeard === true && isOrdinary;
  };

  return async ({ organizationId, deliveryId }, stopping) => {
    const session = sessionOf(organizationId);
    const claim = async () =>
      (await runner.write(session, claimDelivery, { deliveryId, vault, worker })).output;
    let request = await whenReachable(claim);
    for (let sent = 1; request !== null; sent += 1) {
      const { url, headers, body, delivery }: ReadyRequest = request;
      const answer = await outbound.post({ url, headers, body, timeoutMs: answerWithinMs });
      const isHandedOn = await settle(session, { request, answer });
      if (!isHandedOn) return;
      const isLast = sent >= IN_A_ROW || stopping.aborted;
      const { endpointId } = delivery;
      const freed = { over: delivery, isLast };
      request = await whenReachable(() => takeNext(`${organizationId} ${endpointId}`, freed));
      // Who was putting deliveries into the queue at that moment may have counted the slot that is free now.
      if (request === null) await runner.write(session, fillEndpoint, { endpointId });
    }
  };
}

/** Does something again while the database restarts. */
const whenReachable = <Result>(task: () => Promise<Result>): Promise<Result | null> =>
  untilReachable(task, AbortSignal.timeout(REACHABLE_WITHIN_MS));
