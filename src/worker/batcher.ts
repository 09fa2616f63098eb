import { setTimeout as sleep } from 'node:timers/promises';

interface BatchEntry<Item, Result> {
  readonly item: Item;
  readonly answer: PromiseWithResolvers<Result>;
}

/**
 * Does for many callers at once what would be done for each: requests during a batch of the same key make the next
 * one. So nobody waits for others to ask, and the busier it is the larger batches are.
 *
 * @param settings.maxItems items of one batch
 * @param settings.gatherMs how long the first of a batch waits for others nevertheless; 0
 * @param run returns each item's result, in their order; when it fails, each of its callers fails
 */
export function createBatcher<Item, Result>(
  { most: maxItems, gatherMs = 0 }: { readonly most: number; readonly gatherMs?: number },
  run: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const waiting = new Map<string, BatchEntry<Item, Result>[]>();
  const work = async (key: string, queue: BatchEntry<Item, Result>[]) => {
    while (queue.length > 0) {
      if (gatherMs > 0) await sleep(gatherMs);
      const batch = queue.splice(0, maxItems);
      try {
        const results = await run(
          key,
          batch.map(({ item }) => item),
        );
        for (const [index, { answer }] of batch.entries()) answer.resolve(results[index] as Result);
      } catch (error) {
        for (const { answer } of batch) answer.reject(error);
      }
    }
    waiting.delete(key);
  };
  return (key, item) => {
    const pendingResult = Promise.withResolvers<Result>();
    const queue = waiting.get(key);
    if (queue !== undefined) queue.push({ item, answer: pendingResult });
    else {
      const started = [{ item, answer: pendingResult }];
      waiting.set(key, started);
      void work(key, started);
    }
    return pendingResult.promise;
  };
}
