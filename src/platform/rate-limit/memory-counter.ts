import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type CountRequest, countSingly, KEY_PREFIX } from './counter.ts';
import type { RateLimitRule } from './rate-limit.ts';

/** Counts in this process, which knows of no other. */
export function memoryCounter(rule: RateLimitRule): CountRequest {
  return countSingly(limiterOf(rule), rule);
}

/** A counter of requests that may turn out not to count. */
export interface RevocableCounter {
  readonly count: CountRequest;
  /** Takes one count of a bucket back. */
  revoke(bucket: string): Promise<void>;
}

/** Makes the same counter for requests that are counted before it is certain that they count. */
export function revocableCounter(rule: RateLimitRule): RevocableCounter {
  const limiter = limiterOf(rule);
  return {
    count: countSingly(limiter, rule),
    async revoke(bucket) {
      await limiter.reward(bucket);
    },
  };
}

const limiterOf = ({ limit, windowSeconds }: RateLimitRule) =>
  new RateLimiterMemory({ keyPrefix: KEY_PREFIX, points: limit, duration: windowSeconds });
