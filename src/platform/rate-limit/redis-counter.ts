import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { countBatched, KEY_PREFIX, type SharedCounter } from './counter.ts';
import type { RateLimitRule } from './rate-limit.ts';

const LONGEST_RETRY_MS = 2_000;

/**
 * Counts in Redis or Valkey, where all processes count together; for one bucket one script at a time, however many
 * requests come. A bucket that is used up is remembered here until its window ends, so that rejecting costs Redis
 * nothing. After a loss it connects again and again.
 *
 * @param settings.timeoutMs how long one count may take before it counts as failed
 */
export function redisCounter(
  rule: RateLimitRule,
  settings: {
    readonly url: string;
    readonly timeoutMs: number;
    readonly onError: (error: Error) => void;
  },
): SharedCounter {
  const { url, timeoutMs } = settings;
  const redis = new Redis(url, {
    connectionName: 'catalograph-rate-limit',
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    lazyConnect: true,
    // A request does not wait for Redis to come back.
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RETRY_MS),
  });
  redis.on('error', settings.onError);
  const limiter = new RateLimiterRedis({
    keyPrefix: KEY_PREFIX,
    points: rule.limit,
    duration: rule.windowSeconds,
    storeClient: redis,
    inMemoryBlockOnConsumed: rule.limit,
  });
  return {
    count: countBatched(limiter, rule),
    async checkConnection() {
      if (redis.status === 'wait') await redis.connect();
      await redis.ping();
    },
    async close() {
      redis.disconnect();
    },
  };
}
