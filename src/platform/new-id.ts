import { randomUUIDv7 } from 'node:crypto';

/** The last id: all but its last two bytes, and those. */
let head = '';
let tail = 0;
let madeIn = 0;

/**
 * Makes a new UUIDv7 (RFC 9562), greater than every one this process made before: ids sort by creation also within
 * one millisecond, so rows of one batch keep their order and indexes grow at their end.
 */
export function newId(): string {
  const now = Date.now();
  // Within a millisecond a new head would be no better than the next one.
  if (now > madeIn) {
    madeIn = now;
    const fresh = randomUUIDv7();
    if (fresh > lastId()) {
      [head, tail] = [fresh.slice(0, -4), Number.parseInt(fresh.slice(-4), 16)];
      return fresh;
    }
  }
  if (tail === 0xffff) [head, tail] = [increment(head), 0];
  else tail += 1;
  return lastId();
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Puts the id together from parts: numbers beyond those of 31 bits are slow to write, and imports make two ids a row.
 */
const lastId = () => `${head}${BYTES[tail >> 8]}${BYTES[tail & 0xff]}`;

/** Returns the next head: one more in the random 32 bits at its end, which practically never run over. */
function increment(before: string): string {
  const random = Number.parseInt(before.slice(-8), 16) + 1;
  return `${before.slice(0, -8)}${random.toString(16).padStart(8, '0')}`;
}
