import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { DomainError, RequestError } from '../../kernel/errors.ts';
import { acceptedLanguage } from '../../kernel/problems/messages/language.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { unavailabilityMessage } from '../../platform/database/availability/unavailability-message.ts';
import { limitSuggestions, SUGGESTIONS_PER_REQUEST } from '../../platform/limit-suggestions.ts';
import type { Log } from '../../platform/log.ts';
import { notFoundPage, PAGE_SECURITY_HEADERS } from '../problem-pages/problem-page.ts';
import type { AppEnv } from './app-env.ts';
import { errorResponse, requestMetadata } from './error-response.ts';
import { prefersHtml } from './prefers-html.ts';
import { problemResponse } from './problem-response.ts';

/**
 * Creates the router, to which `route` adds the APIs: the first that knows a path responds; an unknown path is a 404: a
 * page for browsers, a problem for all others. The router handles errors that an API lets through: it returns expected
 * ones as they are, and logs and masks all others.
 */
export function createRouter(settings: {
  readonly log: Log;
  /** Public URL of the server, without a slash at the end. */
  readonly publicUrl: string;
  /** Runs around every request. */
  readonly around: readonly MiddlewareHandler<AppEnv>[];
}): Hono<AppEnv> {
  const router = new Hono<AppEnv>();
  router.use((context, next) => {
    context.set('publicUrl', settings.publicUrl);
    context.set('language', acceptedLanguage(context.req.header('accept-language')));
    return limitSuggestions(SUGGESTIONS_PER_REQUEST, next);
  });
  for (const middleware of settings.around) router.use(middleware);
  router.notFound((context) => {
    const text = localized('path-not-found', { path: context.req.path });
    const detail = rendered(text);
    const headers = { vary: 'Accept', 'cache-control': 'no-store' };
    return prefersHtml(context, 'application/json')
      ? context.html(notFoundPage(detail), 404, { ...PAGE_SECURITY_HEADERS, ...headers })
      : problemResponse({ slug: 'not-found', detail, text }, requestMetadata(context), headers);
  });
  router.onError((error, context) => {
    if (error instanceof RequestError || error instanceof DomainError) return errorResponse(error, context);
    if (isAborted(context)) return errorResponse(requestAborted(), context);
    const requestId = context.get('requestId');
    const unavailable = unavailabilityMessage(error);
    if (unavailable !== null) {
      settings.log.warn({ err: error, requestId }, 'the database is away');
      return errorResponse(new RequestError('service-unavailable', unavailable), context);
    }
    settings.log.error({ err: error, requestId }, 'a request failed');
    const text = localized('internal-error', { requestId });
    return problemResponse(
      { slug: 'internal-error', detail: rendered(text), text },
      requestMetadata(context),
    );
  });
  const fetchRoute = router.fetch;
  router.fetch = (request, ...rest) =>
    request.method === 'HEAD'
      ? headersOnly(fetchRoute(new Request(request, { method: 'GET' }), ...rest))
      : fetchRoute(request, ...rest);
  return router;
}

/** Returns the response to a HEAD request: what a GET answers, without its content (RFC 9110, 9.3.2). */
async function headersOnly(pendingResponse: Response | Promise<Response>): Promise<Response> {
  const response = await pendingResponse;
  await response.body?.cancel();
  return new Response(null, response);
}

/**
 * Returns true if the client left before its request was complete; its connection then fails like one to the database.
 */
function isAborted(context: Context<AppEnv>): boolean {
  const incoming = context.env?.incoming;
  return incoming?.destroyed === true && !incoming.complete;
}

const requestAborted = () => new RequestError('malformed-request', localized('request-broken-off'));
