import type { Allowance } from '../../../platform/rate-limit/rate-limit.ts';

/**
 * Paths that machines request every few seconds about this process. They are recognized by path, because no API serves
 * other requests to them.
 */
export const UNLIMITED_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/**
 * Returns the headers that tell a client its limit. `Retry-After` is whole seconds, 0 while requests remain; one that
 * the response has already, because something else requests patience, stays when it is longer.
 */
export function rateLimitHeaders(
  { limit, remaining, retryAfterSeconds }: Pick<Allowance, 'limit' | 'remaining' | 'retryAfterSeconds'>,
  baseHeaders: Headers = new Headers(),
): readonly (readonly [name: string, value: string])[] {
  const retryAfter = baseHeaders.get('retry-after') ?? '';
  const askedSeconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : 0;
  return [
    ['x-ratelimit-limit', String(limit)],
    ['x-ratelimit-remaining', String(remaining)],
    ['retry-after', String(Math.max(askedSeconds, retryAfterSeconds))],
  ];
}
