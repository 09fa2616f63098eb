import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Count, countEach, KEY_PREFIX } from './counter.ts';
import type { RateLimitRule } from './rate-limit.ts';

/** Counts in this process, which knows of no other. */
export function memoryCounter(rule: RateLimitRule): Count {
  const { limit, windowSeconds } = rule;
  const limiter = new RateLimiterMemory({ keyPrefix: KEY_PREFIX, points: limit, duration: windowSeconds });
  return countEach(limiter, rule);
}
