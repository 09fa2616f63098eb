import { createHmac, timingSafeEqual } from 'node:crypto';
import { NotFound, RequestError } from '../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { MediaContent, MediaRow, RenditionRequest } from '../media/index.ts';
import { contentKey } from '../media/index.ts';

/** A file that a link of a shop leads to, and the size it is asked in. */
export interface LinkedFile {
  readonly organizationId: string;
  readonly content: MediaContent;
  /** Null for the file itself. */
  readonly rendition: RenditionRequest | null;
}

/** Links to files of shops. They say all that is needed to answer them, so nothing is looked up. */
export interface MediaLinks {
  /** Returns the absolute URL; the same for ever for the same content and request. */
  urlOf(organizationId: string, media: MediaRow, rendition: RenditionRequest | null): string;
  /** @throws RequestError `invalid-signature`, NotFound */
  read(path: string): LinkedFile;
}

export const MEDIA_PATH = '/shop/media';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
};

/** @param settings.secret a key of its own, see `deriveKey` */
export function createMediaLinks(settings: {
  readonly secret: string;
  /** Returns the absolute URL of a path. */
  readonly absolute: (path: string) => string;
}): MediaLinks {
  const sign = (organization: string, sha256: string, parameters: string) =>
    createHmac('sha256', settings.secret)
      .update(`${organization}\n${sha256}\n${parameters}`)
      .digest()
      .subarray(0, 16);
  return {
    urlOf(organizationId, media, rendition) {
      const organization = encodeId('Organization', organizationId);
      const parameters = writeParameters(media, rendition);
      const signature = sign(organization, media.sha256, parameters).toString('base64url');
      const type = rendition?.format === undefined ? media.mimeType : `image/${rendition.format}`;
      const name = `${signature}.${EXTENSIONS[type] ?? 'bin'}`;
      return settings.absolute(`${MEDIA_PATH}/${organization}/${media.sha256}/${parameters}/${name}`);
    },
    read(path) {
      const [organization = '', sha256 = '', parameters = '', name = ''] = path
        .slice(MEDIA_PATH.length + 1)
        .split('/');
      const organizationId = decodeIdOf('Organization', organization);
      const presentedSignature = Buffer.from(name.split('.')[0] ?? '', 'base64url');
      const expected = sign(organization, sha256, parameters);
      if (
        organizationId === null ||
        presentedSignature.length !== expected.length ||
        !timingSafeEqual(presentedSignature, expected)
      )
        throw new RequestError('invalid-signature', localized('link-invalid'));
      const read = readParameters(parameters);
      if (read === null) throw NotFound.of('file', name);
      const { rendition, ...file } = read;
      const content = {
        ...file,
        key: contentKey(organizationId, sha256),
        // The name that it was uploaded by says nothing to shoppers.
        filename: `file.${EXTENSIONS[file.mimeType] ?? 'bin'}`,
        sha256,
        isPublic: true,
      };
      return { organizationId, content, rendition };
    },
  };
}

/**
 * Writes version 1: type, bytes, width, height, focal point in thousandths; then width, height, fit and format of the
 * rendition.
 */
function writeParameters(media: MediaRow, rendition: RenditionRequest | null): string {
  const { mimeType, sizeBytes, width, height, focalPoint } = media;
  const focus =
    focalPoint === null ? '' : `${Math.round(focalPoint.x * 1_000)}x${Math.round(focalPoint.y * 1_000)}`;
  const file = [mimeType, sizeBytes, width ?? '', height ?? '', focus];
  const renditionParameters =
    rendition === null
      ? []
      : [rendition.width ?? '', rendition.height ?? '', rendition.fit ?? '', rendition.format ?? ''];
  return Buffer.from(['1', ...file, ...renditionParameters].join(',')).toString('base64url');
}

function readParameters(parameters: string) {
  const [version, mimeType = '', bytes, width, height, focus = '', ...asked] = Buffer.from(
    parameters,
    'base64url',
  )
    .toString()
    .split(',');
  if (version !== '1') return null;
  const side = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text));
  const [x = 0, y = 0] = focus.split('x').map((part) => Number(part) / 1_000);
  const [wantedWidth, wantedHeight, fit, format] = asked;
  const rendition =
    asked.length === 0
      ? null
      : ({
          width: side(wantedWidth),
          height: side(wantedHeight),
          fit: fit === '' ? null : fit,
          format: format === '' ? null : format,
        } as RenditionRequest);
  return {
    mimeType,
    sizeBytes: Number(bytes),
    width: side(width),
    height: side(height),
    focalPoint: focus === '' ? null : { x, y },
    rendition,
  };
}
