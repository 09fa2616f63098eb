import { encodeId } from '../../kernel/ids.ts';
import type { FileLinks } from '../../platform/storage/file-links.ts';
import { type RenditionRequest, toParameters, toPublicSize } from './renditions/rendition-rules.ts';

/** The parameter of a signed link that says which content it was made for; it comes before those of a rendition. */
export const CONTENT_PARAMETER = 'v';

/** Minimum lifetime of a link in a response, in seconds. */
const LINK_SECONDS = 3_600;

/** Fields of a file that its link contains. */
export interface LinkedMedia {
  readonly organizationId: string;
  /** UUID. */
  readonly id: string;
  readonly code: string;
  readonly visibility: string;
  /** Bytes, or hexadecimal. */
  readonly sha256: Uint8Array | string;
}

/** Returns the path of the bytes of a file, by its public id or code. */
export function contentPath(ref: string): string {
  return `/api/v1/media/${ref}/content`;
}

/**
 * Returns a link that opens a file, or a rendition of it and no other, for one to two hours without a token. Another
 * content of the file has another link, because browsers store what a link has opened.
 */
export function signedUrl(
  links: FileLinks,
  { organizationId, id, sha256 }: Pick<LinkedMedia, 'organizationId' | 'id' | 'sha256'>,
  rendition: RenditionRequest = {},
): string {
  const path = contentPath(encodeId('Media', id));
  const hash = typeof sha256 === 'string' ? sha256 : Buffer.from(sha256).toString('hex');
  return links.signed(path, organizationId, LINK_SECONDS, {
    [CONTENT_PARAMETER]: hash.slice(0, 8),
    ...toParameters(rendition),
  });
}

/**
 * Returns the lasting link of a public file, for shops and feeds; null for a private one. Sides of a rendition become
 * the next public ones.
 */
export function publicUrl(
  links: FileLinks,
  { organizationId, code, visibility }: Pick<LinkedMedia, 'organizationId' | 'code' | 'visibility'>,
  rendition: RenditionRequest = {},
): string | null {
  if (visibility !== 'public') return null;
  const { width, height, ...rest } = rendition;
  const sides = { width: width && toPublicSize(width), height: height && toPublicSize(height) };
  const query = new URLSearchParams(toParameters({ ...rest, ...sides })).toString();
  const path = `/media/${encodeId('Organization', organizationId)}/${code}`;
  return links.absolute(query === '' ? path : `${path}?${query}`);
}
