import type { Context, MiddlewareHandler } from 'hono';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';
import type { DoorEnvironment } from './door-environment.ts';
import { faultResponse } from './fault-response.ts';
import type { FaultAnswer } from './limits/limit-requests.ts';
import { rateLimitHeaders, UNCOUNTED_PATHS } from './limits/rate-limit-headers.ts';

/** Time after which a retry is useful, in seconds. */
const RETRY_AFTER_SECONDS = 1;
const AWAY = localized('database-unavailable');

/** Answers at once, as each API would, while everybody who queries the database would wait in vain. */
export function refuseWhileAway(
  isAway: () => boolean,
  limit: number,
  faultAnswers: ReadonlyMap<string, FaultAnswer>,
): MiddlewareHandler<DoorEnvironment> {
  return async (context: Context<DoorEnvironment>, next) => {
    const { path } = context.req;
    if (!isAway() || UNCOUNTED_PATHS.has(path)) return next();
    const answer = (faultAnswers.get(path) ?? faultResponse)(new Fault('service-unavailable', AWAY), context);
    // Nothing is counted, because counts may be away as well.
    const uncounted = { limit, remaining: limit, retryAfterSeconds: RETRY_AFTER_SECONDS };
    for (const [name, value] of rateLimitHeaders(uncounted)) answer.headers.set(name, value);
    return answer;
  };
}
