import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yields items in parts, so that the database stores one part while this process prepares the next. */
export async function* chunks<Item>(items: readonly Item[], size: number): AsyncGenerator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) {
    // The parts that were sent leave the process in between.
    if (start > 0) await nextTurn();
    yield items.slice(start, start + size);
  }
}
