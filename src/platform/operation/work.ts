import type { ReadWork, WriteWork } from '../../kernel/operation.ts';
import type { CursorCodec } from '../../kernel/page.ts';
import type { Prisma, PrismaClient } from '../prisma/generated/client/client.ts';

/** Prisma for reading: the organization's client, or the open transaction of a dry run. */
export type PrismaReader = PrismaClient | Prisma.TransactionClient;

/** A read that answers Prisma rows, for lists and single objects of the graph. */
export interface PrismaReadWork extends ReadWork {
  readonly prisma: PrismaReader;
  readonly cursors: CursorCodec;
}

/** A write of a room that writes through Prisma's models. */
export interface PrismaWriteWork extends WriteWork {
  readonly prisma: Prisma.TransactionClient;
}
