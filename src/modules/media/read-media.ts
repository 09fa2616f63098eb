import { foldKey } from '../../kernel/codes.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { ListIdentity, Page } from '../../kernel/page.ts';
import type { FocalPoint } from '../../platform/image/rendition.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import type { Media } from '../../platform/prisma/generated/client/client.ts';
import { hasDeletedMedia } from './media.store.ts';
import { countMedia, findMediaIds, readMediaUsage } from './media-list.store.ts';
import { contentKey, type MediaKind } from './media-rules.ts';

const SCOPE = 'media:read';

const existing = (organizationId: string, ref: string) => ({
  organizationId,
  deletedAt: null,
  ...which(ref),
});

function which(ref: string) {
  const id = decodeIdOf('Media', ref);
  return id === null ? { codeKey: foldKey(ref) } : { id };
}

/** Returns the focal point of a row. */
export function focalPointOf({ focalX, focalY }: Pick<Media, 'focalX' | 'focalY'>): FocalPoint | null {
  return focalX === null || focalY === null ? null : { x: focalX, y: focalY };
}

/** Returns true if a file of this code or id is deleted. */
export const isMediaDeleted = defineRead({
  name: 'isMediaDeleted',
  scope: SCOPE,
  errors: [],
  handler: (context: PrismaReadContext, { ref }: { readonly ref: string }) =>
    hasDeletedMedia(context, context.session.organizationId, ref),
});

/** Returns one file by code or id, or null; deleted ones are not found. */
export const getMedia = defineRead({
  name: 'getMedia',
  scope: SCOPE,
  errors: [],
  handler: (
    { prisma, session }: PrismaReadContext,
    { ref, query }: { readonly ref: string; readonly query: object },
  ) => prisma.media.findFirst({ ...query, where: existing(session.organizationId, ref) }),
});

/** Fields with which an API sends the bytes of a file. */
export interface MediaContent {
  /** Key of the bytes in the object storage. */
  readonly key: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly isPublic: boolean;
  /** Pixels; null when it is no image of known size. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null for its middle. */
  readonly focalPoint: FocalPoint | null;
}

/** Returns the storage key of the bytes of a file and their headers, or null. */
export const getMediaContent = defineRead({
  name: 'getMediaContent',
  scope: SCOPE,
  errors: [],
  async handler({ prisma, session }: PrismaReadContext, { ref }: { readonly ref: string }) {
    const media = await prisma.media.findFirst({ where: existing(session.organizationId, ref) });
    if (media === null) return null;
    const { filename, mimeType, sizeBytes, visibility } = media;
    const sha256 = Buffer.from(media.sha256).toString('hex');
    const key = contentKey(session.organizationId, sha256);
    return {
      key,
      filename,
      mimeType,
      sizeBytes,
      sha256,
      isPublic: visibility === 'public',
      width: media.width,
      height: media.height,
      focalPoint: focalPointOf(media),
    } satisfies MediaContent;
  },
});

export interface ListMediaInput extends PageRequest {
  /** Beginning of the media type: `image/`. */
  readonly mimeType?: string | null | undefined;
  /** Tags that a file must all have. */
  readonly tags?: readonly string[] | null | undefined;
  /** Only files that nothing shows or has as its default, or only those that something does. */
  readonly unused?: boolean | null | undefined;
  /** Part of a code or file name, in any case. */
  readonly search?: string | null | undefined;
  readonly kind?: MediaKind | null | undefined;
  /** Only images without an alternative text of their own in this locale. */
  readonly missingAltIn?: string | null | undefined;
  readonly query: object;
}

/** Returns the files of the organization, newest first. */
export const listMedia = defineRead({
  name: 'listMedia',
  scope: SCOPE,
  errors: [],
  async handler(context: PrismaReadContext, input: ListMediaInput): Promise<Page<Media>> {
    const { organizationId } = context.session;
    const { mimeType = null, tags = null, unused = null, search = null, after = null } = input;
    const { kind = null, missingAltIn = null } = input;
    const selection = { mimeType, tags, unused, query: search, kind, missingAltIn };
    const identity = JSON.parse(JSON.stringify(['media', selection])) as ListIdentity;
    const size = pageSize(input.first);
    const below = after === null ? null : String(context.cursors.decode(after, identity)[0]);
    const mediaIds = await findMediaIds(context, selection, below, size + 1);
    const ids = mediaIds.slice(0, size);
    const rows = await context.prisma.media.findMany({
      ...input.query,
      where: { organizationId, id: { in: ids } },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const items = ids.flatMap((id) => byId.get(id) ?? []);
    return {
      items,
      cursorAt: (index) => context.cursors.encode([items[index]?.id ?? ''], identity),
      hasNextPage: mediaIds.length > size,
      count: () => countMedia(context, selection),
    };
  },
});

/** Returns the total size of the files of the organization, and the size of those that no object shows. */
export const getMediaUsage = defineRead({
  name: 'getMediaUsage',
  scope: SCOPE,
  errors: [],
  handler: (context: PrismaReadContext, _input: null) => readMediaUsage(context),
});
