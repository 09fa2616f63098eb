import { type Context, Hono } from 'hono';
import type { Authentication } from '../../platform/authentication/authentication.ts';

/** Creates the app for signing in and out: mounts the open routes of {@link Authentication} below `/auth`. */
export function createAuthenticationApp(settings: {
  readonly authentication: Authentication;
  /** IP address of the client, by the server's rule of trusted proxies; an empty text when unknown. */
  readonly addressOf: (context: Context) => string;
  readonly requestIdOf: (context: Context) => string;
}): Hono {
  const { authentication, addressOf, requestIdOf } = settings;
  const app = new Hono();
  app.all('/auth/*', (context) =>
    authentication.handle(context.req.raw, { address: addressOf(context), requestId: requestIdOf(context) }),
  );
  return app;
}
