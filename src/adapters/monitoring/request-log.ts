import type { MiddlewareHandler } from 'hono';
import { type Log, urlWithoutSecrets } from '../../platform/log.ts';
import { type Metrics, NO_METRICS } from '../../platform/metrics/metrics.ts';
import { newId } from '../../platform/new-id.ts';
import { apiOfPath } from '../http/api-of-path.ts';
import type { AppEnv } from '../http/app-env.ts';

/** A request id that is safe to repeat in headers, logs and the ledger. */
const SAFE_REQUEST_ID = /^[\w.:-]{1,128}$/;
/** Asked every few seconds by machines; of interest only when looking for trouble with them. */
const PROBE_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/**
 * Gives each request its id, kept from `X-Request-Id` when that is sane, and writes one line when it is returned. The
 * line has the path without its query, because a query can carry a document, and no header.
 */
export function requestLog(
  log: Log,
  metrics: Metrics = NO_METRICS,
  level: 'info' | 'debug' = 'info',
): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const begunAt = performance.now();
    const requestIdHeader = context.req.header('x-request-id') ?? '';
    const requestId = SAFE_REQUEST_ID.test(requestIdHeader) ? requestIdHeader : newId();
    context.set('requestId', requestId);
    context.set('caller', null);
    context.set('operation', null);
    context.set('route', null);
    await next();
    const { headers, status } = context.res;
    headers.set('x-request-id', requestId);
    headers.set('x-content-type-options', 'nosniff');
    const { method, path } = context.req;
    const ms = performance.now() - begunAt;
    const caller = context.get('caller');
    const fields = {
      method,
      path: urlWithoutSecrets(path),
      status,
      ms: Math.round(ms),
      requestId,
      ...(caller === null ? {} : { organizationId: caller.organizationId, actor: caller.actor.id }),
    };
    if (PROBE_PATHS.has(path)) return log.debug(fields, 'probe');
    log[level](fields, 'request');
    const operation = context.get('operation') ?? 'other';
    metrics.request({ door: apiOfPath(path), operation, status, seconds: ms / 1_000 });
  };
}
