import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { acceptedLanguage } from '../../kernel/problems/messages/language.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { Fault, Refusal } from '../../kernel/refusal.ts';
import { unavailableBecause } from '../../platform/database/availability/unavailable.ts';
import { limitSuggestions, SUGGESTIONS_PER_REQUEST } from '../../platform/limit-suggestions.ts';
import type { Log } from '../../platform/log.ts';
import { notFoundPage, PAGE_SECURITY_HEADERS } from '../problems/problem-page.ts';
import type { DoorEnvironment } from './door-environment.ts';
import { faultResponse, requestMetadata } from './fault-response.ts';
import { problemResponse } from './problem-response.ts';
import { wantsPage } from './wants-page.ts';

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
  readonly around: readonly MiddlewareHandler<DoorEnvironment>[];
}): Hono<DoorEnvironment> {
  const router = new Hono<DoorEnvironment>();
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
    return wantsPage(context, 'application/json')
      ? context.html(notFoundPage(detail), 404, { ...PAGE_SECURITY_HEADERS, ...headers })
      : problemResponse({ slug: 'not-found', detail, text }, requestMetadata(context), headers);
  });
  router.onError((error, context) => {
    if (error instanceof Fault || error instanceof Refusal) return faultResponse(error, context);
    if (isBrokenOff(context)) return faultResponse(brokenOff(), context);
    const requestId = context.get('requestId');
    const unavailable = unavailableBecause(error);
    if (unavailable !== null) {
      settings.log.warn({ err: error, requestId }, 'the database is away');
      return faultResponse(new Fault('service-unavailable', unavailable), context);
    }
    settings.log.error({ err: error, requestId }, 'a request failed');
    const text = localized('internal-error', { requestId });
    return problemResponse(
      { slug: 'internal-error', detail: rendered(text), text },
      requestMetadata(context),
    );
  });
  const answer = router.fetch;
  router.fetch = (request, ...rest) =>
    request.method === 'HEAD'
      ? headersOnly(answer(new Request(request, { method: 'GET' }), ...rest))
      : answer(request, ...rest);
  return router;
}

/** Returns the response to a HEAD request: what a GET answers, without its content (RFC 9110, 9.3.2). */
async function headersOnly(answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer;
  await response.body?.cancel();
  return new Response(null, response);
}

/**
 * Returns true if the client left before its request was complete; its connection then fails like one to the database.
 */
function isBrokenOff(context: Context<DoorEnvironment>): boolean {
  const incoming = context.env?.incoming;
  return incoming?.destroyed === true && !incoming.complete;
}

const brokenOff = () => new Fault('malformed-request', localized('request-broken-off'));
