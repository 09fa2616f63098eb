import { createHash } from 'node:crypto';
import { Fault } from '../../kernel/refusal.ts';
import { withoutSignatures } from '../../platform/storage/file-links.ts';

/** The tag of an answer: its version and what it says (RFC 9110, 8.8.3). Signed links change and do not count. */
export function entityTag(version: unknown, body: string): string {
  const digest = createHash('sha256').update(withoutSignatures(body)).digest('base64url').slice(0, 16);
  return typeof version === 'number' ? `"${version}.${digest}"` : `"${digest}"`;
}

/** Whether `If-None-Match` names the tag; strength does not matter (RFC 9110, 13.1.2). */
export function namesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}

/**
 * The version that `If-Match` asks for: that of the tag we gave out, or a bare `"8"`. Null for `*` and no header.
 *
 * @throws Fault `invalid-parameter` for anything else
 */
export function matchedVersion(header: string | null): number | null {
  const given = header?.trim();
  if (given === undefined || given === '' || given === '*') return null;
  const version = /^(?:W\/)?"?(\d{1,9})(?:\.[\w-]+)?"?$/.exec(given)?.[1];
  if (version !== undefined) return Number(version);
  throw new Fault('invalid-parameter', 'If-Match takes the ETag of an answer, or a version: "8".', {
    header: 'If-Match',
  });
}
