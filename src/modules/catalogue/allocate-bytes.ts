/**
 * Returns how many of the first items of each list fit into a number of bytes as JSON, when the lists alternate: a
 * short list is complete before a long one takes all the space. Responses stay small enough to be read at once.
 */
export function allocateBytes(lists: readonly (readonly object[])[], bytes: number): number[] {
  const usedCounts = lists.map(() => 0);
  let remainingBytes = bytes;
  for (let turn = 0; lists.some(({ length }) => length > turn); turn += 1) {
    for (const [index, list] of lists.entries()) {
      const item = list[turn];
      if (item === undefined || usedCounts[index] !== turn) continue;
      remainingBytes -= Buffer.byteLength(JSON.stringify(item)) + 1;
      if (remainingBytes < 0) return usedCounts;
      usedCounts[index] = turn + 1;
    }
  }
  return usedCounts;
}
