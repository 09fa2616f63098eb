import type pg from 'pg';
import type { Transaction } from '../../kernel/operation.ts';
import type { Prisma, PrismaClient } from '../prisma/generated/client/client.ts';

/** Puts the statement's name in front of it, for the server's own log and statistics. */
function tagged(name: string, sql: string): string {
  return `/* ${name} */ ${sql}`;
}

/** Statements over one pg connection, or over a pool when nothing has to hold together. */
export function pgTransaction(client: Pick<pg.Pool, 'query'>): Transaction {
  return {
    async execute<Row>(name: string, sql: string, parameters: readonly unknown[] = []) {
      const result = await client.query({ text: tagged(name, sql), values: [...parameters] });
      return result.rows as readonly Row[];
    },
  };
}

/** Statements over Prisma's interactive transaction, beside its models. */
export function prismaTransaction(prisma: Prisma.TransactionClient | PrismaClient): Transaction {
  return {
    async execute<Row>(name: string, sql: string, parameters: readonly unknown[] = []) {
      return prisma.$queryRawUnsafe<Row[]>(tagged(name, sql), ...parameters);
    },
  };
}
