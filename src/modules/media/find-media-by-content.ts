import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { contentKey } from './media-rules.ts';

/** The living file that a content is known by. */
export interface MediaByContent {
  /** Code in its stored case. */
  readonly code: string;
  /** Key of its bytes in the object storage. */
  readonly key: string;
}

/** Returns the oldest living file of each of the contents (hexadecimal SHA-256); those that none has are left out. */
export const findMediaByContent = defineRead({
  name: 'findMediaByContent',
  scope: { anyOf: ['media:read', 'media:write'] },
  errors: [],
  async handler(
    { prisma, session }: PrismaReadContext,
    { sha256 }: { readonly sha256: readonly string[] },
  ): Promise<ReadonlyMap<string, MediaByContent>> {
    if (sha256.length === 0) return new Map();
    const rows = await prisma.media.findMany({
      where: {
        organizationId: session.organizationId,
        sha256: { in: sha256.map((hash) => Buffer.from(hash, 'hex')) },
        deletedAt: null,
      },
      select: { code: true, sha256: true },
      orderBy: { id: 'desc' },
    });
    // The map stores the last entry of a content, which is the oldest file.
    return new Map(
      rows.map((row) => {
        const hash = Buffer.from(row.sha256).toString('hex');
        return [hash, { code: row.code, key: contentKey(session.organizationId, hash) }];
      }),
    );
  },
});
