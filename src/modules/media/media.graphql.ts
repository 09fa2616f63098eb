import { z } from 'zod';
import { builder, keyFact, READ_SCOPES_OF_NODES } from '../../graphql/builder.ts';
import { connectionOf, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { factsOf, mutationOf } from '../../graphql/operation-field.ts';
import { DeletePayload, writePayload } from '../../graphql/resource-fields.ts';
import type { Labels } from '../../kernel/labels.ts';
import { type FocalPoint, LARGEST_SIDE } from '../../platform/image/rendition.ts';
import type { Media } from '../../platform/prisma/generated/client/client.ts';
import { localeChainLoader } from '../locale/index.ts';
import { LABEL_DESCRIPTION, LABEL_LOCALE, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import { deleteMedia, restoreMedia } from './delete-media.ts';
import { mediaUsesLoader } from './media.loaders.ts';
import { publicUrl, signedUrl } from './media-links.ts';
import type { Visibility } from './media-rules.ts';
import { focalPointOf, getMedia, getMediaFigures, isMediaDeleted, listMedia } from './read-media.ts';
import { isPicture, NAMED_WIDTHS, type RenditionRequest } from './rendition-rules.ts';
import { type MediaAnswer, updateMedia } from './update-media.ts';

READ_SCOPES_OF_NODES.set('Media', getMedia.scope);

const VisibilityType = builder.enumType('MediaVisibility', {
  description: 'Who can open a file.',
  values: {
    PRIVATE: { value: 'private', description: 'Callers with `media:read`, and whoever has a signed link.' },
    PUBLIC: { value: 'public', description: 'Everybody, by its lasting `publicUrl`.' },
  } as const,
});

const FitType = builder.enumType('RenditionFit', {
  description: 'How a picture is brought into a box. Nothing is ever enlarged.',
  values: {
    INSIDE: { value: 'inside', description: 'Whole, within the box.' },
    COVER: {
      value: 'cover',
      description: 'Fills the box; what juts out is cut off, as far from the focal point as possible.',
    },
    CONTAIN: {
      value: 'contain',
      description: 'Whole, on a border that fills the box: white in JPEG, clear in other formats.',
    },
  } as const,
});

const FormatType = builder.enumType('RenditionFormat', {
  description: 'The format of a picture.',
  values: {
    JPEG: { value: 'jpeg', description: 'Understood everywhere.' },
    PNG: { value: 'png', description: 'Without loss.' },
    WEBP: { value: 'webp', description: 'A third smaller than JPEG; understood by all browsers.' },
    AVIF: { value: 'avif', description: 'The smallest; takes longest to make.' },
  } as const,
});

const side = z.int().min(1).max(LARGEST_SIDE);
const renditionArguments = builder.args((t) => ({
  width: t.int({ description: `Most pixels across, up to ${LARGEST_SIDE}.`, validate: side }),
  height: t.int({ description: `Most pixels down, up to ${LARGEST_SIDE}.`, validate: side }),
  fit: t.field({
    type: FitType,
    description: 'How it is brought into the box; INSIDE when left out. The others need both sides.',
  }),
  format: t.field({ type: FormatType, description: 'Its format; that of the file when left out.' }),
}));

/** What a link asks for: nothing of a file that has no other sizes, which is then linked as it is. */
function requestOf(media: Pick<Media, 'mimeType'>, request: RenditionRequest): RenditionRequest {
  if (!isPicture(media.mimeType)) return {};
  // Only a box has a shape.
  return request.width && request.height ? request : { ...request, fit: null };
}

interface NamedRendition {
  readonly media: Media;
  readonly width: number;
}

const RenditionType = builder.objectRef<NamedRendition>('Rendition').implement({
  description: 'A smaller picture of a file, for pages that show it in several sizes.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Pixels across.' }),
    url: t.string({
      description: 'Opens it for one to two hours without a token.',
      resolve: ({ media, width }, _args, { links }) => signedUrl(links, media, { width, format: 'webp' }),
    }),
    publicUrl: t.string({
      nullable: true,
      description: 'Opens it for everybody, for ever; null while the file is private.',
      resolve: ({ media, width }, _args, { links }) => publicUrl(links, media, { width, format: 'webp' }),
    }),
  }),
});

const FocalPointType = builder.objectRef<FocalPoint>('FocalPoint').implement({
  description: 'Where the important part of a picture is.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'From 0, the left edge, to 1, the right one.' }),
    y: t.exposeFloat('y', { description: 'From 0, the top, to 1, the bottom.' }),
  }),
});

const FocalPointInput = builder.inputType('FocalPointInput', {
  description: 'Where the important part of a picture is.',
  fields: (t) => ({
    x: t.float({ required: true, description: 'From 0, the left edge, to 1, the right one.' }),
    y: t.float({ required: true, description: 'From 0, the top, to 1, the bottom.' }),
  }),
});

/** What doors answer of a file beside its id and code. */
export const MEDIA_FACTS = `labels { locale text } filename mimeType sizeBytes width height
  sha256 url publicUrl renditions { width url publicUrl } focalPoint { x y }
  alt { locale text } tags visibility usedByCount version createdAt updatedAt`;

export const MediaRef = builder.prismaNode('Media', {
  nullable: true,
  description: 'A stored file: a picture, a data sheet, a film. Upload one with `POST /api/v1/media`.',
  authScopes: { holds: getMedia.scope },
  extensions: {
    view: `{ id code label(locale: $locale) ${MEDIA_FACTS} }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({
    organizationId_id: { organizationId: caller.organizationId, id },
    deletedAt: null,
  }),
  fields: (t) => ({
    code: t.exposeString('code', {
      skipTypeScopes: true,
      description: 'Unique in the organization, kept as written; product values name it.',
    }),
    label: t.string({
      skipTypeScopes: true,
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: (row, args, context) => resolveLabel(row, args, context),
    }),
    labels: t.field({
      type: [LabelType],
      skipTypeScopes: true,
      description: 'Its names by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    filename: t.exposeString('filename', { description: 'The name that a download gets.' }),
    mimeType: t.exposeString('mimeType', {
      description:
        'Media type, found by its content; `application/octet-stream` when it is of no known kind.',
    }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Size in bytes.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Pixels; null when it is not a picture.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Pixels; null when it is not a picture.' }),
    sha256: t.string({
      description: 'SHA-256 of its content, hexadecimal.',
      resolve: ({ sha256 }) => Buffer.from(sha256).toString('hex'),
    }),
    url: t.string({
      nullable: true,
      description:
        'Opens it for one to two hours without a token, and stays the same for up to an hour. Ask again for a fresh one. With arguments a picture in another size or format, which is made when it is first opened; a file that is no picture comes as it is.',
      args: renditionArguments,
      resolve: (media, args, { links }) => signedUrl(links, media, requestOf(media, args)),
    }),
    publicUrl: t.string({
      nullable: true,
      skipTypeScopes: true,
      description:
        'Opens it for everybody, for ever; null while it is private. It needs no `media:read`. With arguments a picture in another size or format; sides become the next ones that public links take.',
      args: renditionArguments,
      resolve: (media, args, { links }) => publicUrl(links, media, requestOf(media, args)),
    }),
    renditions: t.field({
      type: [RenditionType],
      description:
        'Smaller pictures of it, as WebP; none of a file that is no picture. `url` gives any other size.',
      resolve: (media) =>
        isPicture(media.mimeType)
          ? NAMED_WIDTHS.filter((width) => width < (media.width ?? 0)).map((width) => ({ media, width }))
          : [],
    }),
    focalPoint: t.field({
      type: FocalPointType,
      nullable: true,
      description: 'Where its important part is, which COVER keeps; null for its middle.',
      resolve: focalPointOf,
    }),
    altText: t.string({
      nullable: true,
      description: 'What it shows, in the locale, or in the ones that stand in for it.',
      args: {
        locale: t.arg.string({ description: 'Locale of the text.', extensions: LABEL_LOCALE }),
      },
      resolve: async ({ alt }, { locale }, context) => {
        const chain = (await context.load(localeChainLoader, locale ?? '')) ?? [];
        return chain.map((code) => (alt as Labels)[code]).find((text) => text !== undefined) ?? null;
      },
    }),
    alt: t.field({
      type: [LabelType],
      description: 'What it shows, for those who cannot see it, by locale.',
      resolve: ({ alt }) => toLabelList(alt),
    }),
    tags: t.exposeStringList('tags', { description: 'Words to find it by.' }),
    visibility: t.field({
      type: VisibilityType,
      description: 'Who can open it.',
      resolve: ({ visibility }) => visibility as Visibility,
    }),
    usedByCount: t.int({
      description: 'The number of products that show it; those that inherit it do not count.',
      resolve: async ({ code }, _args, context) => (await context.load(mediaUsesLoader, code)) ?? 0,
    }),
    version: t.exposeInt('version', {
      ...keyFact(getMedia.scope),
      description: 'Goes up by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const MediaConnection = connectionOf('Media', MediaRef);

const MediaFiguresType = builder
  .objectRef<Awaited<ReturnType<(typeof getMediaFigures)['work']>>>('MediaFigures')
  .implement({
    description: 'What the files of the organization take.',
    extensions: { view: '{ files sizeBytes unusedFiles unusedSizeBytes }' } satisfies TypeExtensions,
    fields: (t) => ({
      files: t.exposeInt('files', { description: 'How many files there are.' }),
      sizeBytes: t.expose('sizeBytes', {
        type: 'BigInt',
        description: 'What their contents take; a content that several files have counts once.',
      }),
      unusedFiles: t.exposeInt('unusedFiles', {
        description: 'How many of them nothing shows: those of the list with `unused`.',
      }),
      unusedSizeBytes: t.expose('unusedSizeBytes', {
        type: 'BigInt',
        description: 'What would be free if those were deleted.',
      }),
    }),
  });

builder.queryFields((t) => ({
  mediaFigures: t.field({
    type: MediaFiguresType,
    description: 'How many files there are, what they take, and how much of it nothing shows.',
    authScopes: { holds: getMediaFigures.scope },
    extensions: { ...factsOf(getMediaFigures), rest: { method: 'GET', path: '/media-figures' } },
    resolve: (_root, _args, context) => context.read(getMediaFigures, null),
  }),
  media: t.prismaField({
    type: MediaRef,
    nullable: true,
    description: 'One file by code or id; null when there is none, or it is deleted.',
    args: { ref: t.arg.id({ required: true, description: 'Code (in either case) or id.' }) },
    authScopes: { holds: getMedia.scope },
    extensions: { ...factsOf(getMedia), rest: { method: 'GET', path: '/media/{ref}' } },
    resolve: async (query, _root, { ref }, context) =>
      (await context.read(getMedia, { ref, query })) ?? context.absent(context.read(isMediaDeleted, { ref })),
  }),
  mediaFiles: t.field({
    type: MediaConnection,
    description: 'The files of the organization, newest first.',
    args: {
      ...pageArguments,
      mimeType: t.arg.string({ description: 'Beginning of the media type: `image/`, `application/pdf`.' }),
      tags: t.arg.stringList({ description: 'Only files that have all of these tags.' }),
      unused: t.arg.boolean({
        description:
          'True: only files that no product, entity or option shows and no attribute has as its default; false: only the others.',
      }),
      search: t.arg.string({ description: 'Part of a code or file name, in any case.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listMedia.scope },
    extensions: { ...factsOf(listMedia), rest: { method: 'GET', path: '/media' } },
    resolve: (_root, args, context, info) =>
      context.read(listMedia, { ...args, query: nodeQuery('Media', context, info) }),
  }),
}));

const MediaPayload = writePayload({
  type: 'Media',
  noun: 'media',
  words: { one: 'file' },
  node: MediaRef,
  find: (query, id, { prisma, caller: { organizationId } }) =>
    prisma.media.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
  nameOf: ({ code }: MediaAnswer) => code,
});

const TagsInput = builder.inputType('TagsInput', {
  description: 'A set of tags: replaced, or some added and removed.',
  fields: (t) => ({
    set: t.stringList({ description: 'Replaces all.' }),
    add: t.stringList({ description: 'Adds these.' }),
    remove: t.stringList({ description: 'Takes these away; ones that are not there are fine.' }),
  }),
});

const UpdateMediaInput = builder.inputType('UpdateMediaInput', {
  description: 'What to change of a file; what is left out stays, null clears.',
  fields: (t) => ({
    filename: t.string({ description: 'The name that a download gets, up to 255 characters.' }),
    labels: t.field({ type: [LabelInput], description: 'Names by locale; others stay.' }),
    alt: t.field({
      type: [LabelInput],
      description: 'What it shows, by locale, up to 1,000 characters; others stay.',
    }),
    tags: t.field({ type: TagsInput, description: 'Words to find it by: up to 100 of 50 characters.' }),
    visibility: t.field({ type: VisibilityType, description: 'Who can open it; null makes it private.' }),
    focalPoint: t.field({
      type: FocalPointInput,
      description: 'Where its important part is; null for its middle.',
    }),
  }),
});

const refArgument = builder.args((t) => ({
  ref: t.id({ required: true, description: 'Code (in either case) or id.' }),
}));
const ifVersionArgument = builder.args((t) => ({
  ifVersion: t.int({ description: 'Refuse unless this is the current version (optimistic locking).' }),
}));

mutationOf(updateMedia, {
  description: 'Changes what is said about a file; its content never changes.',
  payload: MediaPayload,
  args: {
    ...refArgument,
    ...builder.args((t) => ({
      input: t.field({ type: UpdateMediaInput, required: true, description: 'The changes.' }),
    })),
    ...ifVersionArgument,
  },
  input: ({ ref, input: { labels, alt, ...fields }, ifVersion }) => ({
    ref,
    patch: { ...fields, labels: toLabelPatch(labels), alt: toLabelPatch(alt) },
    ifVersion,
  }),
  exposure: { rest: { method: 'PATCH', path: '/media/{ref}' } },
});

mutationOf(deleteMedia, {
  description:
    'Deletes a file; it can be restored for 30 days. Refused while a product, entity or option shows it or an attribute has it as its default, naming which.',
  payload: DeletePayload,
  args: { ...refArgument, ...ifVersionArgument },
  input: (args) => args,
  exposure: { rest: { method: 'DELETE', path: '/media/{ref}', status: 204 } },
});

mutationOf(restoreMedia, {
  description: 'Brings back a file that was deleted in the last 30 days. Refused when its code is taken now.',
  payload: MediaPayload,
  args: refArgument,
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/media/{ref}/restore' } },
});
