import { type Context, Hono } from 'hono';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { Exchange } from '../graphql/exchange.ts';
import type { DoorEnvironment } from '../http/door-environment.ts';
import { requestMetadata } from '../http/fault-response.ts';
import { mayLagMs } from '../http/may-lag.ts';
import { problemResponse } from '../http/problem-response.ts';
import type { Manifest } from '../manifest/exposed-operation.ts';
import { type OutgoingProblem, problemOf } from '../manifest/response/outgoing-problem.ts';
import type { ExposedRunner } from '../manifest/run-exposed.ts';
import { answerBatch } from './answer-batch.ts';
import { answerOne } from './answer-one.ts';
import type { RestCall } from './rest-call.ts';
import { createRouteTable, type ForeignRoute, type Offer } from './route-table.ts';

/** Prefix of the paths of the REST API. */
export const REST_PREFIX = '/api/v1';

export interface RestSettings {
  readonly manifest: Manifest;
  readonly runner: ExposedRunner;
  readonly authenticator: Authenticator;
  /** Routes below the prefix that other APIs answer before this one. */
  readonly foreign: readonly ForeignRoute[];
}

type RestContext = Context<DoorEnvironment>;

/** Creates the REST API: every route of the manifest below `/api/v1`. It translates, and decides nothing. */
export function createRestApp(settings: RestSettings): Hono<DoorEnvironment> {
  const routes = createRouteTable(settings.manifest, settings.foreign);
  const app = new Hono<DoorEnvironment>();
  app.onError((error, context) => {
    const problem = problemOf(error);
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
      const problem = problemOf(new Fault('method-not-allowed', detail, { allowed: match.methods }));
      return answerProblem({ ...(problem as OutgoingProblem), headers: { allow } }, context);
    }
    return answer({ ...offer, request, url, parameters: match.parameters }, context, settings);
  });
  return app;
}

async function answer(
  call: Pick<RestCall, 'operation' | 'route' | 'request' | 'url' | 'parameters'>,
  context: RestContext,
  { runner, authenticator }: RestSettings,
): Promise<Response> {
  const { operation, route, request } = call;
  context.set('operation', route.operationId);
  context.set('route', `${REST_PREFIX}${route.path}`);
  refuseUnacceptable(request.headers.get('accept'), route.body?.itemsKey !== null && route.body !== null);
  const requestId = context.get('requestId');
  const isRead = operation.effect === 'read';
  const exchange: Exchange = {
    requestId,
    // A read has no effect that a key could keep from happening twice.
    idempotencyKey: isRead ? null : request.headers.get('idempotency-key')?.trim() || null,
    authenticate: () => authenticator.authenticate(request, 'rest', requestId),
    session: null,
    mayLagMs: isRead ? mayLagMs(request.headers) : null,
    isPrepared: true,
    language: context.get('language'),
    answerHeaders: {},
  };
  exchange.session = await exchange.authenticate();
  context.set('caller', exchange.session);
  runner.admit(exchange, [operation.scope], route.operationId);
  const whole: RestCall = { ...call, exchange, runner, metadata: requestMetadata(context) };
  const result = route.prepared.answer.kind === 'batch' ? await answerBatch(whole) : await answerOne(whole);
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
function deprecationHeaders(deprecation: Offer['operation']['deprecation']): Record<string, string> {
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
  problem: OutgoingProblem,
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
function refuseUnacceptable(accept: string | null, isBatch: boolean): void {
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
  throw new Fault('not-acceptable', localized('not-acceptable', { allowed: sent.join(' or ') }), {
    allowed: sent,
  });
}
