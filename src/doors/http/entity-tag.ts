import { createHash } from 'node:crypto';
import { withoutSignatures } from '../../platform/storage/file-links.ts';

/** The tag of an answer: its version and what it says (RFC 9110, 8.8.3). Signed links change and do not count. */
export function entityTag(version: unknown, body: string): string {
  const digest = createHash('sha256').update(withoutSignatures(body)).digest('base64url').slice(0, 16);
  return typeof version === 'number' ? `"${version}.${digest}"` : `"${digest}"`;
}

/** Whether `If-None-Match`, `*` included, names the tag; strength does not matter (RFC 9110, 8.8.3.2). */
export function namesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}
