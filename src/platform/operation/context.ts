import type { ReadContext } from '../../kernel/operation.ts';
import type { CursorCodec } from '../../kernel/page.ts';
import type { PrismaClient } from '../prisma/generated/client/client.ts';

/** A read that returns Prisma rows, for lists and single objects of the graph. */
export interface PrismaReadContext extends ReadContext {
  /** The organization's client, or that of an open dry run. Nothing is written through it. */
  readonly prisma: PrismaClient;
  readonly cursors: CursorCodec;
}
