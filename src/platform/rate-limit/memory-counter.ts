import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Count, countEach, KEY_PREFIX } from './counter.ts';
import type { RateLimitRule } from './rate-limit.ts';

/** Counts in this process, which knows of no other. */
export function memoryCounter(rule: RateLimitRule): Count {
  return countEach(limiterOf(rule), rule);
}

/** A counter of requests that may turn out not to count. */
export interface RevocableCounter {
  readonly count: Count;
  /** Takes one count of a bucket back. */
  takeBack(bucket: string): Promise<void>;
}

/** Makes the same counter for requests that are counted before it is certain that they count. */
export function revocableCounter(rule: RateLimitRule): RevocableCounter {
  const limiter = limiterOf(rule);
  return {
    count: countEach(limiter, rule),
    async takeBack(bucket) {
      await limiter.reward(bucket);
    },
  };
}

const limiterOf = ({ limit, windowSeconds }: RateLimitRule) =>
  new RateLimiterMemory({ keyPrefix: KEY_PREFIX, points: limit, duration: windowSeconds });
