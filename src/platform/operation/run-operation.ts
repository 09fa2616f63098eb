import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import type { NewEvent } from '../../kernel/event.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type {
  Effect,
  ReadOperation,
  StatementOptions,
  Transaction,
  WriteContext,
  WriteOperation,
} from '../../kernel/operation.ts';
import type { Cursors } from '../../kernel/page.ts';
import type { QueuedJob } from '../../kernel/queued-job.ts';
import { Fault } from '../../kernel/refusal.ts';
import { holds, readingScope, type ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import type { Database, OrganizationSource } from '../database/database.ts';
import { stateOf } from '../database/sql-state.ts';
import { pgTransaction, prismaTransaction } from '../database/transaction.ts';
import { appendEvents } from '../ledger/append-events.ts';
import type { LedgerSignal } from '../ledger/ledger-signal.ts';
import type { Prisma } from '../prisma/generated/client/client.ts';
import { NO_TRACING, type SpanSettings, type Tracing } from '../tracing/tracing.ts';
import { authorize } from './authorize.ts';
import type { PrismaReadContext, PrismaReader, PrismaWriteContext } from './context.ts';
import {
  findEarlierOutcome,
  type IdempotentRequest,
  refuseIfDeleted,
  rememberOutcome,
} from './idempotency.ts';
import { type LaterAnswers, laterAnswers } from './later-answers.ts';

/** Deadlock and serialization failure (PostgreSQL error codes): the whole operation is safe to run again. */
const RETRIED_STATES = new Set(['40P01', '40001']);
const MAXIMUM_ATTEMPTS = 5;
/** How long Prisma may keep an interactive transaction open, waiting for row locks included. */
const PRISMA_TRANSACTION = { maxWait: 5_000, timeout: 30_000 } as const;

export interface OperationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  /** Told of events once they are committed; without it followers find them when they look by themselves. */
  readonly signal?: Pick<LedgerSignal, 'announce'>;
  /** Takes what operations enqueue. Without one the sweeper of a worker finds it. */
  readonly queue?: { send(job: QueuedJob): void } | undefined;
  readonly tracing?: Tracing;
}

/** The outcome of a dry run: its result, and the uncommitted state to answer from until `end` rolls it back. */
export interface DryRun<Output> {
  readonly output: Output;
  readonly prisma: Prisma.TransactionClient;
  end(): Promise<void>;
}

export interface WriteOutcome<Output> {
  readonly output: Output;
  /** True when the output is that of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** Runs operations: scope, one transaction, idempotency record, ledger rows last. All doors and workers go this way. */
export interface OperationRunner {
  /** The same, but that it reads from another source: a replica. Writes go where they always go. */
  reading(source: OrganizationSource): OperationRunner;
  read<Input, Output>(
    session: Session,
    operation: ReadOperation<PrismaReadContext, Input, Output>,
    input: Input,
    prisma?: PrismaReader,
  ): Promise<Output>;
  write<Input, Output>(
    session: Session,
    operation: WriteOperation<PrismaWriteContext, Input, Output>,
    input: Input,
    options?: { readonly idempotencyKey?: string | null },
  ): Promise<WriteOutcome<Output>>;
  dryRun<Input, Output>(
    session: Session,
    operation: WriteOperation<PrismaWriteContext, Input, Output>,
    input: Input,
  ): Promise<DryRun<Output>>;
}

export function createOperationRunner(dependencies: OperationDependencies): OperationRunner {
  const { database, clock, cursors, tracing = NO_TRACING } = dependencies;
  const traced = <Result>(session: Session, operation: Named, task: () => Promise<Result>) =>
    tracing === NO_TRACING ? task() : tracing.within(operation.name, spanOf(session, operation), task);
  const readFrom =
    (source: OrganizationSource): OperationRunner['read'] =>
    async (session, operation, input, prisma) =>
      traced(session, operation, async () => {
        authorize(session, operation.scope, operation.name);
        const { organizationId } = session;
        const transaction =
          prisma === undefined ? pgTransaction(source.of(organizationId).pool) : prismaTransaction(prisma);
        const context = {
          ...transaction,
          session,
          now: clock.now(),
          prisma: prisma ?? source.of(organizationId).prisma,
          cursors: cursors.of(organizationId),
        };
        return operation.handler(context, input);
      });
  const runner: OperationRunner = {
    reading: (source) => ({ ...runner, read: readFrom(source) }),
    read: readFrom(database),
    async write(session, operation, input, options) {
      return traced(session, operation, async () => {
        authorize(session, operation.scope, operation.name);
        const key = options?.idempotencyKey;
        if (operation.retry === 'unsafe') refuseKey(operation.name, key);
        const request =
          key === undefined || key === null
            ? null
            : { session, operation: operation.name, key, input: input as JsonValue };
        return retried(() => runOnce(dependencies, session, operation, input, request));
      });
    },
    async dryRun(session, operation, input) {
      return traced(session, operation, async () => {
        authorize(session, operation.scope, operation.name);
        return retried(() => openDryRun(dependencies, session, operation, input));
      });
    },
  };
  return runner;
}

type Named = { readonly name: string; readonly effect: Effect };

/** What is told of an operation. */
function spanOf({ door, jobId, organizationId }: Session, { name, effect }: Named): SpanSettings {
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
async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAXIMUM_ATTEMPTS || !RETRIED_STATES.has(stateOf(error))) throw error;
      // Those that lost the same race do not meet again in step.
      await setTimeout(Math.random() * 20 * attempt);
    }
  }
}

interface OpenContext {
  readonly context: PrismaWriteContext;
  readonly events: NewEvent[];
  readonly tasks: (() => void | Promise<void>)[];
  readonly answers: LaterAnswers;
}

/** The work object over one open transaction; `prisma` is missing for operations of the `sql` kind by type only. */
function openContext(
  { clock, queue, tracing = NO_TRACING }: OperationDependencies,
  session: Session,
  scope: ScopeExpression,
  transaction: Transaction,
  prisma: Prisma.TransactionClient | null,
  dryRun: boolean,
): OpenContext {
  const events: NewEvent[] = [];
  const tasks: (() => void | Promise<void>)[] = [];
  const answers = laterAnswers();
  const context = {
    ...transaction,
    session,
    now: clock.now(),
    dryRun,
    mayRead: holds(session, readingScope(scope)),
    trace: tracing.present()?.text ?? null,
    emit: (event: NewEvent) => void events.push(event),
    afterCommit: (task: () => void | Promise<void>) => void tasks.push(task),
    enqueue: (job: QueuedJob) => void tasks.push(() => queue?.send(job)),
    awaitLater: answers.awaitLater,
    awaitNow: answers.awaitNow,
    get prisma(): Prisma.TransactionClient {
      if (prisma === null)
        throw new Error('This operation runs on an SQL transaction; it has no Prisma client.');
      return prisma;
    },
  };
  return { context, events, tasks, answers };
}

async function runOnce<Input, Output>(
  dependencies: OperationDependencies,
  session: Session,
  operation: WriteOperation<PrismaWriteContext, Input, Output>,
  input: Input,
  request: IdempotentRequest | null,
): Promise<WriteOutcome<Output>> {
  const { tracing = NO_TRACING } = dependencies;
  const { result, lastSequence } = await inTransactionOf(
    operation.transaction,
    dependencies,
    session,
    async (transaction, prisma): Promise<Worked<Done<Output>>> => {
      const { context, events, tasks, answers } = openContext(
        dependencies,
        session,
        operation.scope,
        transaction,
        prisma,
        false,
      );
      if (request !== null) {
        const earlier = await findEarlierOutcome(transaction, request);
        if (earlier !== null) {
          // That something was deleted stays true; whatever else was written has to be there to be answered.
          if (operation.effect !== 'destroy') await refuseIfDeleted(transaction, session, earlier.output);
          const outcome = { output: earlier.output as Output, replayed: true };
          return { result: { outcome, tasks: [] }, append: async () => null };
        }
      }
      const output = await causedBy(answers, operation.handler(context, input));
      if (request !== null) context.awaitLater(rememberOutcome(transaction, request, output as JsonValue));
      const outcome = { output, replayed: false };
      const append = async () => {
        const sent = [appendTraced(tracing, transaction, context, events), answers.awaitNow()] as const;
        const [lastSequence] = await causedBy(answers, Promise.all(sent));
        return lastSequence;
      };
      return { result: { outcome, tasks }, append };
    },
  );
  // What others do about the events may be for many requests; it is none of the parts of this one.
  if (lastSequence !== null)
    tracing.apart(() => dependencies.signal?.announce(session.organizationId, lastSequence));
  for (const task of result.tasks) await task();
  return result.outcome;
}

/** The same; should it fail for a statement that was sent before it, with the error of that one. */
const causedBy = <Result>(answers: LaterAnswers, result: Promise<Result>): Promise<Result> =>
  result.catch(async (error: unknown) => {
    throw await answers.causeOf(error);
  });

interface Done<Output> extends Pick<OpenContext, 'tasks'> {
  readonly outcome: WriteOutcome<Output>;
}

/** The work of one transaction but for its last statement. */
interface Worked<Result> {
  readonly result: Result;
  /**
   * Sends the last statement; answers the last sequence number that it gave once all statements are answered. Rejects
   * with the first one's error that failed.
   */
  append(): Promise<number | null>;
}

type Body<Result> = (
  transaction: Transaction,
  prisma: Prisma.TransactionClient | null,
) => Promise<Worked<Result>>;

interface Committed<Result> {
  readonly result: Result;
  readonly lastSequence: number | null;
}

async function inSqlTransaction<Result>(
  { database }: OperationDependencies,
  session: Session,
  body: Body<Result>,
): Promise<Committed<Result>> {
  const client = await database.of(session.organizationId).pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query('BEGIN');
    // Told to the first statement, or below.
    begun.catch(() => undefined);
    const transaction = beginning(client, begun);
    const { result, append } = await body(transaction, null);
    await transaction.begun;
    // The last statement and COMMIT travel together, so that the counter of the ledger is not locked while an answer
    // is under way. A last statement that fails makes the server roll back, and rejects here.
    const [lastSequence] = await Promise.all([append(), client.query('COMMIT')]);
    return { result, lastSequence };
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** A transaction whose BEGIN travels with its first statements as long as these only read. */
function beginning(
  client: pg.PoolClient,
  begin: Promise<unknown>,
): Transaction & { readonly begun: Promise<void> } {
  const transaction = pgTransaction(client);
  let hasBegun = false;
  let isWaitedFor = false;
  const begun = begin.then(() => {
    hasBegun = true;
  });
  begun.catch(() => undefined);
  return {
    begun,
    async execute<Row>(name: string, sql: string, ...more: [(readonly unknown[])?, StatementOptions?]) {
      // Nothing overtakes one that waits.
      isWaitedFor ||= !sql.startsWith('SELECT');
      if (isWaitedFor && !hasBegun) await begun;
      if (hasBegun) return transaction.execute<Row>(name, sql, ...more);
      const [rows] = await Promise.all([transaction.execute<Row>(name, sql, ...more), begun]);
      return rows;
    },
  };
}

async function inPrismaTransaction<Result>(
  { database }: OperationDependencies,
  session: Session,
  body: Body<Result>,
): Promise<Committed<Result>> {
  const { prisma } = database.of(session.organizationId);
  return prisma.$transaction(async (client) => {
    const { result, append } = await body(prismaTransaction(client), client);
    return { result, lastSequence: await append() };
  }, PRISMA_TRANSACTION);
}

/** Statement by statement; there is no last one to write events by, and nothing to roll back. */
async function withoutTransaction<Result>(
  { database }: OperationDependencies,
  session: Session,
  body: Body<Result>,
): Promise<Committed<Result>> {
  const { result, append } = await body(pgTransaction(database.of(session.organizationId).pool), null);
  return { result, lastSequence: await append() };
}

const BODIES = { sql: inSqlTransaction, prisma: inPrismaTransaction, autocommit: withoutTransaction };

/** Runs a body as its operation wants it; a transaction is a span. */
function inTransactionOf<Result>(
  kind: keyof typeof BODIES,
  dependencies: OperationDependencies,
  session: Session,
  body: Body<Result>,
): Promise<Committed<Result>> {
  const run = () => BODIES[kind](dependencies, session, body);
  const { tracing } = dependencies;
  return tracing === undefined || kind === 'autocommit'
    ? run()
    : tracing.within('transaction', TRANSACTION_SPAN, run);
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
  return tracing.within('append events', { kind: 'producer', attributes }, () => {
    const present = tracing.present();
    return appendEvents(transaction, session, now, events, present?.isSampled ? present.text : null);
  });
}

const ROLLED_BACK = Symbol('rolled back');

/**
 * Runs the operation in a transaction that stays open until `end`: the answer is read from the state the operation
 * would leave, by the same resolvers as ever, and then everything is rolled back. No ledger rows, no idempotency record.
 */
async function openDryRun<Input, Output>(
  dependencies: OperationDependencies,
  session: Session,
  operation: WriteOperation<PrismaWriteContext, Input, Output>,
  input: Input,
): Promise<DryRun<Output>> {
  const { prisma } = dependencies.database.of(session.organizationId);
  const answered = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<DryRun<Output>>();
  const finished = prisma
    .$transaction(async (client) => {
      const { context, answers } = openContext(
        dependencies,
        session,
        operation.scope,
        prismaTransaction(client),
        client,
        true,
      );
      const output = await causedBy(answers, operation.handler(context, input));
      await answers.awaitNow();
      const end = async () => {
        answered.resolve();
        await finished;
      };
      opened.resolve({ output, prisma: client, end });
      await answered.promise;
      throw ROLLED_BACK;
    }, PRISMA_TRANSACTION)
    .catch((error: unknown) => {
      if (error !== ROLLED_BACK) opened.reject(error);
    });
  return opened.promise;
}

/** The answer of an `unsafe` operation holds a secret, so it is not remembered and its request cannot be replayed. */
function refuseKey(operation: string, key: string | null | undefined): void {
  if (key === null || key === undefined) return;
  throw new Fault(
    'invalid-parameter',
    `${operation} does not accept an idempotency key: its response is secret and never stored.`,
  );
}
