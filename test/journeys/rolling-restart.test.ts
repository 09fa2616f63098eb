// Risk: a new release is rolled out and requests fail while processes come and go.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { createClothingDatabase } from '../support/clothing-database.ts';
import { type RollingProxy, startRollingProxy } from '../support/rolling-proxy.ts';

/** How many restarts, one of each process; 100 on demand, because each starts a process under load. */
const RESTARTS = Number(process.env.CATALOGRAPH_RESTARTS ?? 2);
const CLIENTS = 2;
const SHUTDOWN_TIMEOUT_MS = 20_000;

let shop: Awaited<ReturnType<typeof createClothingDatabase>>;
let proxy: RollingProxy;
const programs = new Map<string, RunningProgram>();

async function start(name: string): Promise<void> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  const program = runProgram(['api'], {
    ...shop.environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
    // Longer than the proxy takes to see that a process is not ready any more.
    SHUTDOWN_DELAY_MS: '1000',
    SHUTDOWN_TIMEOUT_MS: String(SHUTDOWN_TIMEOUT_MS),
  });
  programs.set(name, program);
  await program.printed('Catalograph answers at ');
  proxy.targets.set(name, { port, isReady: false });
  while (proxy.targets.get(name)?.isReady !== true) await pause(20);
}

beforeAll(async () => {
  shop = await createClothingDatabase();
  proxy = await startRollingProxy();
  await Promise.all([start('one'), start('two')]);
}, 240_000);
afterAll(async () => {
  for (const program of programs.values()) {
    program.child.kill('SIGKILL');
    await program.ended;
  }
  await proxy.close();
  await shop.drop();
});

test(
  `${RESTARTS} restarts under load, one process after the other: no request fails, and each ends by itself`,
  async () => {
    let isOver = false;
    let answered = 0;
    const failed: string[] = [];
    const client = async (number: number) => {
      const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' };
      for (let turn = 0; !isOver; turn += 1) {
        const sku = `C${number}-${turn}`;
        const asked = [
          ['POST', '/api/v1/products', { sku }, 201],
          ['GET', `/api/v1/products/${sku}`, undefined, 200],
          ['POST', '/graphql', { query: '{ products(first: 5) { nodes { sku } } }' }, 200],
        ] as const;
        for (const [method, path, body, expected] of asked) {
          const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
          const answer = await fetch(`${proxy.url}${path}`, init).catch((error: unknown) => String(error));
          const status = typeof answer === 'string' ? answer : answer.status;
          const text = typeof answer === 'string' ? '' : await answer.text();
          answered += 1;
          if (status !== expected || text.includes('"errors"'))
            failed.push(`${method} ${path}: ${status} ${text}`);
          await pause(100);
        }
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const name = restart % 2 === 0 ? 'one' : 'two';
      const old = programs.get(name);
      const before = answered;
      old?.child.kill('SIGTERM');
      const begunAt = performance.now();
      expect(await old?.ended).toBe(0);
      // What closes in time was not cut short.
      expect(performance.now() - begunAt).toBeLessThan(SHUTDOWN_TIMEOUT_MS + 5_000);
      proxy.targets.delete(name);
      expect(answered).toBeGreaterThan(before);
      await start(name);
    }
    isOver = true;
    await Promise.all(clients);
    expect(failed).toEqual([]);
    process.stderr.write(`${RESTARTS} restarts: ${answered} requests, none failed\n`);
  },
  60_000 + RESTARTS * 60_000,
);
