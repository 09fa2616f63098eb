import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, RateLimitRule } from './rate-limit.ts';

/** Counts one request; rejects when the counts cannot be reached. */
export type CountRequest = (bucket: string) => Promise<Allowance>;

/** Counts that all processes share. */
export interface SharedCounter {
  readonly count: CountRequest;
  /** Connects where that was not done, and requests a sign of life; rejects when there is none. */
  checkConnection(): Promise<void>;
  close(): Promise<void>;
}

/** Prefix of the key of every bucket, because a Redis may hold more than these. */
export const KEY_PREFIX = 'catalograph-rate-limit';

/**
 * Addition to the end of a window in the promise to come back: clocks and networks are not exact to the millisecond.
 */
const MARGIN_MS = 20;

/** A bucket after some requests were counted at once. */
interface BucketState {
  /** Requests of this window, those included; beyond the limit it may be any number beyond. */
  readonly counted: number;
  readonly msLeft: number;
}

/** Counts with a limiter of the library, each request by itself. */
export function countSingly(limiter: RateLimiterAbstract, rule: RateLimitRule): CountRequest {
  return async (bucket) => {
    const { counted, msLeft } = await addTo(limiter, bucket, 1);
    return allowanceOf(rule, counted, msLeft);
  };
}

interface Waiting {
  resolve(allowance: Allowance): void;
  reject(error: unknown): void;
}

/**
 * Counts with a limiter of the library whose every count takes a while: requests of a bucket that come meanwhile are
 * counted together by the next one. Each still gets a number of its own.
 */
export function countBatched(limiter: RateLimiterAbstract, rule: RateLimitRule): CountRequest {
  /** Waiting requests by bucket, while a count of it is under way. */
  const queues = new Map<string, Waiting[]>();
  const work = async (bucket: string, first: Waiting[]) => {
    for (let batch = first; batch.length > 0; batch = queues.get(bucket) ?? []) {
      queues.set(bucket, []);
      try {
        const { counted, msLeft } = await addTo(limiter, bucket, batch.length);
        for (const [index, { resolve }] of batch.entries()) {
          resolve(allowanceOf(rule, counted - batch.length + index + 1, msLeft));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(bucket);
  };
  return (bucket) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(bucket);
      if (queue === undefined) void work(bucket, [{ resolve, reject }]);
      else queue.push({ resolve, reject });
    });
}

/** Counts a request. The library rejects requests beyond the limit and failures alike; only the latter reject here. */
async function addTo(limiter: RateLimiterAbstract, bucket: string, requests: number): Promise<BucketState> {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(bucket, requests);
    return { counted: consumedPoints, msLeft: msBeforeNext };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const { consumedPoints, msBeforeNext } = error;
    // A bucket that is used up is not counted any more; the library then returns 0.
    return {
      counted: consumedPoints === 0 ? Number.MAX_SAFE_INTEGER : consumedPoints,
      msLeft: msBeforeNext,
    };
  }
}

/** Returns the allowance after `usedPoints` requests of a window, the last one included. */
function allowanceOf({ limit, windowSeconds }: RateLimitRule, usedPoints: number, msLeft: number): Allowance {
  const remaining = Math.max(limit - usedPoints, 0);
  const secondsLeft = Math.ceil((msLeft + MARGIN_MS) / 1_000);
  const retryAfterSeconds = remaining > 0 ? 0 : Math.min(Math.max(secondsLeft, 1), windowSeconds);
  return { limit, remaining, retryAfterSeconds, isExceeded: usedPoints > limit };
}
