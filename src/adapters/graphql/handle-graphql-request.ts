import type { YogaServerInstance } from 'graphql-yoga';
import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { rawIncoming } from '../http/limits/limit-bodies.ts';

/** Lets an engine answer the request of an API. */
export async function handleGraphqlRequest<ServerContext extends object>(
  engine: YogaServerInstance<ServerContext, object>,
  context: Context<AppEnv>,
  serverContext: ServerContext,
): Promise<Response> {
  const incoming = rawIncoming(context);
  const outgoing = context.env?.outgoing;
  // Handing over Node's own objects spares two conversions.
  return incoming === undefined || outgoing === undefined
    ? engine.fetch(context.req.raw, serverContext)
    : engine.handleNodeRequestAndResponse(incoming, outgoing, serverContext);
}
