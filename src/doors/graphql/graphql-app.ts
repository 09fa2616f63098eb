import { Hono } from 'hono';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { DoorEnvironment } from '../http/door-environment.ts';
import type { GraphqlEngine } from './engine.ts';
import type { Exchange } from './exchange.ts';
import { createGraphiqlApp } from './graphiql/graphiql-app.ts';

/** The GraphQL door: `/graphql` for programs, and the page to try it in for browsers. */
export function createGraphqlApp(settings: {
  readonly engine: GraphqlEngine;
  readonly authenticator: Authenticator;
}): Hono<DoorEnvironment> {
  const { engine, authenticator } = settings;
  const app = new Hono<DoorEnvironment>();
  app.route('/', createGraphiqlApp());
  app.all('/graphql', async (context) => {
    const request = context.req.raw;
    const requestId = context.get('requestId');
    const exchange: Exchange = {
      requestId,
      idempotencyKey: context.req.header('idempotency-key')?.trim() || null,
      authenticate: () => authenticator.authenticate(request, 'graphql', requestId),
      session: null,
      answerHeaders: {},
    };
    const { incoming, outgoing } = context.env ?? {};
    // Handing over Node's own objects spares two conversions; without a port there are none.
    const answer =
      incoming === undefined || outgoing === undefined
        ? await engine.fetch(request, { exchange })
        : await engine.handleNodeRequestAndResponse(incoming, outgoing, { exchange });
    context.set('caller', exchange.session);
    for (const [name, value] of Object.entries(exchange.answerHeaders)) answer.headers.set(name, value);
    return answer;
  });
  return app;
}
