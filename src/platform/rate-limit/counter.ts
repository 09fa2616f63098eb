import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, RateLimitRule } from './rate-limit.ts';

/** Counts one request; rejects when the counts cannot be reached. */
export type Count = (bucket: string) => Promise<Allowance>;

/** Counts that all processes share. */
export interface SharedCounter {
  readonly count: Count;
  /** Connects where that was not done, and asks for a sign of life; rejects when there is none. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

/** Begins the key of every bucket, because a Redis may hold more than these. */
export const KEY_PREFIX = 'catalograph-rate-limit';

/** What a promise to come back adds to the end of a window: clocks and networks are not exact to the millisecond. */
const MARGIN_MS = 20;

/** A limiter of the library in our words. It rejects refused requests and failures alike; only the latter do here. */
export function countWith(limiter: RateLimiterAbstract, rule: RateLimitRule): Count {
  return async (bucket) => {
    try {
      return allowanceOf(rule, await limiter.consume(bucket), false);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return allowanceOf(rule, refused, true);
      throw refused;
    }
  };
}

function allowanceOf(
  { limit, windowSeconds }: RateLimitRule,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  isExceeded: boolean,
): Allowance {
  const remaining = isExceeded ? 0 : remainingPoints;
  const secondsLeft = Math.ceil((msBeforeNext + MARGIN_MS) / 1_000);
  const retryAfterSeconds = remaining > 0 ? 0 : Math.min(Math.max(secondsLeft, 1), windowSeconds);
  return { limit, remaining, retryAfterSeconds, isExceeded };
}
