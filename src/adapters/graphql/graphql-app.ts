import { type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { Hono } from 'hono';
import { OPERATIONS_AT_ONCE } from '../../kernel/budget/operation-budget.ts';
import { KeyedSlots } from '../../kernel/budget/slots.ts';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { AppEnv } from '../http/app-env.ts';
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts';
import type { ErrorResponder } from '../http/limits/limit-requests.ts';
import { maxStalenessMs } from '../http/max-staleness.ts';
import type { GraphqlEngine } from './engine.ts';
import { createGraphiqlApp } from './graphiql/graphiql-app.ts';
import { handleGraphqlRequest } from './handle-graphql-request.ts';
import { printSdl } from './print-sdl.ts';
import type { RequestState } from './request-state.ts';

const READ_TYPES = ['application/json', 'application/graphql'];
const WRITTEN_TYPES = ['application/graphql-response+json', 'application/json', 'text/event-stream'];

/** Faults for the responses of the engine that have a status alone. */
const UNSPOKEN: Readonly<Record<number, RequestError>> = {
  406: new RequestError(
    'not-acceptable',
    localized('not-acceptable', { allowed: WRITTEN_TYPES.join(' or ') }),
    {
      allowed: WRITTEN_TYPES,
    },
  ),
  415: new RequestError(
    'unsupported-media-type',
    localized('request-media-type', { mediaType: READ_TYPES[0] ?? '' }),
    { allowed: READ_TYPES },
  ),
};

/**
 * Creates the GraphQL API: `/graphql` for programs, the page to try it in for browsers, and the schema as a text at
 * `/graphql?sdl`, open to everybody as its introspection is.
 */
export function createGraphqlApp(settings: {
  readonly schema: GraphQLSchema;
  readonly engine: GraphqlEngine;
  readonly authenticator: Authenticator;
  /** Answers in the form of the engine what the engine rejects without a word. */
  readonly faultAnswer: ErrorResponder;
}): Hono<AppEnv> {
  const { schema, engine, authenticator, faultAnswer } = settings;
  const app = new Hono<AppEnv>();
  const operations = new KeyedSlots(OPERATIONS_AT_ONCE);
  let sdl: string | undefined;
  app.get('/graphql', (context, next) => {
    if (context.req.query('sdl') === undefined) return next();
    context.set('operation', 'schema');
    sdl ??= `${printSdl(lexicographicSortSchema(schema))}\n`;
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
    return respondWithEntityTag(context.req.raw, sdl, headers);
  });
  app.route('/', createGraphiqlApp());
  app.all('/graphql', async (context) => {
    const request = context.req.raw;
    const requestId = context.get('requestId');
    const exchange: RequestState = {
      requestId,
      idempotencyKey: context.req.header('idempotency-key')?.trim() || null,
      authenticate: () => authenticator.authenticate(request, 'graphql', requestId),
      session: null,
      mayLagMs: maxStalenessMs(request.headers),
      language: context.get('language'),
      answerHeaders: {},
    };
    const response = await operations.run(context.get('bucket'), () =>
      handleGraphqlRequest(engine, context, { exchange }),
    );
    context.set('caller', exchange.session);
    context.set('operation', exchange.operation ?? 'invalid');
    const unspoken = response.body === null ? UNSPOKEN[response.status] : undefined;
    if (unspoken !== undefined) return faultAnswer(unspoken, context);
    for (const [name, value] of Object.entries(exchange.answerHeaders)) response.headers.set(name, value);
    return request.method === 'GET' && response.status === 200 ? forCaches(request, response) : response;
  });
  return app;
}

/**
 * Returns the response to a GET request with the headers for caches: the client may store it, and revalidates it with
 * its tag, as in REST.
 */
async function forCaches(request: Request, response: Response): Promise<Response> {
  // Streams and documents that are to be sent again say so themselves.
  if (response.headers.has('cache-control')) return response;
  const headers = new Headers(response.headers);
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', 'Authorization, Accept, Accept-Language');
  return respondWithEntityTag(request, await response.text(), headers);
}

/** @returns 304 to a client that has the response */
function respondWithEntityTag(request: Request, body: string, baseHeaders: HeadersInit): Response {
  const headers = new Headers(baseHeaders);
  const tag = entityTag(null, body);
  headers.set('etag', tag);
  if (!matchesEntityTag(request.headers.get('if-none-match'), tag)) return new Response(body, { headers });
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
