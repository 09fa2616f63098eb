import { entityTag, matchesEntityTag } from '../http/entity-tag.ts';

/** Headers that permit browsers on any site to use a publishable key: they never send credentials. */
const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Language, ETag, Retry-After',
} as const;

const A_DAY_SECONDS = 86_400;

export const PREFLIGHT_HEADERS = {
  ...CROSS_ORIGIN,
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers': 'Accept, Content-Type, If-None-Match',
  'access-control-max-age': String(A_DAY_SECONDS),
} as const;

/**
 * Cache headers of responses to publishable keys: browsers revalidate each time, shared caches after a minute. A cache
 * may send a response that is up to ten minutes older while it fetches a new one, and up to a day older if this server
 * cannot be reached.
 */
const CACHEABLE = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'cdn-cache-control': `max-age=60, stale-while-revalidate=600, stale-if-error=${A_DAY_SECONDS}`,
} as const;

const UNCACHED = { 'cache-control': 'private, no-store' } as const;

/** Metadata of a response besides its body. */
export interface ResponseKind {
  readonly isPublishable: boolean;
  /** True if caches may store it. */
  readonly isCacheable: boolean;
  /** Null where nothing was answered in a language. */
  readonly locale: string | null;
}

/** Returns the response with the headers of its kind; 304 to a client that has it. */
export async function finishResponse(
  request: { readonly method: string; readonly headers: Headers },
  response: Response,
  { isPublishable, isCacheable, locale }: ResponseKind,
): Promise<Response> {
  const headers = new Headers(response.headers);
  const set = (all: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(all)) headers.set(name, value);
  };
  if (isPublishable) set(CROSS_ORIGIN);
  if (locale !== null) headers.set('content-language', locale.replaceAll('_', '-'));
  headers.set('vary', 'Accept');
  if (!isCacheable || response.status !== 200) {
    set(UNCACHED);
    return new Response(response.body, { status: response.status, headers });
  }
  const body = await response.text();
  const tag = entityTag(null, body);
  set({ ...CACHEABLE, etag: tag });
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !matchesEntityTag(request.headers.get('if-none-match'), tag))
    return new Response(body, { headers });
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
