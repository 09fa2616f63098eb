import type pg from 'pg';
import type { Transaction } from '../../kernel/operation.ts';
import { pgTransaction } from './transaction.ts';

/** Runs system work across organizations in one transaction of the owner role; an error rolls all of it back. */
export async function withOwnerTransaction<Result>(
  owner: pg.Pool,
  body: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await owner.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await body(pgTransaction(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
