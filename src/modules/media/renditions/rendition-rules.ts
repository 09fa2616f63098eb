import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import {
  MAX_SIDE_PX,
  planRendition,
  RENDITION_FITS,
  RENDITION_FORMATS,
  type Rendition,
  type RenditionFit,
  type RenditionFormat,
} from '../../../platform/image/rendition.ts';
import type { MediaContent } from '../read-media.ts';

/** Requested rendition of an image; the image decides the rest. */
export interface RenditionRequest {
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly fit?: RenditionFit | null | undefined;
  readonly format?: RenditionFormat | null | undefined;
}

/** The parameters of a link by which a rendition is requested, in the order in which they are signed. */
export const RENDITION_PARAMETERS = ['w', 'h', 'fit', 'format'] as const;
export type RenditionParameters = { readonly [name in (typeof RENDITION_PARAMETERS)[number]]?: string };

/** Images that other sizes are made of, and the format that they come in unless another one is requested. */
const PICTURES: Readonly<Record<string, RenditionFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/gif': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/tiff': 'jpeg',
};

/** Returns true if other sizes can be made of a file of this type. */
export const isImageType = (mimeType: string): boolean => mimeType in PICTURES;

/**
 * Sides that a public link may request. Nobody signs such a link, so without them anybody could have any number of
 * images made.
 */
export const PUBLIC_SIZES: readonly number[] = [
  16,
  32,
  48,
  64,
  80,
  100,
  120,
  128,
  150,
  160,
  200,
  240,
  256,
  300,
  320,
  360,
  400,
  480,
  500,
  512,
  600,
  640,
  720,
  750,
  768,
  800,
  900,
  960,
  1_000,
  1_024,
  1_080,
  1_200,
  1_280,
  1_440,
  1_500,
  1_600,
  1_800,
  1_920,
  2_000,
  2_048,
  2_400,
  2_560,
  3_000,
  3_200,
  3_840,
  MAX_SIDE_PX,
];

/** Returns the smallest public side that is not less; of more than the largest, that. */
export const toPublicSize = (pixels: number): number =>
  PUBLIC_SIZES.find((side) => side >= pixels) ?? MAX_SIDE_PX;

/** Returns the parameters of a request, those alone that say something. */
export function toParameters({
  width,
  height,
  fit,
  format,
}: RenditionRequest): Readonly<Record<string, string>> {
  return {
    ...(width ? { w: String(width) } : {}),
    ...(height ? { h: String(height) } : {}),
    ...(fit ? { fit } : {}),
    ...(format ? { format } : {}),
  };
}

/**
 * Returns the rendition that the parameters of a link request; null when they request none, which means the file
 * itself.
 *
 * @param isPublic whether a link is not signed
 * @throws RequestError `invalid-parameter`
 */
export function readRendition(parameters: RenditionParameters, isPublic: boolean): RenditionRequest | null {
  const { w, h, fit, format } = parameters;
  if (w === undefined && h === undefined && fit === undefined && format === undefined) return null;
  const request = {
    width: readSide('w', w, isPublic),
    height: readSide('h', h, isPublic),
    fit: parseEnumParameter('fit', fit, RENDITION_FITS),
    format: parseEnumParameter('format', format, RENDITION_FORMATS),
  };
  if (request.fit !== null && request.fit !== 'inside' && (request.width === null || request.height === null))
    throw new RequestError('invalid-parameter', localized('fit-needs-sides', { fit: request.fit }), {
      parameter: 'fit',
    });
  return request;
}

function readSide(name: string, text: string | undefined, isPublic: boolean): number | null {
  if (text === undefined) return null;
  const pixels = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (pixels < 1 || pixels > MAX_SIDE_PX)
    throw new RequestError(
      'invalid-parameter',
      localized('pixels-from-to-text', { parameter: name, max: MAX_SIDE_PX, text }),
      {
        parameter: name,
      },
    );
  if (!isPublic || PUBLIC_SIZES.includes(pixels)) return pixels;
  const above = PUBLIC_SIZES.findIndex((side) => side > pixels);
  const suggestions = PUBLIC_SIZES.slice(Math.max(0, above - 1), above + 1).map(String);
  throw new RequestError(
    'invalid-parameter',
    localized('side-not-public', { parameter: name, sides: suggestions.join(' and '), pixels }),
    { parameter: name, suggestions },
  );
}

function parseEnumParameter<Word extends string>(
  name: string,
  text: string | undefined,
  validWords: readonly Word[],
): Word | null {
  if (text === undefined) return null;
  const word = validWords.find((validWord) => validWord === text);
  if (word !== undefined) return word;
  throw new RequestError(
    'invalid-parameter',
    localized('parameter-one-of', { parameter: name, list: validWords, text }),
    {
      parameter: name,
      suggestions: [...validWords],
    },
  );
}

/** Returns the rendition of a file that is requested. @throws RequestError `rendition-failed` for what is no image */
export function toRendition(
  { mimeType, focalPoint }: Pick<MediaContent, 'mimeType' | 'focalPoint'>,
  { width = null, height = null, fit, format }: RenditionRequest,
): Rendition {
  const own = PICTURES[mimeType];
  if (own === undefined) {
    throw new RequestError('rendition-failed', localized('rendition-of-pictures-only', { mime: mimeType }), {
      reason: 'not-a-picture',
    });
  }
  return {
    width,
    height,
    fit: fit ?? 'inside',
    format: format ?? own,
    focalPoint: focalPoint ?? { x: 0.5, y: 0.5 },
  };
}

/** The first word of the keys of renditions. */
export const RENDITION_KEYS = 'renditions';

/** A new one makes all renditions anew: raised when they come out differently. */
const MAKING = 1;

/**
 * Returns the part of a storage key that distinguishes two renditions of a content. Requests whose result has the same
 * pixels share it, as far as the size of the image is known: all boxes that are larger than the image.
 */
export function renditionName(
  { width, height }: Pick<MediaContent, 'width' | 'height'>,
  rendition: Rendition,
): string {
  const { format } = rendition;
  if (width === null || height === null) {
    const { x, y } = rendition.focalPoint;
    const [across, down] = [Math.round(x * 1_000), Math.round(y * 1_000)];
    return `${rendition.width ?? 0}x${rendition.height ?? 0}-${rendition.fit}-${across}-${down}-${format}-${MAKING}`;
  }
  const { crop, size, border } = planRendition({ width, height }, rendition);
  const cut = crop === null ? '' : `-c${crop.left}_${crop.top}_${crop.width}_${crop.height}`;
  const framed = border === null ? '' : `-b${border.top}_${border.left}_${border.bottom}_${border.right}`;
  return `${size.width}x${size.height}${cut}${framed}-${format}-${MAKING}`;
}

/** Returns the folder of the renditions of a content, which are deleted with it. */
export const renditionFolder = (organizationId: string, sha256: string): string =>
  `${RENDITION_KEYS}/${organizationId}/${sha256.slice(0, 2)}/${sha256}`;

const RENDITION_KEY =
  /^renditions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/..\/([0-9a-f]{64})\/[\w-]+$/;

/** Returns the content that a rendition was made of, by its key; null for any other key. */
export function contentOfRendition(
  key: string,
): { readonly organizationId: string; readonly sha256: string } | null {
  const [, organizationId = '', sha256 = ''] = RENDITION_KEY.exec(key) ?? [];
  return organizationId === '' ? null : { organizationId, sha256 };
}

/** Widths that answers name links for, those alone that are narrower than the image. */
export const RENDITION_WIDTHS: readonly number[] = [320, 640, 1_280, 2_048];
