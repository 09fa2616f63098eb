/** Returns a person's order with the options as they are stored now: new ones are last, deleted ones are gone. */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  stored: readonly string[],
): readonly string[] {
  const existing = new Set(stored);
  const before = new Set(base);
  const mineSet = new Set(mine);
  return [
    ...mine.filter((code) => existing.has(code) || !before.has(code)),
    ...stored.filter((code) => !mineSet.has(code)),
  ];
}

/** Returns items with some of them moved before another one, or to the end if there is none. */
export function moveBefore<Item>(
  items: readonly Item[],
  moved: readonly Item[],
  before: Item | undefined,
): readonly Item[] {
  const index = before === undefined ? items.length : items.indexOf(before);
  const remains = (item: Item) => !moved.includes(item);
  return [...items.slice(0, index).filter(remains), ...moved, ...items.slice(index).filter(remains)];
}

/** Returns items with a range of them moved up or down by some places. */
export function moveRange<Item>(
  items: readonly Item[],
  top: number,
  bottom: number,
  by: number,
): readonly Item[] {
  const range = items.slice(top, bottom + 1);
  const others = items.toSpliced(top, range.length);
  const start = Math.max(0, Math.min(top + by, others.length));
  return others.toSpliced(start, 0, ...range);
}
