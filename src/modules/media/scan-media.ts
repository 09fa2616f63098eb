import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import type { MediaDocument } from './media-rules.ts';

/** Returns the number of living files. */
export const countMedia = defineRead({
  name: 'countMedia',
  scope: 'media:read',
  errors: [],
  handler: ({ prisma, session: { organizationId } }: PrismaReadContext, _input: null): Promise<number> =>
    prisma.media.count({ where: { organizationId, deletedAt: null } }),
});

/** Returns a page of a traversal of the metadata of files, by code; `next` is null when it was the last one. */
export const scanMedia = defineRead({
  name: 'walkMedia',
  scope: 'media:read',
  errors: [],
  async handler(
    { prisma, session: { organizationId } }: PrismaReadContext,
    { after, size }: { readonly after: string | null; readonly size: number },
  ): Promise<{ readonly items: readonly MediaDocument[]; readonly next: string | null }> {
    const rows = await prisma.media.findMany({
      select: {
        code: true,
        codeKey: true,
        filename: true,
        labels: true,
        alt: true,
        tags: true,
        visibility: true,
      },
      where: { organizationId, deletedAt: null, ...(after === null ? {} : { codeKey: { gt: after } }) },
      orderBy: { codeKey: 'asc' },
      take: size + 1,
    });
    const pageRows = rows.slice(0, size);
    return {
      items: pageRows.map(({ codeKey: _key, ...document }) => document as unknown as MediaDocument),
      next: rows.length > size ? (pageRows.at(-1)?.codeKey ?? null) : null,
    };
  },
});
