/** Runs tasks, few at once; the others wait in their order. A task must not wait for another one of the same slots. */
export class Slots {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(size: number) {
    this.#size = size;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#size) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The slot goes to the next task; only a slot that nobody waits for becomes free.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** True if no task runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }
}

/** Runs tasks, few at once of each key. Keys without tasks take no memory. */
export class KeyedSlots {
  readonly #size: number;
  readonly #slots = new Map<string, Slots>();

  constructor(size: number) {
    this.#size = size;
  }

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const slots = this.#slots.get(key) ?? new Slots(this.#size);
    this.#slots.set(key, slots);
    try {
      return await slots.run(task);
    } finally {
      if (slots.isIdle) this.#slots.delete(key);
    }
  }

  /** Number of keys that have tasks. */
  get size(): number {
    return this.#slots.size;
  }
}
