import { Fault } from '../../kernel/refusal.ts';

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
  throw new Fault('invalid-parameter', 'If-Match must be the ETag of a response, or a version: "8".', {
    header: 'If-Match',
  });
}
