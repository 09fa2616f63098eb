import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';

/** Codes of the living files that have each of the names exactly, oldest first; names that none has are left out. */
export const findMediaByFilename = defineRead({
  name: 'findMediaByFilename',
  scope: 'media:read',
  errors: [],
  async handler(
    { prisma, session }: PrismaReadContext,
    { filenames }: { readonly filenames: readonly string[] },
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    if (filenames.length === 0) return new Map();
    const rows = await prisma.media.findMany({
      where: {
        organizationId: session.organizationId,
        filename: { in: [...filenames] },
        deletedAt: null,
      },
      select: { code: true, filename: true },
      orderBy: { id: 'asc' },
    });
    const byName = Map.groupBy(rows, ({ filename }) => filename);
    return new Map([...byName].map(([name, files]) => [name, files.map(({ code }) => code)]));
  },
});
