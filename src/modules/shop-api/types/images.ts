import {
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { RequestError } from '../../../kernel/errors.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { isImageType, type MediaRow, mediaRowLoader, type RenditionRequest } from '../../media/index.ts';
import type { ShopContext } from '../shop-context.ts';
import { nonNull, type ShopFields } from './field-modifiers.ts';
import { UrlType } from './scalars.ts';

const FitType = new GraphQLEnumType({
  name: 'Fit',
  description: 'How an image is brought into a box of `width` and `height`.',
  values: {
    CONTAIN: { value: 'inside', description: 'Whole, within the box. The default.' },
    COVER: {
      value: 'cover',
      description: 'Fills the box; the rest is cut off around the focal point. Needs both sides.',
    },
  },
});

const ImageFormatType = new GraphQLEnumType({
  name: 'ImageFormat',
  values: {
    AUTO: { value: 'webp', description: 'What all browsers show and loads fast: WebP at present.' },
    WEBP: { value: 'webp' },
    AVIF: { value: 'avif' },
    JPEG: { value: 'jpeg' },
    PNG: { value: 'png' },
  },
});

const PointType = new GraphQLObjectType<{ readonly x: number; readonly y: number }>({
  name: 'Point',
  description: 'A point of an image, from 0 to 1 of its width and height.',
  fields: { x: { type: nonNull(GraphQLFloat) }, y: { type: nonNull(GraphQLFloat) } },
});

/** Maximum number of widths of one `srcset`. */
const MAX_WIDTHS = 12;
const LARGEST_SIDE = 4_096;

function side(name: string, pixels: number | null | undefined): number | null {
  if (pixels == null) return null;
  if (pixels < 1 || pixels > LARGEST_SIDE) {
    const message = localized('pixels-from-to', { parameter: name, max: LARGEST_SIDE, pixels });
    throw new RequestError('invalid-parameter', message, { parameter: name });
  }
  return pixels;
}

function imageUrl(media: MediaRow, request: RenditionRequest, context: ShopContext): string {
  const [width, height] = [side('width', request.width), side('height', request.height)];
  if (request.fit === 'cover' && (width === null || height === null))
    throw new RequestError('invalid-parameter', localized('fit-cover-needs-sides'), { parameter: 'fit' });
  const fit = width === null && height === null ? null : (request.fit ?? null);
  const format = request.format ?? 'webp';
  return context.mediaLinks.urlOf(context.session.organizationId, media, { width, height, fit, format });
}

const altOf = ({ alt }: MediaRow, { locales }: ShopContext): string | null =>
  locales.map((locale) => alt[locale]).find((text) => text !== undefined && text !== '') ?? null;

const enumDefault = (type: GraphQLEnumType, name: string) => type.getValue(name)?.value;

export const ImageType: GraphQLObjectType<MediaRow, ShopContext> = new GraphQLObjectType<
  MediaRow,
  ShopContext
>({
  name: 'Image',
  description: 'An image. Its links are public and never change; another content has another link.',
  fields: {
    id: { type: nonNull(GraphQLID), resolve: ({ id }) => encodeId('Media', id) },
    url: {
      type: nonNull(UrlType),
      description: 'Link to the image, without metadata of cameras. Nothing is enlarged.',
      args: {
        width: { type: GraphQLInt, description: 'Pixels, up to 4,096.' },
        height: { type: GraphQLInt, description: 'Pixels, up to 4,096.' },
        fit: { type: FitType, defaultValue: enumDefault(FitType, 'CONTAIN') },
        format: { type: ImageFormatType, defaultValue: enumDefault(ImageFormatType, 'AUTO') },
      },
      resolve: (media, request: RenditionRequest, context) => imageUrl(media, request, context),
    },
    srcset: {
      type: nonNull(GraphQLString),
      description:
        'Value of the attribute `srcset` of an `img` element. Widths beyond that of the image are left out.',
      args: {
        widths: {
          type: nonNull(new GraphQLList(nonNull(GraphQLInt))),
          description: 'Pixels; up to 12 widths.',
        },
        format: { type: ImageFormatType, defaultValue: enumDefault(ImageFormatType, 'AUTO') },
      },
      resolve(
        media,
        {
          widths,
          format,
        }: { readonly widths: readonly number[]; readonly format: RenditionRequest['format'] },
        context,
      ) {
        if (widths.length === 0 || widths.length > MAX_WIDTHS) {
          const message = localized('widths-count', { max: MAX_WIDTHS, count: widths.length });
          throw new RequestError('invalid-parameter', message, { parameter: 'widths' });
        }
        const whole = media.width ?? LARGEST_SIDE;
        const sorted = [...new Set(widths.map((width) => Math.min(width, whole)))].sort((a, b) => a - b);
        return sorted.map((width) => `${imageUrl(media, { width, format }, context)} ${width}w`).join(', ');
      },
    },
    width: { type: GraphQLInt, description: 'Pixels of the original.' },
    height: { type: GraphQLInt, description: 'Pixels of the original.' },
    alt: {
      type: GraphQLString,
      description: 'Alternative text.',
      resolve: (media, _args, context) => altOf(media, context),
    },
    focalPoint: { type: PointType, description: 'The important part of the image.' },
  } satisfies ShopFields<MediaRow>,
});

export const FileType = new GraphQLObjectType<MediaRow, ShopContext>({
  name: 'File',
  description: 'A file to download or to show.',
  fields: {
    id: { type: nonNull(GraphQLID), resolve: ({ id }) => encodeId('Media', id) },
    url: {
      type: nonNull(UrlType),
      description: 'Public link to the file, which never changes; another content has another link.',
      resolve: (media, _args, context) =>
        isImageType(media.mimeType)
          ? imageUrl(media, {}, context)
          : context.mediaLinks.urlOf(context.session.organizationId, media, null),
    },
    mimeType: { type: nonNull(GraphQLString) },
    sizeBytes: { type: nonNull(GraphQLInt) },
    label: {
      type: GraphQLString,
      resolve: ({ labels }, _args, { locales }) =>
        locales.map((locale) => labels[locale]).find((text) => text !== undefined && text !== '') ?? null,
    },
    image: {
      type: ImageType,
      description: 'The file as an image, if it is one.',
      resolve: (media) => (isImageType(media.mimeType) ? media : null),
    },
  } satisfies ShopFields<MediaRow>,
});

/** Returns the file of a code as an image; null for what is none. */
export async function loadImage(code: unknown, context: ShopContext): Promise<MediaRow | null> {
  const media = typeof code === 'string' ? await context.load(mediaRowLoader, code) : null;
  return media !== null && isImageType(media.mimeType) ? media : null;
}

export async function loadFiles(
  codes: readonly unknown[],
  context: ShopContext,
): Promise<readonly MediaRow[]> {
  const files = await Promise.all(codes.map((code) => context.load(mediaRowLoader, String(code))));
  return files.filter((file) => file !== null);
}

export const imagesAmong = (files: readonly MediaRow[]): readonly MediaRow[] =>
  files.filter(({ mimeType }) => isImageType(mimeType));
