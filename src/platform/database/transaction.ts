import type pg from 'pg';
import type { StatementOptions, Transaction } from '../../kernel/operation.ts';

/** What statements are sent over: one connection, or a pool when nothing has to hold together. */
export interface Connection {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Puts the statement's name in front of it, for the server's own log and statistics. */
function tagged(name: string, sql: string): string {
  return `/* ${name} */ ${sql}`;
}

/** Each is kept by every connection that has run it. */
const MOST_PREPARED = 200;
const preparedNames = new Map<string, string>();

/** The name by which the server knows a statement of a text; none when there are too many already. */
function preparedName(name: string, text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known !== undefined || preparedNames.size >= MOST_PREPARED) return known;
  const made = `${name} ${preparedNames.size + 1}`;
  preparedNames.set(text, made);
  return made;
}

/** Statements over a connection. */
export function pgTransaction(connection: Connection): Transaction {
  return {
    async execute<Row>(
      name: string,
      sql: string,
      parameters: readonly unknown[] = [],
      { prepared = false }: StatementOptions = {},
    ) {
      const text = tagged(name, sql);
      const kept = prepared ? preparedName(name, text) : undefined;
      const result = await connection.query({
        text,
        values: [...parameters],
        ...(kept === undefined ? {} : { name: kept }),
      });
      return result.rows as readonly Row[];
    },
  };
}
