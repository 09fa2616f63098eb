import { type Context, Hono } from 'hono';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { RequestState } from '../graphql/request-state.ts';
import type { AppEnv } from '../http/app-env.ts';
import { requestMetadata } from '../http/error-response.ts';
import { maxStalenessMs } from '../http/max-staleness.ts';
import { problemResponse } from '../http/problem-response.ts';
import type { Manifest } from '../manifest/exposed-operation.ts';
import { type ProblemDetails, toProblemDetails } from '../manifest/response/problem-details.ts';
import type { DocumentRunner } from '../manifest/run-exposed.ts';
import { handleBatch } from './handle-batch.ts';
import { handleSingle } from './handle-single.ts';
import type { RouteRequest } from './route-request.ts';
import { createRouteTable, type ExternalRoute, type RouteEntry } from './route-table.ts';

/** Prefix of the paths of the REST API. */
export const REST_PREFIX = '/api/v1';

export interface RestSettings {
  readonly manifest: Manifest;
  readonly runner: DocumentRunner;
  readonly authenticator: Authenticator;
  /** Routes below the prefix that other APIs answer before this one. */
  readonly foreign: readonly ExternalRoute[];
}

type RestContext = Context<AppEnv>;

/** Creates the REST API: every route of the manifest below `/api/v1`. It translates, and decides nothing. */
export function createRestApp(settings: RestSettings): Hono<AppEnv> {
  const routes = createRouteTable(settings.manifest, settings.foreign);
  const app = new Hono<AppEnv>();
  app.onError((error, context) => {
    const problem = toProblemDetails(error);
    if (problem === null) throw error;
    return answerProblem(problem, context);
  });
  app.all(`${REST_PREFIX}/*`, async (context, next) => {
    const { request, url } = { request: context.req.raw, url: new URL(context.req.raw.url) };
    const match = routes.match(url.pathname.slice(REST_PREFIX.length));
    if (match === null) return next();
    const allow = match.methods.join(', ');
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: optionsOf(allow) });
    const offer = match.offers.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (offer === undefined) {
      const detail = localized('method-not-understood', {
        method: request.method,
        methods: allow,
        count: match.methods.length,
      });
      const problem = toProblemDetails(
        new RequestError('method-not-allowed', detail, { allowed: match.methods }),
      );
      return answerProblem({ ...(problem as ProblemDetails), headers: { allow } }, context);
    }
    return respond({ ...offer, request, url, parameters: match.parameters }, context, settings);
  });
  return app;
}

async function respond(
  call: Pick<RouteRequest, 'operation' | 'route' | 'request' | 'url' | 'parameters'>,
  context: RestContext,
  { runner, authenticator }: RestSettings,
): Promise<Response> {
  const { operation, route, request } = call;
  context.set('operation', route.operationId);
  context.set('route', `${REST_PREFIX}${route.path}`);
  assertAcceptable(request.headers.get('accept'), route.body?.itemsKey !== null && route.body !== null);
  const requestId = context.get('requestId');
  const isRead = operation.effect === 'read';
  const exchange: RequestState = {
    requestId,
    // A read has no effect that a key could keep from happening twice.
    idempotencyKey: isRead ? null : request.headers.get('idempotency-key')?.trim() || null,
    authenticate: () => authenticator.authenticate(request, 'rest', requestId),
    session: null,
    mayLagMs: isRead ? maxStalenessMs(request.headers) : null,
    isPrepared: true,
    language: context.get('language'),
    answerHeaders: {},
  };
  exchange.session = await exchange.authenticate();
  context.set('caller', exchange.session);
  runner.authorizeCaller(exchange, [operation.scope], route.operationId);
  const whole: RouteRequest = { ...call, exchange, runner, metadata: requestMetadata(context) };
  const result =
    route.prepared.answer.kind === 'batch' ? await handleBatch(whole) : await handleSingle(whole);
  if ('problem' in result) return answerProblem(result.problem, context, exchange.answerHeaders);
  const headers = {
    'cache-control': isRead ? 'private, no-cache' : 'no-store',
    vary: 'Authorization, Accept, Accept-Language',
    ...deprecationHeaders(operation.deprecation),
    ...result.headers,
    ...exchange.answerHeaders,
  };
  return new Response(result.body, { status: result.status, headers });
}

/** Returns the announcement that a route is going to end (RFC 9745, RFC 8594). */
function deprecationHeaders(deprecation: RouteEntry['operation']['deprecation']): Record<string, string> {
  if (deprecation === null) return {};
  return {
    deprecation: `@${Date.parse(deprecation.since) / 1_000}`,
    sunset: new Date(deprecation.sunset).toUTCString(),
  };
}

function optionsOf(allow: string): Record<string, string> {
  const patch = { 'accept-patch': 'application/merge-patch+json, application/json' };
  return { allow, ...(allow.includes('PATCH') ? patch : {}) };
}

function answerProblem(
  problem: ProblemDetails,
  context: RestContext,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return problemResponse(problem, requestMetadata(context), { ...headers, ...problem.headers });
}

/**
 * Rejects a caller who takes nothing that we send (RFC 9110, 12.5.1).
 *
 * @param isBatch batches are returned line by line too
 */
function assertAcceptable(accept: string | null, isBatch: boolean): void {
  if (accept === null || accept.trim() === '') return;
  const sent = ['application/json', 'application/problem+json', ...(isBatch ? ['application/x-ndjson'] : [])];
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, isRefused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  const isTaken = (mediaType: string) => {
    const fits = [mediaType, 'application/*', '*/*'];
    const best = fits.map((type) => ranges.find((range) => range.type === type)).find((range) => range);
    return best !== undefined && !best.isRefused;
  };
  if (sent.some(isTaken)) return;
  throw new RequestError('not-acceptable', localized('not-acceptable', { allowed: sent.join(' or ') }), {
    allowed: sent,
  });
}
