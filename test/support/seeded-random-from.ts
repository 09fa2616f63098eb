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

/** Random choices from a seed. Mulberry32: 32 bits of state, good enough to vary orders and pauses. */
export function seededRandomFrom(seed: number): SeededRandom {
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
