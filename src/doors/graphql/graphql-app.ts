import { type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { Hono } from 'hono';
import { OPERATIONS_AT_ONCE } from '../../kernel/budget/operation-budget.ts';
import { KeyedSlots } from '../../kernel/budget/slots.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { DoorEnvironment } from '../http/door-environment.ts';
import { entityTag, namesTag } from '../http/entity-tag.ts';
import type { FaultAnswer } from '../http/limits/limit-requests.ts';
import { mayLagMs } from '../http/may-lag.ts';
import { askEngine } from './ask-engine.ts';
import type { GraphqlEngine } from './engine.ts';
import type { Exchange } from './exchange.ts';
import { createGraphiqlApp } from './graphiql/graphiql-app.ts';
import { printSdl } from './print-sdl.ts';

const READ_TYPES = ['application/json', 'application/graphql'];
const WRITTEN_TYPES = ['application/graphql-response+json', 'application/json', 'text/event-stream'];

/** Faults for the responses of the engine that have a status alone. */
const UNSPOKEN: Readonly<Record<number, Fault>> = {
  406: new Fault('not-acceptable', localized('not-acceptable', { allowed: WRITTEN_TYPES.join(' or ') }), {
    allowed: WRITTEN_TYPES,
  }),
  415: new Fault(
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
  readonly faultAnswer: FaultAnswer;
}): Hono<DoorEnvironment> {
  const { schema, engine, authenticator, faultAnswer } = settings;
  const app = new Hono<DoorEnvironment>();
  const operations = new KeyedSlots(OPERATIONS_AT_ONCE);
  let sdl: string | undefined;
  app.get('/graphql', (context, next) => {
    if (context.req.query('sdl') === undefined) return next();
    context.set('operation', 'schema');
    sdl ??= `${printSdl(lexicographicSortSchema(schema))}\n`;
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
    return answerTagged(context.req.raw, sdl, headers);
  });
  app.route('/', createGraphiqlApp());
  app.all('/graphql', async (context) => {
    const request = context.req.raw;
    const requestId = context.get('requestId');
    const exchange: Exchange = {
      requestId,
      idempotencyKey: context.req.header('idempotency-key')?.trim() || null,
      authenticate: () => authenticator.authenticate(request, 'graphql', requestId),
      session: null,
      mayLagMs: mayLagMs(request.headers),
      language: context.get('language'),
      answerHeaders: {},
    };
    const answer = await operations.run(context.get('bucket'), () =>
      askEngine(engine, context, { exchange }),
    );
    context.set('caller', exchange.session);
    context.set('operation', exchange.operation ?? 'invalid');
    const unspoken = answer.body === null ? UNSPOKEN[answer.status] : undefined;
    if (unspoken !== undefined) return faultAnswer(unspoken, context);
    for (const [name, value] of Object.entries(exchange.answerHeaders)) answer.headers.set(name, value);
    return request.method === 'GET' && answer.status === 200 ? forCaches(request, answer) : answer;
  });
  return app;
}

/**
 * Returns the response to a GET request with the headers for caches: the client may store it, and revalidates it with
 * its tag, as in REST.
 */
async function forCaches(request: Request, answer: Response): Promise<Response> {
  // Streams and documents that are to be sent again say so themselves.
  if (answer.headers.has('cache-control')) return answer;
  const headers = new Headers(answer.headers);
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', 'Authorization, Accept, Accept-Language');
  return answerTagged(request, await answer.text(), headers);
}

/** @returns 304 to a client that has the response */
function answerTagged(request: Request, body: string, given: HeadersInit): Response {
  const headers = new Headers(given);
  const tag = entityTag(null, body);
  headers.set('etag', tag);
  if (!namesTag(request.headers.get('if-none-match'), tag)) return new Response(body, { headers });
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
