/** Lets a limited number of tasks run at once; the others wait in the order of their requests. */
export interface Semaphore {
  take<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createSemaphore(atOnce: number): Semaphore {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return {
    async take(task) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
