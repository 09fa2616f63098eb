import type { Context, MiddlewareHandler } from 'hono';
import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { revocableCounter } from '../../../platform/rate-limit/memory-counter.ts';
import type { Allowance, RateLimit } from '../../../platform/rate-limit/rate-limit.ts';
import type { TokenResolver } from '../../authentication/authenticator.ts';
import type { AppEnv } from '../app-env.ts';
import { errorResponse } from '../error-response.ts';
import { clientAddress } from './client-address.ts';
import { clientBucket } from './client-bucket.ts';
import { rateLimitHeaders, UNLIMITED_PATHS } from './rate-limit-headers.ts';

/** Returns the response of an API to a fault of a request that is rejected before it reaches the API. */
export type ErrorResponder = (fault: RequestError, context: Context<AppEnv>) => Response;

export interface LimitRequestsSettings {
  readonly rateLimit: RateLimit;
  readonly tokens: TokenResolver;
  readonly trustedProxyCount: number;
  /** Responses by path, for APIs whose errors are no problem details (RFC 9457). */
  readonly faultAnswers: ReadonlyMap<string, ErrorResponder>;
}

/**
 * Counts every request before any API sees it: in the bucket of its token, whichever API it goes to, and without a
 * valid token in that of the client's address. The headers of the limit are on every response, whatever its status.
 * What machines ask about this process is not counted: it says that all requests remain.
 *
 * A token that was never found is counted for its address before it is looked up, and no more once it was: an address
 * can make this process ask the database for so many wrong ones as it has requests.
 *
 * Shops count their own requests, by key and address.
 *
 * Files that are opened by a public or signed link are not counted, because a page of a shop shows dozens of them.
 * Links that lead nowhere are, in a bucket of their own.
 */
export function limitRequests(settings: LimitRequestsSettings): MiddlewareHandler<AppEnv> {
  const { rateLimit, tokens, trustedProxyCount, faultAnswers } = settings;
  const unknownTokenCounter = revocableCounter(rateLimit);
  const invalidLinkCounter = revocableCounter(rateLimit);
  const count = async (context: Context<AppEnv>): Promise<Allowance> => {
    const { raw } = context.req;
    const address = clientBucket(clientAddress(context, trustedProxyCount));
    const isGuess = tokens.isUnknownToken(raw);
    if (isGuess) {
      const allowance = await unknownTokenCounter.count(address);
      if (allowance.isExceeded) return allowance;
    }
    // A wrong token is the API's to reject; so is one that cannot be looked up at present.
    const { holder, isWrong } = await tokens.resolveToken(raw).then(
      (tokenHolder) => ({ holder: tokenHolder, isWrong: false }),
      (error: unknown) => ({
        holder: null,
        isWrong: error instanceof RequestError && error.code === 'invalid-token',
      }),
    );
    if (isGuess && !isWrong) await unknownTokenCounter.revoke(address);
    const bucket = holder === null ? address : `token:${holder.tokenId}`;
    context.set('bucket', bucket);
    return rateLimit.count(bucket);
  };
  const full: Allowance = {
    limit: rateLimit.limit,
    remaining: rateLimit.limit,
    retryAfterSeconds: 0,
    isExceeded: false,
  };
  return async (context, next) => {
    const { path } = context.req;
    if (isShopPath(path)) return next();
    const address = isFileLink(context.req) ? clientBucket(clientAddress(context, trustedProxyCount)) : null;
    const rateCount = UNLIMITED_PATHS.has(path)
      ? full
      : await (address === null ? count(context) : invalidLinkCounter.count(address));
    if (rateCount.isExceeded) {
      context.res = (faultAnswers.get(path) ?? errorResponse)(rateLimited(rateLimit, rateCount), context);
    } else {
      await next();
    }
    const isOpened = address !== null && context.res.status < 400;
    if (isOpened) await invalidLinkCounter.revoke(address);
    const allowance = isOpened ? full : rateCount;
    const { headers } = context.res;
    for (const [name, value] of rateLimitHeaders(allowance, headers)) headers.set(name, value);
  };
}

const SIGNED_PATH =
  /^\/api\/v1\/(media\/[^/]+\/content|import-export\/jobs\/[^/]+\/(error-file|file|result))$/;

/** Returns true if a request opens a file by a link that works without a token. */
function isFileLink(request: Context<AppEnv>['req']): boolean {
  return (
    request.method === 'GET' &&
    (request.path.startsWith('/media/') ||
      request.path.startsWith('/shop/media/') ||
      (SIGNED_PATH.test(request.path) && request.query('signature') !== undefined))
  );
}

const isShopPath = (path: string) => path.startsWith('/shop/') && !path.startsWith('/shop/media/');

function rateLimited({ limit, windowSeconds }: RateLimit, { retryAfterSeconds }: Allowance): RequestError {
  const detail = localized('rate-limited', {
    count: limit,
    period: windowSeconds,
    seconds: retryAfterSeconds,
  });
  return new RequestError('rate-limited', detail, { retry_after: retryAfterSeconds });
}
