import type { Log } from '../log.ts';
import type { CountRequest, SharedCounter } from './counter.ts';
import { memoryCounter } from './memory-counter.ts';
import { COUNTING_CONNECTIONS, postgresCounter } from './postgres-counter.ts';
import type { RateLimit, RateLimitRule } from './rate-limit.ts';

/** Length of a window: limits are given as requests a minute. */
export const WINDOW_SECONDS = 60;
/**
 * Time beyond which a store is as good as away. Far above what a count takes, because a machine that is busy for a
 * short time must not widen the limit.
 */
const STORE_TIMEOUT_MS = 5_000;

/** Stores that processes share; with neither there is only this process. */
interface SharedStores {
  /** URL that wins when both are set. */
  readonly redisUrl: string | null;
  /** A database that other processes may use too: not the embedded one. */
  readonly databaseUrl: string | null;
}

/** Returns the maximum number of database connections that counting takes. */
export function rateLimitConnections({ redisUrl, databaseUrl }: SharedStores): number {
  return redisUrl === null && databaseUrl !== null ? COUNTING_CONNECTIONS : 0;
}

/**
 * Opens the counts that every process of an installation shares: in Redis, else in the database; with the embedded
 * database there is one process, which counts in its memory. Counts that cannot be reached stop nothing, see
 * {@link withFallback}.
 */
export async function openRateLimit(
  settings: RateLimitRule & SharedStores & { readonly log: Log; readonly storeTimeoutMs?: number },
): Promise<RateLimit> {
  const { limit, windowSeconds, redisUrl, databaseUrl, log, storeTimeoutMs = STORE_TIMEOUT_MS } = settings;
  const rule = { limit, windowSeconds };
  const own = memoryCounter(rule);
  const store = {
    timeoutMs: storeTimeoutMs,
    onError: (error: Error) => log.debug({ err: error }, 'a connection of the rate limit was lost'),
  };
  const shared =
    redisUrl !== null
      ? // The client is loaded by those alone who use it.
        (await import('./redis-counter.ts')).redisCounter(rule, { ...store, url: redisUrl })
      : databaseUrl !== null
        ? postgresCounter(rule, { ...store, connectionString: databaseUrl })
        : null;
  if (shared === null) return { ...rule, count: own, close: async () => undefined };
  return { ...rule, count: await withFallback(shared, own, log), close: () => shared.close() };
}

/** Interval between tries to reach the shared counts while they are away. */
const LOOK_INTERVAL_MS = 1_000;

/**
 * Counts where all processes count and, while that cannot be reached, in this process alone: a limit that is too wide
 * for a while is better than no responses. Leaving and coming back are logged once each. While they are away they are
 * looked for now and then, and no request waits for that.
 */
export async function withFallback(
  shared: SharedCounter,
  own: CountRequest,
  log: Log,
  lookIntervalMs: number = LOOK_INTERVAL_MS,
): Promise<CountRequest> {
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
  await shared.checkConnection().catch(leave);
  return async (bucket) => {
    if (isAway) {
      if (performance.now() >= checkEveryMs) {
        checkEveryMs = performance.now() + lookIntervalMs;
        shared.checkConnection().then(comeBack, leave);
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
