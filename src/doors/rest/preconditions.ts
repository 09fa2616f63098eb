import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';

/** One tag as the server gave it out, or a version: `"8.Xy…"`, `"8"`, `8`. */
const VERSION = /^(?:W\/)?"?(\d{1,9})(?:\.[\w-]+)?"?$/;

/**
 * Returns the version that `If-Match` names; null for `*` and without the header. Of a list (RFC 9110, 13.1.1) it is the
 * newest: an object that has the version of any tag has none that is newer.
 *
 * @throws Fault `invalid-parameter` for anything else
 */
export function matchedVersion(header: string | null): number | null {
  const given = header?.trim();
  if (given === undefined || given === '' || given === '*') return null;
  const versions = given.split(',').map((tag) => Number(VERSION.exec(tag.trim())?.[1]));
  if (versions.every(Number.isInteger)) return Math.max(...versions);
  throw new Fault('invalid-parameter', localized('if-match-invalid'), {
    header: 'If-Match',
  });
}
