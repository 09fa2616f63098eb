import { Hono } from 'hono';
import { createGraphqlEngine } from '../../../src/adapters/graphql/engine.ts';
import { unguardedSchema } from '../../../src/adapters/graphql/schema.ts';
import type { AppEnv } from '../../../src/adapters/http/app-env.ts';
import type { ExposedOperation, RestRoute } from '../../../src/adapters/manifest/exposed-operation.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { createDocumentRunner } from '../../../src/adapters/manifest/run-exposed.ts';
import { createRestApp } from '../../../src/adapters/rest/rest-app.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { stripSignatures } from '../../../src/platform/storage/file-links.ts';
import { type AuthorizationWorld, schema } from './authorization-world.ts';

const manifest = readManifest(schema);

/** Every route with its operation. */
export const routes: readonly { readonly operation: ExposedOperation; readonly route: RestRoute }[] =
  manifest.operations.flatMap((operation) => operation.rest.map((route) => ({ operation, route })));

/** Asks a path below `/api/v1` as somebody; null for nobody. */
export type AskRest = (path: string, init: RequestInit, caller: Session | null) => Promise<Response>;

/** The REST door over the objects of a world, for callers that need not sign in. */
export function openRestDoor({ dependencies }: AuthorizationWorld): AskRest {
  let caller: Session | null = null;
  const engine = createGraphqlEngine({ ...dependencies, schema, unguardedSchema });
  const runner = createDocumentRunner({ engine, recordRefusal: dependencies.recordRefusal });
  const authenticator = { authenticate: async () => caller };
  const app = new Hono<AppEnv>();
  app.use((context, next) => {
    context.set('requestId', 'test');
    context.set('publicUrl', 'http://catalograph.test');
    return next();
  });
  app.route('/', createRestApp({ manifest, runner, authenticator, foreign: [] }));
  return async (path, init, session) => {
    caller = session;
    return app.request(`/api/v1${path}`, init);
  };
}

/** Every value in an answer, as text; names of types and of places in pages aside. */
export function leaves(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) leaves(one, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value))
      if (key !== '__typename' && key !== 'pageInfo') leaves(one, found);
  } else if (value !== null && value !== undefined) found.add(stripSignatures(String(value)).toLowerCase());
  return found;
}
