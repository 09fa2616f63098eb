import type { JsonValue } from '../../../src/kernel/json.ts';

/** Where examples say that the server is. */
const EXAMPLE_HOST = 'pim.example.com';
const EXAMPLE_MOMENT = Date.parse('2026-11-02T09:30:00.000Z');
const REQUEST_ID = '019aa2f0-6a31-7c1e-9d0b-3f1c2a7e5b10';
const CURSOR = 'eyJ2IjoxLCJzIjpbIkxPLVdSRU4iXX0';
const HOUR_MS = 3_600_000;

/**
 * Gives whatever differs from run to run a value that does not, the same one wherever it stands: ids are numbered in
 * the order in which they appear, moments keep their distance in hours.
 *
 * @param startedAt earlier moments are part of the data and stay
 */
export function createStabilizer(startedAt: Date): (value: JsonValue) => JsonValue {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const idFor = (id: string, prefix: string) => {
    const count = (counts.get(prefix) ?? 0) + 1;
    const made = known.get(id) ?? `${prefix}_019aa2f06a317c1e9d0b${String(count).padStart(12, '0')}`;
    if (!known.has(id)) counts.set(prefix, count);
    known.set(id, made);
    return made;
  };
  const momentFor = (text: string) => {
    const distance = Date.parse(text) - startedAt.getTime();
    if (distance < -HOUR_MS) return text;
    return new Date(EXAMPLE_MOMENT + Math.floor(Math.max(distance, 0) / HOUR_MS) * HOUR_MS).toISOString();
  };
  const inText = (text: string) =>
    text
      .replace(/\b((?:dry_)?[a-z]{3})_[0-9a-f]{32}\b/g, idFor)
      .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, REQUEST_ID)
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, momentFor)
      .replace(/\b(pim|pk|sk)_\w{42}\b/g, `$1_${'Example'.repeat(6)}`)
      .replace(/\b(pim|pk|sk)_\w{4}…/g, '$1_Exam…')
      .replace(/\bwhsec_[A-Za-z0-9+/]+=*/g, `whsec_${'Example0'.repeat(5)}Aaa=`)
      .replace(/\b\d{10}\.[\w-]{43}/g, `${(EXAMPLE_MOMENT + HOUR_MS) / 1_000}.c2lnbmVkIGJ5IHRoZSBzZXJ2ZXI`)
      .replace(/\bexpires=\d+/g, `expires=${(EXAMPLE_MOMENT + HOUR_MS) / 1_000}`)
      .replace(/\bsignature=[\w-]+/g, 'signature=c2lnbmVkIGJ5IHRoZSBzZXJ2ZXI')
      .replace(/http:\/\/catalograph\.test:4000/g, `https://${EXAMPLE_HOST}`)
      .replace(/@catalograph\.test/g, `@${EXAMPLE_HOST}`);
  const stabilize = (value: JsonValue | undefined, key = ''): JsonValue => {
    if (typeof value === 'string') {
      const isCursor = key === 'search_after' && value.length > 20;
      if (key === 'sync_token') return `${REQUEST_ID}:6230`;
      return isCursor ? CURSOR : inText(value);
    }
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (Array.isArray(value)) return value.map((one: JsonValue) => stabilize(one));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, stabilize(one, name)]));
  };
  return (value) => stabilize(value);
}
