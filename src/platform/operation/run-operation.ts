import { setTimeout } from 'node:timers/promises';
import type { OperationBudget } from '../../kernel/budget/operation-budget.ts';
import { RequestError } from '../../kernel/errors.ts';
import type { NewEvent } from '../../kernel/event.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { ChangeEffects } from '../../kernel/module.ts';
import type {
  DomainModule,
  Effect,
  ReadOperation,
  Transaction,
  WriteContext,
  WriteOperation,
} from '../../kernel/operation.ts';
import type { Cursors } from '../../kernel/page.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { RowCounter } from '../../kernel/search/row-counter.ts';
import type { Session } from '../../kernel/session.ts';
import { normalTexts } from '../../kernel/text/normal-text.ts';
import { budgeted } from '../database/budgeted.ts';
import type { Database } from '../database/database.ts';
import type { OrganizationDatabaseProvider } from '../database/organization-views.ts';
import { sqlStateOf } from '../database/sql-state.ts';
import { pgTransaction } from '../database/transaction.ts';
import { appendEvents } from '../ledger/append-events.ts';
import type { LedgerNotifier } from '../ledger/ledger-notifier.ts';
import { NO_TRACING, type SpanSettings, type Tracing } from '../tracing/tracing.ts';
import { authorize } from './authorize.ts';
import type { PrismaReadContext } from './context.ts';
import { type DryRun, type DryRunState, openDryRun } from './dry-run.ts';
import { assertNotDeleted, findStoredOutcome, type IdempotentRequest, storeOutcome } from './idempotency.ts';
import { previewEffects } from './preview-effects.ts';
import {
  type CommittedResult,
  type TransactionBody,
  type TransactionResult,
  withoutTransaction,
  withTransaction,
} from './sql-transaction.ts';
import {
  type OpenWriteContext,
  openWriteContext,
  type WriteContextDependencies,
  withFirstFailure,
} from './write-context.ts';

/** Deadlock and serialization failure (PostgreSQL error codes): the whole operation is safe to run again. */
const RETRIED_STATES = new Set(['40P01', '40001']);
const MAXIMUM_ATTEMPTS = 5;

export interface OperationDependencies extends WriteContextDependencies {
  readonly database: Database;
  readonly cursors: Cursors;
  /** Receives events once they are committed; without it followers find them when they look by themselves. */
  readonly signal?: Pick<LedgerNotifier, 'announce'>;
  /** Counts for reads of committed data; without it they count by statements. */
  readonly rowCounts?: RowCounter;
}

export interface WriteOutcome<Output> {
  readonly output: Output;
  /** True when the output is that of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** Runs operations: scope, one transaction, idempotency record, ledger rows last. All APIs and workers use it. */
export interface OperationRunner {
  readonly modules: readonly DomainModule[];
  /** Counts for look-ups of committed data; without it they count by statements. */
  readonly rowCounts?: RowCounter | undefined;
  /**
   * Returns the same runner, except that it reads from another source: a replica. Writes go to the primary as always.
   */
  withReadsFrom(source: OrganizationDatabaseProvider): OperationRunner;
  read<Input, Output>(
    session: Session,
    operation: ReadOperation<PrismaReadContext, Input, Output>,
    input: Input,
    dryRun?: DryRunState,
    budget?: OperationBudget,
  ): Promise<Output>;
  write<Input, Output>(
    session: Session,
    operation: WriteOperation<WriteContext, Input, Output>,
    input: Input,
    options?: { readonly idempotencyKey?: string | null },
  ): Promise<WriteOutcome<Output>>;
  dryRun<Input, Output>(
    session: Session,
    operation: WriteOperation<WriteContext, Input, Output>,
    input: Input,
  ): Promise<DryRun<Output>>;
  /** Returns the effects on objects that the configuration changed by an operation would have. Stores nothing. */
  previewEffects<Input, Output>(
    session: Session,
    operation: WriteOperation<WriteContext, Input, Output>,
    input: Input,
    budget?: OperationBudget,
  ): Promise<ChangeEffects>;
}

export function createOperationRunner(dependencies: OperationDependencies): OperationRunner {
  const { database, clock, modules, cursors, rowCounts, tracing = NO_TRACING } = dependencies;
  const traced = <Result>(session: Session, operation: OperationInfo, task: () => Promise<Result>) =>
    tracing === NO_TRACING ? task() : tracing.withSpan(operation.name, spanOf(session, operation), task);
  const openReadContext = (
    source: OrganizationDatabaseProvider,
    session: Session,
    dryRun?: DryRunState,
    budget?: OperationBudget,
  ): PrismaReadContext => {
    const { organizationId } = session;
    const stored = source.of(organizationId);
    return {
      ...budgeted(dryRun?.transaction ?? pgTransaction(stored.pool), budget),
      budget,
      session,
      modules,
      now: clock.now(),
      get prisma() {
        return dryRun?.prisma ?? stored.prisma;
      },
      cursors: cursors.of(organizationId),
      isReplica: source !== database,
      // A dry run sees uncommitted rows, a replica only earlier ones.
      rowCounts: dryRun === undefined && source === database ? rowCounts : undefined,
    };
  };
  const readFrom =
    (source: OrganizationDatabaseProvider): OperationRunner['read'] =>
    async (session, operation, input, dryRun, budget) =>
      traced(session, operation, async () => {
        authorize(session, operation.scope, operation.name);
        return operation.handler(openReadContext(source, session, dryRun, budget), normalTexts(input));
      });
  const runner: OperationRunner = {
    modules,
    rowCounts,
    // The counts in memory are those of the primary.
    withReadsFrom: (source) => ({ ...runner, rowCounts: undefined, read: readFrom(source) }),
    read: readFrom(database),
    async write(session, operation, input, options) {
      return traced(session, operation, async () => {
        authorize(session, operation.scope, operation.name);
        const key = options?.idempotencyKey;
        const { origin = session.door } = operation;
        const normal = normalTexts(input);
        if (operation.retry === 'unsafe') assertNoIdempotencyKey(operation.name, key);
        const request =
          key === undefined || key === null
            ? null
            : { session, operation: operation.name, key, input: normal as JsonValue };
        const ownSession = origin === session.door ? session : { ...session, door: origin };
        return withRetries(() => runOnce(dependencies, ownSession, operation, normal, request));
      });
    },
    async dryRun(session, operation, input) {
      return traced(session, operation, async () => {
        authorize(session, operation.scope, operation.name);
        return withRetries(() => openDryRun(dependencies, session, operation, normalTexts(input)));
      });
    },
    async previewEffects(session, operation, input, budget) {
      return traced(session, operation, async () => {
        authorize(session, operation.scope, operation.name);
        return previewEffects(
          (recorded, run, normal) =>
            withRetries(() => openDryRun({ ...dependencies, modules: recorded }, session, run, normal)),
          modules,
          { operation, input: normalTexts(input) },
          openReadContext(database, session, undefined, budget),
        );
      });
    },
  };
  return runner;
}

type OperationInfo = { readonly name: string; readonly effect: Effect };

/** Returns the span attributes of an operation. */
function spanOf({ door, jobId, organizationId }: Session, { name, effect }: OperationInfo): SpanSettings {
  return {
    attributes: {
      'catalograph.operation': name,
      'catalograph.effect': effect,
      'catalograph.door': door,
      'catalograph.organization.id': organizationId,
      ...(jobId === null ? {} : { 'catalograph.job.id': encodeId('Job', jobId) }),
    },
  };
}

/** Runs a transaction again that lost against another one, up to three times in all. */
async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAXIMUM_ATTEMPTS || !RETRIED_STATES.has(sqlStateOf(error))) throw error;
      // A random pause separates those that lost the same race.
      await setTimeout(Math.random() * 20 * attempt);
    }
  }
}

async function runOnce<Input, Output>(
  dependencies: OperationDependencies,
  session: Session,
  operation: WriteOperation<WriteContext, Input, Output>,
  input: Input,
  request: IdempotentRequest | null,
): Promise<WriteOutcome<Output>> {
  const { tracing = NO_TRACING } = dependencies;
  const { result, lastSequence } = await inTransactionOf(
    operation.autocommit === true ? withoutTransaction : withTransaction,
    dependencies,
    session,
    async (transaction): Promise<TransactionResult<OperationResult<Output>>> => {
      const { context, events, tasks, answers } = openWriteContext(
        dependencies,
        session,
        operation.scope,
        transaction,
        false,
      );
      if (request !== null) {
        const earlier = await findStoredOutcome(transaction, request);
        if (earlier !== null) {
          // A deletion stays true; anything else that was written has to exist to be returned.
          if (operation.effect !== 'destroy') await assertNotDeleted(transaction, session, earlier.output);
          const outcome = { output: earlier.output as Output, replayed: true };
          return { result: { outcome, tasks: [] }, append: async () => null };
        }
      }
      const output = await withFirstFailure(answers, operation.handler(context, input));
      if (request !== null) context.trackStatement(storeOutcome(transaction, request, output as JsonValue));
      const outcome = { output, replayed: false };
      const append = async () => {
        const sent = [
          appendTraced(tracing, transaction, context, events),
          answers.awaitStatements(),
        ] as const;
        const [lastSequence] = await withFirstFailure(answers, Promise.all(sent));
        return lastSequence;
      };
      return { result: { outcome, tasks }, append };
    },
  );
  // The reactions of others to the events may serve many requests; they are no part of this one.
  if (lastSequence !== null)
    tracing.detached(() => dependencies.signal?.announce(session.organizationId, lastSequence));
  for (const task of result.tasks) await task();
  return result.outcome;
}

interface OperationResult<Output> extends Pick<OpenWriteContext, 'tasks'> {
  readonly outcome: WriteOutcome<Output>;
}

/** Runs a body as its operation wants it; a transaction is a span. */
function inTransactionOf<Result>(
  run: typeof withTransaction,
  { database, tracing }: OperationDependencies,
  session: Session,
  body: TransactionBody<Result>,
): Promise<CommittedResult<Result>> {
  const { pool } = database.of(session.organizationId);
  return tracing === undefined || run === withoutTransaction
    ? run(pool, body)
    : tracing.withSpan('transaction', TRANSACTION_SPAN, () => run(pool, body));
}

const TRANSACTION_SPAN: SpanSettings = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } };

/** Writes the events together with the span that does, from which their deliveries go on. */
function appendTraced(
  tracing: Tracing,
  transaction: Transaction,
  { session, now }: WriteContext,
  events: readonly NewEvent[],
): Promise<number | null> {
  if (tracing === NO_TRACING || events.length === 0) return appendEvents(transaction, session, now, events);
  const types = new Set(events.map(({ resource, verb }) => `${resource}.${verb}`));
  const attributes = {
    'messaging.system': 'catalograph_ledger',
    'messaging.operation.type': 'send',
    'messaging.batch.message_count': events.length,
    'catalograph.event.types': [...types].sort().join(' '),
  };
  return tracing.withSpan('append events', { kind: 'producer', attributes }, () => {
    const present = tracing.currentContext();
    return appendEvents(transaction, session, now, events, present?.isSampled ? present.text : null);
  });
}

/**
 * Rejects a key: the output of an `unsafe` operation holds a secret, so it is not remembered and its request cannot
 * be replayed.
 */
function assertNoIdempotencyKey(operation: string, key: string | null | undefined): void {
  if (key === null || key === undefined) return;
  throw new RequestError('invalid-parameter', localized('idempotency-key-not-accepted', { operation }));
}
