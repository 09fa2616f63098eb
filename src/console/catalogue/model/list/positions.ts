/** An object with its position in a list that is sorted by hand. */
interface PositionedObject {
  readonly code: string;
  readonly sortOrder: number;
}

/**
 * Returns the positions that put objects into an order, for those whose position changes. Positions that exist are used
 * again, so that a move writes only those that it passes.
 *
 * @param order codes in the new order; undefined if it stays
 */
export function newPositions(
  objects: readonly PositionedObject[],
  order: readonly string[] | undefined,
): ReadonlyMap<string, number> {
  if (order === undefined) return new Map();
  const stored = new Map(objects.map(({ code, sortOrder }) => [code, sortOrder]));
  const sorted = objects.map(({ sortOrder }) => sortOrder).toSorted((one, other) => one - other);
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
