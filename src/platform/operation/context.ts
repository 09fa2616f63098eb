import type { ReadContext, WriteContext } from '../../kernel/operation.ts';
import type { CursorCodec } from '../../kernel/page.ts';
import type { Prisma, PrismaClient } from '../prisma/generated/client/client.ts';

/** Prisma for reading: the organization's client, or the open transaction of a dry run. */
export type PrismaReader = PrismaClient | Prisma.TransactionClient;

/** A read that answers Prisma rows, for lists and single objects of the graph. */
export interface PrismaReadContext extends ReadContext {
  readonly prisma: PrismaReader;
  readonly cursors: CursorCodec;
}

/** A write of a room that writes through Prisma's models. */
export interface PrismaWriteContext extends WriteContext {
  readonly prisma: Prisma.TransactionClient;
}
