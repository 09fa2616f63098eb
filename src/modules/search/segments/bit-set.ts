/** A set of the ordinals of a segment: one bit each. */
export type BitSet = Uint32Array;

export const emptyBitSet = (size: number): BitSet => new Uint32Array(Math.ceil(size / 32));

/** Returns the ordinals from 0 to `size` - 1. */
export function fullBitSet(size: number): BitSet {
  const bits = emptyBitSet(size).fill(0xffff_ffff);
  const over = size % 32;
  if (over > 0) bits[bits.length - 1] = 2 ** over - 1;
  return bits;
}

export const hasBit = (bits: BitSet, ordinal: number): boolean =>
  (((bits[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 1;

export function setBit(bits: BitSet, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] as number) | (1 << (ordinal & 31));
}

export function clearBit(bits: BitSet, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] as number) & ~(1 << (ordinal & 31));
}

/** Returns the number of bits of a word that are set. */
function countOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Returns the number of ordinals that are in both; the second begins at `start` of its array. */
export function countIntersection(bits: BitSet, other: BitSet, start: number): number {
  let count = 0;
  for (let index = 0; index < bits.length; index += 1)
    count += countOf((bits[index] as number) & (other[start + index] as number));
  return count;
}

export const countBits = (bits: BitSet): number => countIntersection(bits, bits, 0);

/** Keeps in the first what is in the second. */
export function intersect(bits: BitSet, other: BitSet): void {
  for (let index = 0; index < bits.length; index += 1)
    bits[index] = (bits[index] as number) & (other[index] as number);
}

/** Adds to the first what is in the second, which begins at `start` of its array. */
export function union(bits: BitSet, other: BitSet, start = 0): void {
  for (let index = 0; index < bits.length; index += 1)
    bits[index] = (bits[index] as number) | (other[start + index] as number);
}

/** Turns the first into what is in the second and not in it. */
export function complement(bits: BitSet, all: BitSet): void {
  for (let index = 0; index < bits.length; index += 1)
    bits[index] = (all[index] as number) & ~(bits[index] as number);
}

/** Calls with each ordinal, ascending. */
export function forEachBit(
  bits: BitSet,
  call: (ordinal: number) => void,
  start = 0,
  wordCount = bits.length,
): void {
  for (let index = 0; index < wordCount; index += 1) {
    let word = bits[start + index] as number;
    while (word !== 0) {
      call(index * 32 + 31 - Math.clz32(word & -word));
      word &= word - 1;
    }
  }
}
