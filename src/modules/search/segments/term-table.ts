const EMPTY = -1;

/**
 * Numbers 64-bit terms from 0 in the order in which they come. Open addressing: terms are digests, so any of their bits
 * are as good as a hash of them.
 */
export class TermTable {
  size = 0;
  /** The lower and the upper half of each term. */
  #keys = new Uint32Array(64);
  #slots = new Int32Array(64).fill(EMPTY);

  get bytes(): number {
    return this.#keys.byteLength + this.#slots.byteLength;
  }

  low(term: number): number {
    return this.#keys[term * 2] as number;
  }

  high(term: number): number {
    return this.#keys[term * 2 + 1] as number;
  }

  /** Returns the number of a term; -1 when it has none. */
  find(low: number, high: number): number {
    return this.#slots[this.#slotOf(low, high)] as number;
  }

  /** Returns the number of a term, assigned to it if it has none. */
  intern(low: number, high: number): number {
    const slot = this.#slotOf(low, high);
    const storedTerm = this.#slots[slot] as number;
    if (storedTerm !== EMPTY) return storedTerm;
    const term = this.size;
    this.size += 1;
    if (term * 2 >= this.#keys.length) {
      const keys = new Uint32Array(this.#keys.length * 2);
      keys.set(this.#keys);
      this.#keys = keys;
    }
    this.#keys[term * 2] = low;
    this.#keys[term * 2 + 1] = high;
    this.#slots[slot] = term;
    if (this.size * 2 > this.#slots.length) this.#grow();
    return term;
  }

  /** Releases the memory that was held in reserve for more terms. */
  trim(): void {
    this.#keys = this.#keys.slice(0, this.size * 2);
  }

  #slotOf(low: number, high: number): number {
    const mask = this.#slots.length - 1;
    let slot = low & mask;
    for (;;) {
      const term = this.#slots[slot] as number;
      if (term === EMPTY) return slot;
      if (this.#keys[term * 2] === low && this.#keys[term * 2 + 1] === high) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    for (let term = 0; term < this.size; term += 1)
      this.#slots[this.#slotOf(this.low(term), this.high(term))] = term;
  }
}
