import type { Log } from '../platform/log.ts';

/** Something that is done again and again. */
export interface Repetition {
  /** Waits for the round that is under way. */
  close(): Promise<void>;
}

/**
 * Does a task every `intervalMs` until closed, never twice at the same time; a failure is logged and tried again the
 * next time. The first round is after `intervalMs`, or `atOnce`. `name` is a word for the log.
 */
export function repeat(
  name: string,
  settings: { readonly intervalMs: number; readonly atOnce?: boolean; readonly log: Log },
  task: () => Promise<unknown>,
): Repetition {
  const { intervalMs, atOnce = false, log } = settings;
  let running: Promise<unknown> | null = null;
  const round = () => {
    running ??= task()
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
      .finally(() => {
        running = null;
      });
  };
  if (atOnce) round();
  const timer = setInterval(round, intervalMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
