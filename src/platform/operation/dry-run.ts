import type pg from 'pg';
import type { Transaction, WriteContext, WriteOperation } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { DryRunClient } from '../database/dry-run-clients.ts';
import type { OrganizationDatabaseProvider } from '../database/organization-views.ts';
import { type Connection, pgTransaction } from '../database/transaction.ts';
import type { PrismaClient } from '../prisma/generated/client/client.ts';
import { rollBack } from './sql-transaction.ts';
import { openWriteContext, type WriteContextDependencies, withFirstFailure } from './write-context.ts';

/** Time that a dry run may hold its locks, its response included. */
const MAX_DRY_RUN_MS = 30_000;

/** The uncommitted state that a dry run leaves, to read from until it ends. */
export interface DryRunState {
  readonly transaction: Transaction;
  /** Prisma client bound to the same connection on first use; it only reads. */
  readonly prisma: PrismaClient;
}

/** The outcome of a dry run, and the uncommitted state to read from until `end` rolls it back. */
export interface DryRun<Output> {
  readonly output: Output;
  readonly state: DryRunState;
  /** The context of the operation, to read on with its eyes. */
  readonly context: WriteContext;
  end(): Promise<void>;
}

/**
 * Runs the operation in a transaction that stays open until `end`: the response is read from the state the operation
 * would leave, by the same resolvers as ever, and then everything is rolled back. No ledger rows, no idempotency
 * record.
 */
export async function openDryRun<Input, Output>(
  dependencies: WriteContextDependencies & { readonly database: OrganizationDatabaseProvider },
  session: Session,
  operation: WriteOperation<WriteContext, Input, Output>,
  input: Input,
): Promise<DryRun<Output>> {
  const { pool, dryRunClients } = dependencies.database.of(session.organizationId);
  const client = await pool.connect();
  const connection = closable(client);
  const transaction = pgTransaction(connection);
  let bound: DryRunClient | null = null;
  const finish = async () => {
    clearTimeout(limit);
    connection.close();
    bound?.release();
    client.release(await rollBack(client));
  };
  let finished: Promise<void> | null = null;
  const end = () => {
    finished ??= finish();
    return finished;
  };
  const limit = setTimeout(() => void end(), MAX_DRY_RUN_MS);
  try {
    await client.query('BEGIN');
    const { context, answers } = openWriteContext(dependencies, session, operation.scope, transaction, true);
    const runHandler = async () => {
      const output = await operation.handler(context, input);
      await answers.awaitStatements();
      return output;
    };
    const output = await withFirstFailure(answers, runHandler());
    const state = {
      transaction,
      get prisma() {
        bound ??= dryRunClients.bind(connection);
        return bound.prisma;
      },
    };
    return { output, state, context, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Rejects statements after its end: resolvers of a request that failed may go on, while the connection serves
 * another.
 */
function closable(client: pg.PoolClient): Connection & { close(): void } {
  let isOpen = true;
  return {
    async query(query) {
      if (!isOpen) throw new Error('This dry run is over.');
      return client.query(query);
    },
    close() {
      isOpen = false;
    },
  };
}
