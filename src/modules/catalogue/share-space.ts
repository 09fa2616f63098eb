/**
 * Returns how many of the first items of each list fit into a number of bytes as JSON, when the lists alternate: a
 * short list is complete before a long one takes all the space. Responses stay small enough to be read at once.
 */
export function shareSpace(lists: readonly (readonly object[])[], bytes: number): number[] {
  const taken = lists.map(() => 0);
  let left = bytes;
  for (let turn = 0; lists.some(({ length }) => length > turn); turn += 1) {
    for (const [index, list] of lists.entries()) {
      const item = list[turn];
      if (item === undefined || taken[index] !== turn) continue;
      left -= Buffer.byteLength(JSON.stringify(item)) + 1;
      if (left < 0) return taken;
      taken[index] = turn + 1;
    }
  }
  return taken;
}
