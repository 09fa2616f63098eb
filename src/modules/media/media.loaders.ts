import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { Media } from '../../platform/prisma/generated/client/client.ts';
import { countReferences, defineUsagesLoader, type UserCount } from '../../platform/resource/usages.ts';
import { findMediaRows, type MediaRow } from './media.store.ts';

/** Loads living files by code. */
export const mediaLoader = defineLoader<string, Media>({
  name: 'media.by_code',
  keyOf: foldKey,
  async load({ prisma, session }, codes) {
    const rows = await prisma.media.findMany({
      where: {
        organizationId: session.organizationId,
        codeKey: { in: codes.map(foldKey) },
        deletedAt: null,
      },
    });
    return new Map(rows.map((row) => [row.codeKey, row]));
  },
});

/** Loads the number of living products that show a file themselves, by its stored code; null for none. */
export const mediaUsesLoader = defineLoader<string, UserCount>({
  name: 'media.uses',
  keyOf: foldKey,
  load: (context, codes) =>
    countReferences(
      context,
      'media',
      ['Product'],
      codes.map((code) => ({ code })),
    ),
});

/** Loads what uses a file, of all types of objects, by its stored code; null for nothing. */
export const mediaUsagesLoader = defineUsagesLoader('media.usages', ['media']);

/** Loads the same files as rules see them. */
export const mediaRowLoader = defineLoader<string, MediaRow>({
  name: 'media.rows',
  keyOf: foldKey,
  async load(context, codes) {
    const rows = await findMediaRows(context, context.session.organizationId, codes.map(foldKey));
    return new Map(rows.map((row) => [foldKey(row.code), row]));
  },
});
