import { createHash } from 'node:crypto';
import { stripSignatures } from '../../platform/storage/file-links.ts';

/**
 * Returns the tag of a response: its version and what it says (RFC 9110, 8.8.3). Signed links change and do not count,
 * and nor does the sync token of a list, which changes with everything else.
 */
export function entityTag(version: unknown, body: string, syncToken: unknown = null): string {
  const content = typeof syncToken === 'string' ? body.replace(syncToken, '') : body;
  const digest = createHash('sha256').update(stripSignatures(content)).digest('base64url').slice(0, 16);
  return typeof version === 'number' ? `"${version}.${digest}"` : `"${digest}"`;
}

/** Returns true if `If-None-Match`, `*` included, names the tag; strength does not matter (RFC 9110, 8.8.3.2). */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}
