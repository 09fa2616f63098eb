import type { Context, MiddlewareHandler } from 'hono';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { AppEnv } from './app-env.ts';
import { errorResponse } from './error-response.ts';
import type { ErrorResponder } from './limits/limit-requests.ts';
import { rateLimitHeaders, UNLIMITED_PATHS } from './limits/rate-limit-headers.ts';

/** Time after which a retry is useful, in seconds. */
const RETRY_AFTER_SECONDS = 1;
const UNAVAILABLE = localized('database-unavailable');

/** Answers at once, as each API would, while everybody who queries the database would wait in vain. */
export function rejectWhileUnavailable(
  isAway: () => boolean,
  limit: number,
  faultAnswers: ReadonlyMap<string, ErrorResponder>,
): MiddlewareHandler<AppEnv> {
  return async (context: Context<AppEnv>, next) => {
    const { path } = context.req;
    if (!isAway() || UNLIMITED_PATHS.has(path)) return next();
    const response = (faultAnswers.get(path) ?? errorResponse)(
      new RequestError('service-unavailable', UNAVAILABLE),
      context,
    );
    // Nothing is counted, because counts may be away as well.
    const uncounted = { limit, remaining: limit, retryAfterSeconds: RETRY_AFTER_SECONDS };
    for (const [name, value] of rateLimitHeaders(uncounted)) response.headers.set(name, value);
    return response;
  };
}
