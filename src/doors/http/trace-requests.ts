import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { fromTraceHeaders } from '../../platform/tracing/trace-context.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import type { DoorEnvironment } from './door-environment.ts';
import { doorOf } from './door-of.ts';

/** Methods that traces report; clients may invent others (semantic conventions of HTTP). */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Records each request to an API as a span, part of the trace that its `traceparent` names. It ends with the head of
 * the response. Of what was asked only the route is reported, never its address.
 */
export function traceRequests(tracing: Tracing): MiddlewareHandler<DoorEnvironment> {
  return async (context, next) => {
    const door = doorOf(context.req.path);
    // Probes and the files of the console would be most of all traces.
    if (door === 'other') return next();
    const method = METHODS.has(context.req.method) ? context.req.method : '_OTHER';
    const parent = fromTraceHeaders((name) => context.req.header(name));
    const attributes = { 'http.request.method': method, 'catalograph.door': door };
    await tracing.begin(method, { kind: 'server', parent, attributes }, async (span) => {
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
