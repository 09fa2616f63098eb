/** A stored option with its position in a set that is sorted by hand. */
interface PositionedOption {
  readonly code: string;
  readonly sortOrder: number;
}

/**
 * Returns the positions that put options into an order, for those whose position changes. Positions that exist are used
 * again, so that a move writes only the options that it passes.
 *
 * @param order codes in the new order; undefined if it stays
 */
export function newPositions(
  options: readonly PositionedOption[],
  order: readonly string[] | undefined,
): ReadonlyMap<string, number> {
  if (order === undefined) return new Map();
  const stored = new Map(options.map(({ code, sortOrder }) => [code, sortOrder]));
  const sorted = options.map(({ sortOrder }) => sortOrder).toSorted((one, other) => one - other);
  const isDistinct = sorted.every((position, index) => index === 0 || position !== sorted[index - 1]);
  const last = sorted.at(-1) ?? 0;
  const positionAt = (index: number) =>
    isDistinct ? (sorted[index] ?? last + index - sorted.length + 1) : index + 1;
  return new Map(
    order
      .map((code, index) => [code, positionAt(index)] as const)
      .filter(([code, position]) => stored.get(code) !== position),
  );
}

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
