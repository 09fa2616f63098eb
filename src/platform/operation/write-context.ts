import type { Clock } from '../../kernel/clock.ts';
import type { NewEvent } from '../../kernel/event.ts';
import type { DomainModule, Transaction, WriteContext } from '../../kernel/operation.ts';
import type { QueuedJob } from '../../kernel/queued-job.ts';
import { hasScope, matchingReadScope, type ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { createPendingStatements, type PendingStatements } from '../bulk-write/pending-statements.ts';
import { NO_TRACING, type Tracing } from '../tracing/tracing.ts';

export interface WriteContextDependencies {
  readonly clock: Clock;
  readonly modules: readonly DomainModule[];
  /** Takes what operations enqueue. Without one the sweeper of a worker finds it. */
  readonly queue?: { send(job: QueuedJob): void } | undefined;
  readonly tracing?: Tracing;
}

/** The context of a writing operation, and what it collects until the commit. */
export interface OpenWriteContext {
  readonly context: WriteContext;
  readonly events: NewEvent[];
  readonly tasks: (() => void | Promise<void>)[];
  readonly answers: PendingStatements;
}

/** Opens the context over one open transaction. */
export function openWriteContext(
  { clock, modules, queue, tracing = NO_TRACING }: WriteContextDependencies,
  session: Session,
  scope: ScopeExpression,
  transaction: Transaction,
  dryRun: boolean,
): OpenWriteContext {
  const events: NewEvent[] = [];
  const tasks: (() => void | Promise<void>)[] = [];
  const pendingResults = createPendingStatements();
  const context = {
    ...transaction,
    session,
    modules,
    now: clock.now(),
    dryRun,
    mayRead: hasScope(session, matchingReadScope(scope)),
    trace: tracing.currentContext()?.text ?? null,
    emit: (event: NewEvent) => void events.push(event),
    afterCommit: (task: () => void | Promise<void>) => void tasks.push(task),
    enqueue: (job: QueuedJob) => void tasks.push(() => queue?.send(job)),
    trackStatement: pendingResults.trackStatement,
    awaitStatements: pendingResults.awaitStatements,
  };
  return { context, events, tasks, answers: pendingResults };
}

/** Returns the same result; if it fails because of a statement that was sent before it, with the error of that one. */
export const withFirstFailure = <Result>(
  pendingResults: PendingStatements,
  result: Promise<Result>,
): Promise<Result> =>
  result.catch(async (error: unknown) => {
    throw await pendingResults.causeOf(error);
  });
