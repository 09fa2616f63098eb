import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import { RequestContext } from '../../../graphql/context.ts';
import { OperationBudget } from '../../../kernel/budget/operation-budget.ts';
import { RequestError } from '../../../kernel/errors.ts';
import { missingTokenError } from '../../../modules/access-token/index.ts';
import type { LedgerFollower } from '../../../platform/ledger/ledger-follower.ts';
import { costOf, type MeasuredCost, withinBudget } from '../cost.ts';
import { unknownCodeArgumentsError } from '../errors/code-arguments.ts';
import { deduplicateErrors } from '../errors/deduplicate-errors.ts';
import { toPublicError } from '../errors/public-error.ts';
import { limitedResult } from '../limited-result.ts';
import type { RequestState } from '../request-state.ts';
import {
  auditAccessDenied,
  authorizeOperation,
  type DocumentDependencies,
  errorsOf,
} from '../run-document.ts';
import { setEventId } from './event-stream.ts';
import type { OpenSubscription, OpenSubscriptions } from './open-subscriptions.ts';
import { type SubscriptionCaller, type WatchAccess, watchCaller } from './subscription-caller.ts';

export interface SubscriptionDependencies extends DocumentDependencies {
  readonly follower: LedgerFollower;
  readonly openSubscriptions: OpenSubscriptions;
  readonly watchAccess: WatchAccess;
}

/**
 * Opens a subscription of a valid document for a caller. What it may not do or cost is rejected before, as one result
 * with errors that stand for the whole request; else there is a result per event, until somebody ends it: the client by
 * `return`, the server when the rights of the caller end or it stops, with a last result that says why.
 *
 * @param lastSeen the Last-Event-ID of a client that connects again
 */
export async function runSubscription(
  dependencies: SubscriptionDependencies,
  exchange: RequestState,
  args: ExecutionArgs,
  lastSeen: string | null,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const budget = new OperationBudget();
  let cost: MeasuredCost | null = null;
  let subscription: OpenSubscription | null = null;
  const toRejection = (result: ExecutionResult): ExecutionResult => {
    subscription?.end();
    const presentedResult = toClientResult(dependencies, exchange, result, true);
    return cost === null
      ? presentedResult
      : { ...presentedResult, extensions: { cost: costOf(cost, budget) } };
  };
  try {
    const { operation, fields, variables } = await authorizeOperation(exchange, args, budget, (measured) => {
      cost = measured;
    });
    const { session } = exchange;
    if (session === null) throw missingTokenError();
    subscription = dependencies.openSubscriptions.open(session);
    const field = args.schema.getSubscriptionType()?.getFields()[fields[0]?.name.value ?? ''];
    const caller = watchCaller(session, {
      authenticate: exchange.authenticate,
      subscription,
      scope: field?.extensions.operation?.scope ?? 'authenticated',
      watchAccess: dependencies.watchAccess,
    });
    const { follower } = dependencies;
    const details = { follower, caller: caller.current, signal: subscription.signal, lastSeen };
    const contextValue = new RequestContext(dependencies, session, null, false, details, exchange.language);
    const { schema, document } = args;
    const wrong = await unknownCodeArgumentsError(
      { schema, document, operation, variables, context: contextValue },
      null,
    );
    if (wrong !== null) return toRejection({ errors: [wrong] });
    const source = await createSourceEventStream({ ...args, contextValue });
    if (!(Symbol.asyncIterator in source)) return toRejection(source);
    const sent = logEnd(dependencies, exchange, subscription);
    return cancellable(
      sendMessages(dependencies, exchange, args, source, subscription, caller, sent),
      subscription,
    );
  } catch (error) {
    return toRejection({ errors: errorsOf(error) });
  }
}

async function* sendMessages(
  dependencies: SubscriptionDependencies,
  exchange: RequestState,
  args: ExecutionArgs,
  source: AsyncIterable<unknown>,
  subscription: OpenSubscription,
  caller: SubscriptionCaller,
  sent: { messages: number },
): AsyncGenerator<ExecutionResult> {
  try {
    for await (const rootValue of source) {
      if (!(await caller.mayGoOn())) break;
      const contextValue = new RequestContext(
        dependencies,
        caller.current(),
        null,
        false,
        null,
        exchange.language,
      );
      const result = await execute({ ...args, rootValue, contextValue });
      const presentResult = (executionResult: ExecutionResult) =>
        toClientResult(dependencies, exchange, executionResult, false);
      const { stringify: _stringify, ...message } = limitedResult(
        presentResult(withinBudget(result, contextValue.budget)),
        presentResult,
      );
      const position = positionOf(rootValue);
      if (position !== null) setEventId(message, position);
      sent.messages += 1;
      yield message;
    }
    const { reason } = subscription.signal;
    if (reason instanceof RequestError)
      yield toClientResult(dependencies, exchange, { errors: errorsOf(reason) }, false);
  } catch (error) {
    yield toClientResult(dependencies, exchange, { errors: errorsOf(error) }, false);
  } finally {
    subscription.end();
  }
}

/** Logs the end of a subscription, however it comes; the response counts what was sent until then. */
function logEnd(
  { log }: SubscriptionDependencies,
  { requestId, session }: RequestState,
  { signal }: OpenSubscription,
): { messages: number } {
  const openedAt = performance.now();
  const sent = { messages: 0 };
  const write = () => {
    const code = signal.reason instanceof RequestError ? { code: signal.reason.code } : {};
    const details = { requestId, organizationId: session?.organizationId, actor: session?.actor.id, ...code };
    const seconds = Math.round((performance.now() - openedAt) / 1_000);
    log.info({ ...details, ...sent, seconds }, 'subscription ended');
  };
  signal.addEventListener('abort', write, { once: true });
  return sent;
}

/** Items that have a `sequence` can be gone on from. */
function positionOf(item: unknown): string | null {
  const sequence = (item as { sequence?: unknown } | null)?.sequence;
  return typeof sequence === 'number' ? String(sequence) : null;
}

/** `return` of a generator waits for the step it is at; here it ends the subscription first, and with it the step. */
function cancellable(
  messages: AsyncGenerator<ExecutionResult>,
  subscription: OpenSubscription,
): AsyncIterableIterator<ExecutionResult> {
  return {
    next: () => messages.next(),
    return() {
      subscription.end();
      return messages.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Returns a result as clients may see it; what was rejected to them is noted. */
function toClientResult(
  { log, links, recordRefusal }: SubscriptionDependencies,
  { requestId, session, language }: RequestState,
  { errors: rawErrors, ...result }: ExecutionResult,
  endsRequest: boolean,
): ExecutionResult {
  if (rawErrors === undefined) return result;
  const errors = deduplicateErrors(rawErrors);
  auditAccessDenied(recordRefusal, session, errors);
  return {
    ...result,
    errors: errors.map((error) => toPublicError(error, { requestId, language, log, links, endsRequest })),
  };
}
