import type pg from 'pg';
import type { Transaction } from '../../kernel/operation.ts';
import { createTransaction, pgTransaction } from '../database/transaction.ts';

/** Result of the work in a transaction except for its last statement. */
export interface TransactionResult<Result> {
  readonly result: Result;
  /**
   * Sends the last statement; returns the last sequence number that it gave once all statements have results. Rejects
   * with the first one's error that failed.
   */
  append(): Promise<number | null>;
}

export type TransactionBody<Result> = (transaction: Transaction) => Promise<TransactionResult<Result>>;

export interface CommittedResult<Result> {
  readonly result: Result;
  readonly lastSequence: number | null;
}

/** Runs the body in one transaction on one connection; an error rolls all of it back. */
export async function withTransaction<Result>(
  pool: pg.Pool,
  body: TransactionBody<Result>,
): Promise<CommittedResult<Result>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const beginResult = client.query('BEGIN');
    // The first statement, or the one below, reports it.
    beginResult.catch(() => undefined);
    const transaction = beginning(client, beginResult);
    const { result, append } = await body(transaction);
    await transaction.begun;
    // The last statement and COMMIT travel together, so that the counter of the ledger is not locked while a result
    // is under way. A last statement that fails makes the server roll back, and rejects here.
    const [lastSequence] = await Promise.all([append(), client.query('COMMIT')]);
    return { result, lastSequence };
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs statement by statement; there is no last one to write events by, and nothing to roll back. */
export async function withoutTransaction<Result>(
  pool: pg.Pool,
  body: TransactionBody<Result>,
): Promise<CommittedResult<Result>> {
  const { result, append } = await body(pgTransaction(pool));
  return { result, lastSequence: await append() };
}

/** Rolls back; returns an error when the connection is of no more use. */
export async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/** Returns a transaction whose BEGIN travels with its first statements as long as these only read. */
function beginning(
  client: pg.PoolClient,
  begin: Promise<unknown>,
): Transaction & { readonly begun: Promise<void> } {
  const transaction = pgTransaction(client);
  let hasBegun = false;
  let isWaitedFor = false;
  const beginPromise = begin.then(() => {
    hasBegun = true;
  });
  beginPromise.catch(() => undefined);
  const { execute } = createTransaction(async (statement, parameters) => {
    // No statement overtakes one that waits.
    isWaitedFor ||= statement.kind === 'write';
    if (isWaitedFor && !hasBegun) await beginPromise;
    if (hasBegun) return transaction.execute(statement, parameters);
    const [rows] = await Promise.all([transaction.execute(statement, parameters), beginPromise]);
    return rows;
  });
  return { begun: beginPromise, execute };
}
