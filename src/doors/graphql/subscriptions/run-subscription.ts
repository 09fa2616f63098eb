import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import { RequestContext } from '../../../graphql/context.ts';
import { OperationBudget } from '../../../kernel/budget/operation-budget.ts';
import { Fault } from '../../../kernel/refusal.ts';
import { missingToken } from '../../../modules/access-token/index.ts';
import type { LedgerFollower } from '../../../platform/ledger/ledger-follower.ts';
import { costOf, type MeasuredCost, withinBudget } from '../cost.ts';
import { wrongCodes } from '../errors/named-codes.ts';
import { toPublicError } from '../errors/public-error.ts';
import { tellOnce } from '../errors/tell-once.ts';
import type { Exchange } from '../exchange.ts';
import { limitedResult } from '../limited-result.ts';
import { admitOperation, type DocumentDependencies, errorsOf, noteRefusals } from '../run-document.ts';
import { markPosition } from './event-stream.ts';
import { followCaller, type LiveCaller, type WatchAccess } from './live-caller.ts';
import type { OpenSubscription, OpenSubscriptions } from './open-subscriptions.ts';

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
  exchange: Exchange,
  args: ExecutionArgs,
  lastSeen: string | null,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const budget = new OperationBudget();
  let cost: MeasuredCost | null = null;
  let subscription: OpenSubscription | null = null;
  const refused = (result: ExecutionResult): ExecutionResult => {
    subscription?.end();
    const shown = present(dependencies, exchange, result, true);
    return cost === null ? shown : { ...shown, extensions: { cost: costOf(cost, budget) } };
  };
  try {
    const { operation, fields, variables } = await admitOperation(exchange, args, budget, (measured) => {
      cost = measured;
    });
    const { session } = exchange;
    if (session === null) throw missingToken();
    subscription = dependencies.openSubscriptions.open(session);
    const field = args.schema.getSubscriptionType()?.getFields()[fields[0]?.name.value ?? ''];
    const caller = followCaller(session, {
      authenticate: exchange.authenticate,
      subscription,
      scope: field?.extensions.operation?.scope ?? 'authenticated',
      watchAccess: dependencies.watchAccess,
    });
    const { follower } = dependencies;
    const details = { follower, caller: caller.current, signal: subscription.signal, lastSeen };
    const contextValue = new RequestContext(dependencies, session, null, false, details, exchange.language);
    const { schema, document } = args;
    const wrong = await wrongCodes({ schema, document, operation, variables, context: contextValue }, null);
    if (wrong !== null) return refused({ errors: [wrong] });
    const source = await createSourceEventStream({ ...args, contextValue });
    if (!(Symbol.asyncIterator in source)) return refused(source);
    const sent = logEnd(dependencies, exchange, subscription);
    return interruptible(
      sendMessages(dependencies, exchange, args, source, subscription, caller, sent),
      subscription,
    );
  } catch (error) {
    return refused({ errors: errorsOf(error) });
  }
}

async function* sendMessages(
  dependencies: SubscriptionDependencies,
  exchange: Exchange,
  args: ExecutionArgs,
  source: AsyncIterable<unknown>,
  subscription: OpenSubscription,
  caller: LiveCaller,
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
      const shown = (made: ExecutionResult) => present(dependencies, exchange, made, false);
      const { stringify: _stringify, ...message } = limitedResult(
        shown(withinBudget(result, contextValue.budget)),
        shown,
      );
      const position = positionOf(rootValue);
      if (position !== null) markPosition(message, position);
      sent.messages += 1;
      yield message;
    }
    const { reason } = subscription.signal;
    if (reason instanceof Fault) yield present(dependencies, exchange, { errors: errorsOf(reason) }, false);
  } catch (error) {
    yield present(dependencies, exchange, { errors: errorsOf(error) }, false);
  } finally {
    subscription.end();
  }
}

/** Logs the end of a subscription, however it comes; the response counts what was sent until then. */
function logEnd(
  { log }: SubscriptionDependencies,
  { requestId, session }: Exchange,
  { signal }: OpenSubscription,
): { messages: number } {
  const openedAt = performance.now();
  const sent = { messages: 0 };
  const write = () => {
    const code = signal.reason instanceof Fault ? { code: signal.reason.code } : {};
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
function interruptible(
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
function present(
  { log, links, recordRefusal }: SubscriptionDependencies,
  { requestId, session, language }: Exchange,
  { errors: found, ...result }: ExecutionResult,
  endsRequest: boolean,
): ExecutionResult {
  if (found === undefined) return result;
  const errors = tellOnce(found);
  noteRefusals(recordRefusal, session, errors);
  return {
    ...result,
    errors: errors.map((error) => toPublicError(error, { requestId, language, log, links, endsRequest })),
  };
}
