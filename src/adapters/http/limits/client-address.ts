import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';

/**
 * Returns the IP address of the client. Behind proxies of our own it is the entry that the outermost of them appended
 * to `X-Forwarded-For`; whatever stands before that was written by the client and is not believed.
 */
export function clientAddress(context: Context<AppEnv>, trustedProxyCount: number): string {
  const connected = context.env?.incoming?.socket.remoteAddress ?? '';
  if (trustedProxyCount === 0) return connected;
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxyCount) || connected;
}
