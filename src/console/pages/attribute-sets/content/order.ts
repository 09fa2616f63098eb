/** Returns the items of a list that did not move: the longest part of it whose order is that of the other list. */
function unmovedItems(from: readonly string[], to: readonly string[]): ReadonlySet<string> {
  const positions = new Map(from.map((code, index) => [code, index]));
  const common = to.filter((code) => positions.has(code));
  const positionOf = (index: number) => positions.get(common[index] ?? '') ?? -1;
  const previous: number[] = [];
  // Index of the smallest last item of a sequence, by its length.
  const ends: number[] = [];
  for (let index = 0; index < common.length; index += 1) {
    let length = ends.findIndex((end) => positionOf(end) >= positionOf(index));
    if (length === -1) length = ends.length;
    previous[index] = ends[length - 1] ?? -1;
    ends[length] = index;
  }
  const unmoved = new Set<string>();
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1)
    unmoved.add(common[index] ?? '');
  return unmoved;
}

/** Returns the items of a list that another order moves or adds, each with the item that it follows; null is the first position. */
export function movedItems(
  from: readonly string[],
  to: readonly string[],
): readonly { readonly code: string; readonly after: string | null }[] {
  const unmoved = unmovedItems(from, to);
  return to.flatMap((code, index) => (unmoved.has(code) ? [] : [{ code, after: to[index - 1] ?? null }]));
}

/** Applies what a person moved and added to the order as it is stored now; what others added or removed stays so. */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  stored: readonly string[],
): readonly string[] {
  const moves = movedItems(base, mine).filter(({ code }) => stored.includes(code) || !base.includes(code));
  const moved = new Set(moves.map(({ code }) => code));
  let order = stored.filter((code) => !moved.has(code));
  for (const { code } of moves) {
    const before = mine.slice(0, mine.indexOf(code)).findLast((one) => order.includes(one));
    order = order.toSpliced(before === undefined ? 0 : order.indexOf(before) + 1, 0, code);
  }
  return order;
}
