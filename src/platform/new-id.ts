import { randomUUIDv7 } from 'node:crypto';

let last = '';
let madeIn = 0;

/**
 * A new UUIDv7 (RFC 9562), greater than every one this process made before: ids sort by creation also within one
 * millisecond, so rows of one batch keep their order and indexes grow at their end.
 */
export function newId(): string {
  const now = Date.now();
  // Within a millisecond a new one would be no better than the next one.
  const fresh = now > madeIn ? randomUUIDv7() : '';
  madeIn = Math.max(now, madeIn);
  last = fresh > last ? fresh : following(last);
  return last;
}

/** The next UUID: one more in its last 48 bits, which are random and practically never run over. */
function following(uuid: string): string {
  const tail = Number.parseInt(uuid.slice(24), 16) + 1;
  return `${uuid.slice(0, 24)}${tail.toString(16).padStart(12, '0')}`;
}
