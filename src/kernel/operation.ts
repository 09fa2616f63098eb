import type { OperationBudget } from './budget/operation-budget.ts';
import type { NewEvent } from './event.ts';
import type { Module } from './module.ts';
import type { DomainErrorKind } from './problems/problem-definitions.ts';
import type { QueuedJob } from './queued-job.ts';
import type { ScopeExpression } from './scopes.ts';
import type { RowCounter } from './search/row-counter.ts';
import type { RequestOrigin, Session } from './session.ts';
import type { Statement } from './statement.ts';

/** The one interface by which stores, ledger, idempotency and rules use a transaction. */
export interface Transaction {
  execute<Row>(statement: Statement<Row>, parameters?: readonly unknown[]): Promise<readonly Row[]>;
}

/** A module in the contexts of operations. */
export type DomainModule = Module<WriteContext, ReadContext>;

/** Context of a writing operation: one transaction, one time, one caller. */
export interface WriteContext extends Transaction {
  readonly session: Session;
  /** All modules, for their declarations for each other. */
  readonly modules: readonly DomainModule[];
  /** Time of the transaction; every timestamp it writes. */
  readonly now: Date;
  readonly dryRun: boolean;
  /** True if the caller may read what the operation writes. Nobody else learns what is stored. */
  readonly mayRead: boolean;
  /**
   * The present span in the form of W3C Trace Context, stored for work that continues later; null when nothing is
   * traced.
   */
  readonly trace: string | null;
  /** Records one changed object; written to the ledger as the transaction's last statement. */
  emit(event: NewEvent): void;
  /** Runs after the commit and never in a dry run; for cache invalidation, not for anything that must not be lost. */
  afterCommit(task: () => void | Promise<void>): void;
  /**
   * Puts a job into its queue after the commit and never in a dry run. It may get lost on the way: the row it stands
   * for is written in this transaction, and a sweeper finds jobs that no queue has.
   */
  enqueue(job: QueuedJob): void;
  /**
   * Takes over a statement that was sent and whose result the operation can do without: the next one is sent at once.
   * Should it fail, the operation fails with its error and nothing is committed.
   */
  trackStatement(answer: Promise<unknown>): void;
  /**
   * Resolves once all statements that were taken over have results; to be called before going back to a savepoint.
   *
   * @throws the first error among the results
   */
  awaitStatements(): Promise<void>;
}

/** Context of a reading operation. Reads outside any transaction. */
export interface ReadContext extends Transaction {
  readonly session: Session;
  /** All modules, for their declarations for each other. */
  readonly modules: readonly DomainModule[];
  readonly now: Date;
  /** True where a copy of the database is read that can be behind it. */
  readonly isReplica?: boolean;
  /** Counts without statements, where what is committed is read. */
  readonly rowCounts?: RowCounter | undefined;
  /** The work that the request may do; absent where nobody waits for it, as in jobs. */
  readonly budget?: OperationBudget | undefined;
}

export type Effect = 'read' | 'write' | 'destroy';

interface OperationMetadata {
  /** Verb and noun; the same in every API: `createProduct`. */
  readonly name: string;
  readonly scope: ScopeExpression;
  /** Tells if sending it twice is harmless: `safe` by itself, `with-key` given an idempotency key, `unsafe` never. */
  readonly retry: 'safe' | 'with-key' | 'unsafe';
  /** Kinds of rejections that it may return. */
  readonly errors: readonly DomainErrorKind[];
}

export interface ReadOperation<Context extends ReadContext, Input, Output> extends OperationMetadata {
  readonly effect: 'read';
  readonly handler: (context: Context, input: Input) => Promise<Output>;
}

export interface WriteOperation<Context extends WriteContext, Input, Output> extends OperationMetadata {
  readonly effect: 'write' | 'destroy';
  /**
   * True for an operation without a transaction around it: for a single statement that holds together by itself, on a
   * path where each round trip counts. It emits nothing and has no dry run.
   */
  readonly autocommit?: true;
  /** Origin of its events; that of the request when left out. */
  readonly origin?: RequestOrigin;
  readonly handler: (context: Context, input: Input) => Promise<Output>;
}

/** Declares a reading operation; every API derives itself from the declaration. */
export function defineRead<Context extends ReadContext, Input, Output>(
  operation: Omit<ReadOperation<Context, Input, Output>, 'effect' | 'retry'>,
): ReadOperation<Context, Input, Output> {
  return { ...operation, effect: 'read', retry: 'safe' };
}

/** Declares a writing operation: one transaction, checked scope, ledger rows last. */
export function defineWrite<Context extends WriteContext, Input, Output>(
  operation: WriteOperation<Context, Input, Output>,
): WriteOperation<Context, Input, Output> {
  return operation;
}
