import type { Clock } from '../../kernel/clock.ts';
import type { NewEvent } from '../../kernel/event.ts';
import type { CatalogueModule, Transaction, WriteContext } from '../../kernel/operation.ts';
import type { QueuedJob } from '../../kernel/queued-job.ts';
import { holds, readingScope, type ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { type LaterAnswers, laterAnswers } from '../bulk-write/later-answers.ts';
import { NO_TRACING, type Tracing } from '../tracing/tracing.ts';

export interface WriteContextDependencies {
  readonly clock: Clock;
  readonly modules: readonly CatalogueModule[];
  /** Takes what operations enqueue. Without one the sweeper of a worker finds it. */
  readonly queue?: { send(job: QueuedJob): void } | undefined;
  readonly tracing?: Tracing;
}

/** The context of a writing operation, and what it collects until the commit. */
export interface OpenContext {
  readonly context: WriteContext;
  readonly events: NewEvent[];
  readonly tasks: (() => void | Promise<void>)[];
  readonly answers: LaterAnswers;
}

/** Opens the context over one open transaction. */
export function openContext(
  { clock, modules, queue, tracing = NO_TRACING }: WriteContextDependencies,
  session: Session,
  scope: ScopeExpression,
  transaction: Transaction,
  dryRun: boolean,
): OpenContext {
  const events: NewEvent[] = [];
  const tasks: (() => void | Promise<void>)[] = [];
  const answers = laterAnswers();
  const context = {
    ...transaction,
    session,
    modules,
    now: clock.now(),
    dryRun,
    mayRead: holds(session, readingScope(scope)),
    trace: tracing.present()?.text ?? null,
    emit: (event: NewEvent) => void events.push(event),
    afterCommit: (task: () => void | Promise<void>) => void tasks.push(task),
    enqueue: (job: QueuedJob) => void tasks.push(() => queue?.send(job)),
    awaitLater: answers.awaitLater,
    awaitNow: answers.awaitNow,
  };
  return { context, events, tasks, answers };
}

/** Returns the same result; if it fails because of a statement that was sent before it, with the error of that one. */
export const causedBy = <Result>(answers: LaterAnswers, result: Promise<Result>): Promise<Result> =>
  result.catch(async (error: unknown) => {
    throw await answers.causeOf(error);
  });
