import { setTimeout as sleep } from 'node:timers/promises';

interface Asked<Item, Result> {
  readonly item: Item;
  readonly answer: PromiseWithResolvers<Result>;
}

/**
 * Does for many callers at once what would be done for each: requests during a batch of the same key make the next
 * one. So nobody waits for others to ask, and the busier it is the larger batches are.
 *
 * @param settings.most items of one batch
 * @param settings.gatherMs how long the first of a batch waits for others nevertheless; 0
 * @param run returns each item's result, in their order; when it fails, each of its callers fails
 */
export function inBatches<Item, Result>(
  { most, gatherMs = 0 }: { readonly most: number; readonly gatherMs?: number },
  run: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const waiting = new Map<string, Asked<Item, Result>[]>();
  const work = async (key: string, queue: Asked<Item, Result>[]) => {
    while (queue.length > 0) {
      if (gatherMs > 0) await sleep(gatherMs);
      const batch = queue.splice(0, most);
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
    const answer = Promise.withResolvers<Result>();
    const queue = waiting.get(key);
    if (queue !== undefined) queue.push({ item, answer });
    else {
      const started = [{ item, answer }];
      waiting.set(key, started);
      void work(key, started);
    }
    return answer.promise;
  };
}
