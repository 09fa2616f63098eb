import { encodeId } from '../../kernel/ids.ts';
import type { FileLinks } from '../../platform/storage/file-links.ts';

/** How long the link in an answer is good. */
const LINK_SECONDS = 3_600;

/** What names a file in links. */
export interface LinkedMedia {
  readonly organizationId: string;
  /** UUID. */
  readonly id: string;
  readonly code: string;
  readonly visibility: string;
}

/** Path of the bytes of a file, by its public id or code. */
export function contentPath(ref: string): string {
  return `/api/v1/media/${ref}/content`;
}

/** Link that opens a file for an hour without a token. */
export function signedUrl(links: FileLinks, { organizationId, id }: LinkedMedia): string {
  return links.signed(contentPath(encodeId('Media', id)), organizationId, LINK_SECONDS);
}

/** The lasting link of a public file, for shops and feeds; null for a private one. */
export function publicUrl(
  links: FileLinks,
  { organizationId, code, visibility }: LinkedMedia,
): string | null {
  if (visibility !== 'public') return null;
  return links.absolute(`/media/${encodeId('Organization', organizationId)}/${code}`);
}
