import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { traceContextFromHeaders } from '../../platform/tracing/trace-context.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import { apiOfPath } from './api-of-path.ts';
import type { AppEnv } from './app-env.ts';

/** Methods that traces report; clients may invent others (semantic conventions of HTTP). */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Records each request to an API as a span, part of the trace that its `traceparent` names. It ends with the head of
 * the response. Of what was asked only the route is reported, never its address.
 */
export function traceRequests(tracing: Tracing): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const api = apiOfPath(context.req.path);
    // Probes and the files of the console would be most of all traces.
    if (api === 'other') return next();
    const method = METHODS.has(context.req.method) ? context.req.method : '_OTHER';
    const parent = traceContextFromHeaders((name) => context.req.header(name));
    const attributes = { 'http.request.method': method, 'catalograph.door': api };
    await tracing.withRootSpan(method, { kind: 'server', parent, attributes }, async (span) => {
      await next();
      const { status } = context.res;
      const route = context.get('route') ?? routePath(context, -1);
      const caller = context.get('caller');
      span.rename(`${method} ${route}`);
      span.set({
        'http.route': route,
        'http.response.status_code': status,
        'catalograph.operation': context.get('operation') ?? 'other',
        'catalograph.request.id': context.get('requestId'),
        ...(caller === null ? {} : { 'catalograph.organization.id': caller.organizationId }),
      });
      if (status >= 500) span.fail(String(status));
    });
  };
}
