const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the origins whose pages may act with a person's cookie: that of the base URL and those named besides. A
 * base URL on a loopback host stands for all loopback names of its port, because people type any of them.
 */
export function trustedOriginsOf(baseUrl: string, others: readonly string[]): readonly string[] {
  const base = new URL(baseUrl);
  const aliases = LOOPBACK_HOSTS.includes(base.hostname)
    ? LOOPBACK_HOSTS.map((host) => `${base.protocol}//${host}${base.port === '' ? '' : `:${base.port}`}`)
    : [];
  return [...new Set([base.origin, ...aliases, ...others.map((other) => new URL(other).origin)])];
}

/**
 * Returns true if a request that changes something comes from a page of our own. Browsers send `Origin` with every
 * such request and cannot be made to leave it out or forge it; `Sec-Fetch-Site` (Fetch Metadata) stands in where a
 * proxy dropped it. Without either the request may not be ours.
 */
export function isTrustedOrigin(headers: Headers, trustedOrigins: readonly string[]): boolean {
  const origin = headers.get('origin');
  if (origin !== null) return trustedOrigins.includes(origin);
  return headers.get('sec-fetch-site') === 'same-origin';
}
