import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import type { ReadinessProbe } from './readiness.ts';

/**
 * Creates the app for probes of machines: `/livez` tells whether the process lives (restart it when not), `/readyz`
 * whether to send it requests. Both are open to everybody, so the responses contain no addresses and no versions.
 */
export function createOpsApp(readiness: ReadinessProbe): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/livez', (context) => context.json({ alive: true }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (context) => {
    const state = await readiness.check();
    return context.json(state, state.ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return app;
}
