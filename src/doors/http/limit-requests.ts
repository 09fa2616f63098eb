import type { Context, MiddlewareHandler } from 'hono';
import { Fault } from '../../kernel/refusal.ts';
import type { Allowance, RateLimit } from '../../platform/rate-limit/rate-limit.ts';
import type { TokenReader } from '../authentication/authenticator.ts';
import { clientAddress } from './client-address.ts';
import { clientBucket } from './client-bucket.ts';
import type { DoorEnvironment } from './door-environment.ts';
import { faultResponse } from './fault-response.ts';
import { rateLimitHeaders, UNCOUNTED_PATHS } from './rate-limit-headers.ts';

/** How a door words a fault of a request that does not get as far as the door. */
export type FaultAnswer = (fault: Fault, context: Context<DoorEnvironment>) => Response;

export interface LimitRequestsSettings {
  readonly rateLimit: RateLimit;
  readonly tokens: TokenReader;
  readonly trustedProxyCount: number;
  /** By path, for doors whose errors are no problem details (RFC 9457). */
  readonly faultAnswers: ReadonlyMap<string, FaultAnswer>;
}

/**
 * Counts every request before any door sees it: in the bucket of its token, whichever door it goes to, and without a
 * valid token in that of the client's address. The headers of the limit are on every answer, whatever its status. What
 * machines ask about this process is not counted: it says that all requests remain.
 */
export function limitRequests(settings: LimitRequestsSettings): MiddlewareHandler<DoorEnvironment> {
  const { rateLimit, tokens, trustedProxyCount, faultAnswers } = settings;
  const bucketOf = async (context: Context<DoorEnvironment>): Promise<string> => {
    // A wrong token is the door's to refuse; so is one that cannot be looked up at the moment.
    const holder = await tokens.readToken(context.req.raw).catch(() => null);
    return holder === null
      ? clientBucket(clientAddress(context, trustedProxyCount))
      : `token:${holder.tokenId}`;
  };
  const full: Allowance = {
    ...{ limit: rateLimit.limit, remaining: rateLimit.limit },
    ...{ retryAfterSeconds: 0, isExceeded: false },
  };
  return async (context, next) => {
    const { path } = context.req;
    const allowance = UNCOUNTED_PATHS.has(path) ? full : await rateLimit.count(await bucketOf(context));
    if (allowance.isExceeded) {
      context.res = (faultAnswers.get(path) ?? faultResponse)(rateLimited(rateLimit, allowance), context);
    } else {
      await next();
    }
    const { headers } = context.res;
    for (const [name, value] of rateLimitHeaders(allowance, headers)) headers.set(name, value);
  };
}

function rateLimited({ limit, windowSeconds }: RateLimit, { retryAfterSeconds }: Allowance): Fault {
  const detail = `${limit} requests in ${windowSeconds} seconds are allowed. Try again in ${retryAfterSeconds} s.`;
  return new Fault('rate-limited', detail, { retry_after: retryAfterSeconds });
}
