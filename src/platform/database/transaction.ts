import type pg from 'pg';
import type { Transaction } from '../../kernel/operation.ts';
import type { Statement } from '../../kernel/statement.ts';

/** Target of statements: one connection, or a pool when nothing has to hold together. */
export interface Connection {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Maximum number of prepared statements; every connection that has run one stores it. */
const MOST_PREPARED = 200;
const preparedNames = new Map<string, string>();

/** Returns the name by which the server knows the statement of a text; none when there are too many already. */
function preparedName({ name, sql }: Statement<unknown>): string | undefined {
  const existingName = preparedNames.get(sql);
  if (existingName !== undefined || preparedNames.size >= MOST_PREPARED) return existingName;
  const newName = `${name} ${preparedNames.size + 1}`;
  preparedNames.set(sql, newName);
  return newName;
}

type ResultCheck = (statement: Statement<unknown>, result: pg.QueryResult) => void;
let checkResult: ResultCheck | null = null;

/**
 * Has the result of every statement checked; tests compare it with what the statement declares.
 *
 * @internal
 */
export function checkResults(check: ResultCheck): void {
  checkResult = check;
}

/** Runs statements over a connection. */
export function pgTransaction(connection: Connection): Transaction {
  return createTransaction(async (statement, parameters) => {
    const statementName = statement.prepared ? preparedName(statement) : undefined;
    const result = await connection.query({
      text: statement.sql,
      values: [...parameters],
      ...(statementName === undefined ? {} : { name: statementName }),
    });
    checkResult?.(statement, result);
    return result.rows;
  });
}

/** Returns a transaction that runs every statement by a function. */
export function createTransaction(
  run: (statement: Statement<unknown>, parameters: readonly unknown[]) => Promise<readonly unknown[]>,
): Transaction {
  return {
    execute<Row>(statement: Statement<Row>, parameters: readonly unknown[] = []) {
      return run(statement, parameters) as Promise<readonly Row[]>;
    },
  };
}
