import { z } from 'zod';
import { builder, keyField } from '../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { defineMutation, operationExtensions } from '../../graphql/operation-field.ts';
import { DeletePayload, defineWritePayload } from '../../graphql/resource-fields.ts';
import { codeOf, USAGE_VIEW, usageField } from '../../graphql/resource-node.ts';
import { ifVersionArgument } from '../../graphql/write-types.ts';
import type { Labels } from '../../kernel/labels.ts';
import { type FocalPoint, MAX_SIDE_PX } from '../../platform/image/rendition.ts';
import type { Media } from '../../platform/prisma/generated/client/client.ts';
import { NO_USERS } from '../../platform/resource/usages.ts';
import { localeChainLoader } from '../locale/index.ts';
import { LABEL_DESCRIPTION, LABEL_LOCALE, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import { deleteMedia, restoreMedia } from './delete-media.ts';
import { mediaUsagesLoader, mediaUsesLoader } from './media.loaders.ts';
import { publicUrl, signedUrl } from './media-links.ts';
import type { MediaVisibility } from './media-rules.ts';
import { focalPointOf, getMedia, getMediaUsage, isMediaDeleted, listMedia } from './read-media.ts';
import { isImageType, RENDITION_WIDTHS, type RenditionRequest } from './renditions/rendition-rules.ts';
import { replaceMedia } from './replace-media.ts';
import { type MediaWriteResult, updateMedia } from './update-media.ts';

const VisibilityType = builder.enumType('MediaVisibility', {
  description: 'Who can open a file.',
  values: {
    PRIVATE: { value: 'private', description: 'Callers with `media:read`, and anyone with a signed link.' },
    PUBLIC: { value: 'public', description: 'Anyone, with the permanent `publicUrl`.' },
  } as const,
});

const KindType = builder.enumType('MediaKind', {
  description: 'Kind of a file, by its media type.',
  values: {
    IMAGE: { value: 'image', description: 'An image: `image/`.' },
    VIDEO: { value: 'video', description: 'A video: `video/`.' },
    PDF: { value: 'pdf', description: 'A PDF: `application/pdf`.' },
    OTHER: { value: 'other', description: 'Any other file.' },
  } as const,
});

const FitType = builder.enumType('RenditionFit', {
  description: 'How an image is fitted into a box. Images are never enlarged.',
  values: {
    INSIDE: { value: 'inside', description: 'The whole image, within the box.' },
    COVER: {
      value: 'cover',
      description:
        'Fills the box. Parts outside the box are cropped, as far from the focal point as possible.',
    },
    CONTAIN: {
      value: 'contain',
      description: 'The whole image, padded to fill the box: white in JPEG, transparent in other formats.',
    },
  } as const,
});

const FormatType = builder.enumType('RenditionFormat', {
  description: 'Image format.',
  values: {
    JPEG: { value: 'jpeg', description: 'Supported everywhere.' },
    PNG: { value: 'png', description: 'Lossless.' },
    WEBP: { value: 'webp', description: 'A third smaller than JPEG; supported by all browsers.' },
    AVIF: { value: 'avif', description: 'Smallest files; slowest to generate.' },
  } as const,
});

const side = z.int().min(1).max(MAX_SIDE_PX);
const renditionArguments = builder.args((t) => ({
  width: t.int({ description: `Maximum width in pixels, up to ${MAX_SIDE_PX}.`, validate: side }),
  height: t.int({ description: `Maximum height in pixels, up to ${MAX_SIDE_PX}.`, validate: side }),
  fit: t.field({
    type: FitType,
    description:
      'How the image is fitted into the box; INSIDE by default. Other values require width and height.',
  }),
  format: t.field({ type: FormatType, description: 'Image format. Defaults to the format of the file.' }),
}));

/** Returns the rendition of a link; none for a file that has no other sizes, whose link leads to the original. */
function requestOf(media: Pick<Media, 'mimeType'>, request: RenditionRequest): RenditionRequest {
  if (!isImageType(media.mimeType)) return {};
  // Only a box has a shape.
  return request.width && request.height ? request : { ...request, fit: null };
}

interface NamedRendition {
  readonly media: Media;
  readonly width: number;
}

const RenditionType = builder.objectRef<NamedRendition>('Rendition').implement({
  description: 'A smaller version of an image, for responsive pages.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    url: t.string({
      description: 'Signed URL that works for one to two hours without a token.',
      resolve: ({ media, width }, _args, { links }) => signedUrl(links, media, { width, format: 'webp' }),
    }),
    publicUrl: t.string({
      nullable: true,
      description: 'Permanent public URL; null while the file is private.',
      resolve: ({ media, width }, _args, { links }) => publicUrl(links, media, { width, format: 'webp' }),
    }),
  }),
});

const FocalPointType = builder.objectRef<FocalPoint>('FocalPoint').implement({
  description: 'Focal point of an image: its most important part.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'From 0, the left edge, to 1, the right one.' }),
    y: t.exposeFloat('y', { description: 'From 0, the top, to 1, the bottom.' }),
  }),
});

const FocalPointInput = builder.inputType('FocalPointInput', {
  description: 'Focal point of an image: its most important part.',
  fields: (t) => ({
    x: t.float({ required: true, description: 'From 0, the left edge, to 1, the right one.' }),
    y: t.float({ required: true, description: 'From 0, the top, to 1, the bottom.' }),
  }),
});

/** Selection of the fields of a file in API responses, besides its id and code. */
export const MEDIA_FIELDS = `labels { locale text } filename mimeType sizeBytes width height
  sha256 url publicUrl renditions { width url publicUrl } focalPoint { x y }
  alt { locale text } tags visibility usedByCount usedByCountExact version createdAt updatedAt`;

export const MediaRef = builder.prismaNode('Media', {
  nullable: true,
  description: 'A stored file: an image, a data sheet, a video. Upload files with `POST /api/v1/media`.',
  authScopes: { holds: getMedia.scope },
  extensions: {
    view: `{ id code label(locale: $locale) ${MEDIA_FIELDS} }`,
    onlyNamedInLists: ['usedByCount', 'usedByCountExact'],
    expansions: { usage: USAGE_VIEW },
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({
    organizationId_id: { organizationId: caller.organizationId, id },
    deletedAt: null,
  }),
  fields: (t) => ({
    code: t.exposeString('code', {
      skipTypeScopes: true,
      description: 'Code, unique in the organization. Values of products refer to it.',
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
      description: 'Labels by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    filename: t.exposeString('filename', { description: 'File name of downloads.' }),
    mimeType: t.exposeString('mimeType', {
      description: 'Media type, detected from the content; `application/octet-stream` if unknown.',
    }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Size in bytes.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Pixels; null if the file is not an image.' }),
    height: t.exposeInt('height', {
      nullable: true,
      description: 'Pixels; null if the file is not an image.',
    }),
    sha256: t.string({
      description: 'SHA-256 of its content, hexadecimal.',
      resolve: ({ sha256 }) => Buffer.from(sha256).toString('hex'),
    }),
    url: t.string({
      nullable: true,
      description:
        'Signed URL that works for one to two hours without a token and stays the same for up to an hour. Request it again for a new one. With arguments, the URL of a resized or converted image, which is generated on first access. A file that is not an image is returned unchanged.',
      args: renditionArguments,
      resolve: (media, args, { links }) => signedUrl(links, media, requestOf(media, args)),
    }),
    publicUrl: t.string({
      nullable: true,
      skipTypeScopes: true,
      description:
        'Permanent public URL; null while the file is private. Does not require `media:read`. With arguments, the URL of a resized or converted image. Sizes are rounded up to the sizes that public links support.',
      args: renditionArguments,
      resolve: (media, args, { links }) => publicUrl(links, media, requestOf(media, args)),
    }),
    renditions: t.field({
      type: [RenditionType],
      description:
        'Smaller versions of the image as WebP; empty if the file is not an image. `url` returns other sizes.',
      resolve: (media) =>
        isImageType(media.mimeType)
          ? RENDITION_WIDTHS.filter((width) => width < (media.width ?? 0)).map((width) => ({ media, width }))
          : [],
    }),
    focalPoint: t.field({
      type: FocalPointType,
      nullable: true,
      description: 'Focal point, which COVER keeps visible; null for the center.',
      resolve: focalPointOf,
    }),
    altText: t.string({
      nullable: true,
      description: 'Alternative text in the locale or one of its fallback locales.',
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
      description: 'Alternative text by locale.',
      resolve: ({ alt }) => toLabelList(alt),
    }),
    tags: t.exposeStringList('tags', { description: 'Tags for finding the file.' }),
    visibility: t.field({
      type: VisibilityType,
      description: 'Who can open it.',
      resolve: ({ visibility }) => visibility as MediaVisibility,
    }),
    usedByCount: t.int({
      description:
        'Number of products with the file in an own value, without products that only inherit it; at most 10,000. See `usedByCountExact`.',
      resolve: async ({ code }, _args, context) =>
        ((await context.load(mediaUsesLoader, code)) ?? NO_USERS).count,
    }),
    usedByCountExact: t.boolean({
      description: 'Whether `usedByCount` is the exact number. If false, more products have the file.',
      resolve: async ({ code }, _args, context) =>
        ((await context.load(mediaUsesLoader, code)) ?? NO_USERS).isExact,
    }),
    ...usageField(t, mediaUsagesLoader, codeOf),
    version: t.exposeInt('version', {
      ...keyField(getMedia.scope),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const MediaConnection = defineConnection('Media', MediaRef);

const MediaUsageType = builder
  .objectRef<Awaited<ReturnType<(typeof getMediaUsage)['handler']>>>('MediaUsage')
  .implement({
    description: 'Storage used by the files of the organization.',
    extensions: { view: '{ files sizeBytes unusedFiles unusedSizeBytes }' } satisfies TypeExtensions,
    fields: (t) => ({
      files: t.exposeInt('files', { description: 'Number of files.' }),
      sizeBytes: t.expose('sizeBytes', {
        type: 'BigInt',
        description: 'Size of all contents in bytes. Content shared by several files counts once.',
      }),
      unusedFiles: t.exposeInt('unusedFiles', {
        description: 'Number of unused files: those in the list with `unused`.',
      }),
      unusedSizeBytes: t.expose('unusedSizeBytes', {
        type: 'BigInt',
        description: 'Bytes that deleting the unused files would free.',
      }),
    }),
  });

builder.queryFields((t) => ({
  mediaUsage: t.field({
    type: MediaUsageType,
    description: 'Number and size of all files and of unused files.',
    authScopes: { holds: getMediaUsage.scope },
    extensions: { ...operationExtensions(getMediaUsage), rest: { method: 'GET', path: '/media-usage' } },
    resolve: (_root, _args, context) => context.read(getMediaUsage, null),
  }),
  media: t.prismaField({
    type: MediaRef,
    nullable: true,
    description: 'One file by code or id; null if it does not exist or was deleted.',
    args: { ref: t.arg.id({ required: true, description: 'Code (not case-sensitive) or id.' }) },
    authScopes: { holds: getMedia.scope },
    extensions: { ...operationExtensions(getMedia), rest: { method: 'GET', path: '/media/{ref}' } },
    resolve: async (query, _root, { ref }, context) =>
      (await context.read(getMedia, { ref, query })) ??
      context.notFound(context.read(isMediaDeleted, { ref })),
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
          'True: only files that no product, entity or option uses and that are not the default value of an attribute; false: only the others.',
      }),
      search: t.arg.string({ description: 'Part of a code or file name, not case-sensitive.' }),
      kind: t.arg({ type: KindType, description: 'Only files of this kind.' }),
      missingAltIn: t.arg.string({
        description:
          'Only images without an alternative text in this locale; texts of fallback locales do not count.',
        extensions: { names: 'label-locale' } satisfies ArgumentExtensions,
      }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listMedia.scope },
    extensions: { ...operationExtensions(listMedia), rest: { method: 'GET', path: '/media' } },
    resolve: (_root, args, context, info) =>
      context.read(listMedia, { ...args, query: nodeQuery('Media', context, info) }),
  }),
}));

const MediaPayload = defineWritePayload({
  type: 'Media',
  noun: 'media',
  words: { one: 'file' },
  node: MediaRef,
  find: (query, id, { prisma, caller: { organizationId } }) =>
    prisma.media.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
  nameOf: ({ code }: MediaWriteResult) => code,
});

export const TagsInput = builder.inputType('TagsInput', {
  description: 'A set of tags: replaced, or some added and removed.',
  fields: (t) => ({
    set: t.stringList({ description: 'Replaces all.' }),
    add: t.stringList({ description: 'Adds these.' }),
    remove: t.stringList({ description: 'Removes these. Missing tags are ignored.' }),
  }),
});

const UpdateMediaInput = builder.inputType('UpdateMediaInput', {
  description: 'Changes of a file. Omitted fields keep their value; null clears a field.',
  fields: (t) => ({
    filename: t.string({ description: 'File name of downloads, up to 255 characters.' }),
    labels: t.field({ type: [LabelInput], description: 'Labels by locale. Other locales keep their label.' }),
    alt: t.field({
      type: [LabelInput],
      description: 'Alternative text by locale, up to 1,000 characters. Other locales keep theirs.',
    }),
    tags: t.field({
      type: TagsInput,
      description: 'Tags for finding the file: up to 100, of up to 50 characters each.',
    }),
    visibility: t.field({
      type: VisibilityType,
      description: 'Who can open the file; null makes it private.',
    }),
    focalPoint: t.field({
      type: FocalPointInput,
      description: 'Focal point; null for the center.',
    }),
  }),
});

const refArgument = builder.args((t) => ({
  ref: t.id({ required: true, description: 'Code (not case-sensitive) or id.' }),
}));

defineMutation(updateMedia, {
  description: 'Updates the metadata of a file. `replaceMedia` gives it another content.',
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

defineMutation(replaceMedia, {
  description:
    'Replaces the content of a file by that of another file of the same kind, which nothing uses: upload it first, with `duplicate` if its content may exist. Code, labels, texts, tags, visibility and all uses stay; file name and focal point belong to the content. The other file is deleted with the old content, so that it can be restored for 30 days. Values are not checked against the rules of their attributes.',
  payload: MediaPayload,
  args: {
    ...refArgument,
    ...builder.args((t) => ({
      with: t.id({ required: true, description: 'Code or id of the file with the new content.' }),
    })),
    ...ifVersionArgument,
  },
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/media/{ref}/replace' } },
});

defineMutation(deleteMedia, {
  description:
    'Deletes a file. It can be restored for 30 days. Fails while a product, entity or option uses it or it is the default value of an attribute; the problem lists them.',
  payload: DeletePayload,
  args: { ...refArgument, ...ifVersionArgument },
  input: (args) => args,
  exposure: { rest: { method: 'DELETE', path: '/media/{ref}', status: 204 } },
});

defineMutation(restoreMedia, {
  description:
    'Restores a file that was deleted within the last 30 days. Fails if another file now has its code.',
  payload: MediaPayload,
  args: refArgument,
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/media/{ref}/restore' } },
});
