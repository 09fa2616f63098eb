import type { Log } from '../log.ts';
import type { Count, SharedCounter } from './counter.ts';

/** Interval between tries to reach the shared counts while they are away. */
const LOOK_INTERVAL_MS = 1_000;

/**
 * Counts where all processes count and, while that cannot be reached, in this process alone: a limit that is too wide
 * for a while is better than no responses. Leaving and coming back are logged once each. While they are away they are
 * looked for now and then, and no request waits for that.
 */
export async function withFallback(
  shared: SharedCounter,
  own: Count,
  log: Log,
  lookIntervalMs: number = LOOK_INTERVAL_MS,
): Promise<Count> {
  let isAway = false;
  let checkEveryMs = 0;
  const leave = (error: unknown) => {
    checkEveryMs = performance.now() + lookIntervalMs;
    if (isAway) return;
    isAway = true;
    log.warn({ err: error }, 'shared rate limits cannot be reached; this process counts alone');
  };
  const comeBack = () => {
    if (!isAway) return;
    isAway = false;
    log.info({}, 'shared rate limits are back');
  };
  await shared.reach().catch(leave);
  return async (bucket) => {
    if (isAway) {
      if (performance.now() >= checkEveryMs) {
        checkEveryMs = performance.now() + lookIntervalMs;
        shared.reach().then(comeBack, leave);
      }
      return own(bucket);
    }
    try {
      return await shared.count(bucket);
    } catch (error) {
      leave(error);
      return own(bucket);
    }
  };
}
