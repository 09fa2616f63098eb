import type { Log } from '../platform/log.ts';

/** Something that is done again and again. */
export interface Repetition {
  /** Waits for the round that is under way. */
  close(): Promise<void>;
}

/**
 * Does a task every `intervalMs` until closed, never twice at the same time; a failure is logged and tried again the
 * next time. `name` is a word for the log.
 */
export function repeat(
  name: string,
  { intervalMs, log }: { readonly intervalMs: number; readonly log: Log },
  task: () => Promise<unknown>,
): Repetition {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    if (running !== null) return;
    running = task()
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
      .finally(() => {
        running = null;
      });
  }, intervalMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
