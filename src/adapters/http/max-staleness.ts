const MAX_STALE = /(?:^|,)\s*max-stale(?:\s*=\s*"?(\d{1,9})"?)?\s*(?:,|$)/i;
const FRESH = /(?:^|,)\s*(?:no-cache|no-store)\s*(?:,|$)/i;

/**
 * Returns the maximum age of a response that its client accepts, in milliseconds: `Cache-Control: max-stale=5`, in
 * seconds; without a number, any age (RFC 9111, 5.2.1.2). Returns null when it has to be the presently stored state.
 */
export function maxStalenessMs(headers: Headers): number | null {
  const cacheControl = headers.get('cache-control');
  if (cacheControl === null || FRESH.test(cacheControl)) return null;
  const maxStaleMatch = MAX_STALE.exec(cacheControl);
  if (maxStaleMatch === null) return null;
  return maxStaleMatch[1] === undefined ? Number.POSITIVE_INFINITY : Number(maxStaleMatch[1]) * 1_000;
}
