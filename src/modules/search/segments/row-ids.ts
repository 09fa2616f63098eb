/** UUIDs of rows, ascending: four 32-bit words each. */
export class RowIds {
  readonly words: Uint32Array;

  constructor(idWords: Uint32Array) {
    this.words = idWords;
  }

  get size(): number {
    return this.words.length / 4;
  }

  /** Reads UUIDs that stand one behind the other, 16 bytes each. */
  static fromBytes(bytes: Buffer): RowIds {
    const idWords = new Uint32Array(bytes.length / 4);
    for (let index = 0; index < idWords.length; index += 1) idWords[index] = bytes.readUInt32BE(index * 4);
    return new RowIds(idWords);
  }

  /** Returns the position of an id of another list in this one; -1 when it is not there. */
  find(others: RowIds, at: number): number {
    let [low, high] = [0, this.size - 1];
    // Segments rarely overlap.
    if (high < 0 || compareIds(this.words, high, others.words, at) < 0) return -1;
    if (compareIds(this.words, 0, others.words, at) > 0) return -1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = compareIds(this.words, middle, others.words, at);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** Returns the text of an id. */
export function idText({ words }: RowIds, at: number): string {
  const digits = [...words.subarray(at * 4, at * 4 + 4)].map((word) => word.toString(16).padStart(8, '0'));
  return digits.join('').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

/** Returns the order of two ids: negative, 0 or positive. */
export function compareIds(one: Uint32Array, at: number, other: Uint32Array, otherAt: number): number {
  for (let word = 0; word < 4; word += 1) {
    const difference = (one[at * 4 + word] as number) - (other[otherAt * 4 + word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
