import { onTestFailed } from 'vitest';

/** Random choices that come out the same in every run. */
export interface SeededRandom {
  /** At least 0 and below 1. */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** A copy in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

const DEFAULT_SEED = 20_261_121;

/**
 * Random choices for one test, to be called inside it. TEST_SEED sets another seed; the one used is printed when the
 * test fails.
 */
export function seededRandom(): SeededRandom {
  const seed = Number(process.env.TEST_SEED ?? DEFAULT_SEED);
  onTestFailed(({ task }) => {
    process.stderr.write(`Seed of '${task.name}': TEST_SEED=${seed}\n`);
  });
  return randomFrom(seed);
}

/** Mulberry32: 32 bits of state, good enough to vary orders and pauses. */
function randomFrom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const shuffle = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, place: fraction() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  return {
    fraction,
    integer,
    shuffle,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
  };
}
