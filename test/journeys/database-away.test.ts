// Risk: while the database is away requests hang, the process dies, or it does not come back by itself afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { createClothingDatabase } from '../support/clothing-database.ts';
import { type FaultInjectionProxy, startFaultInjectionProxy } from '../support/fault-injection-proxy.ts';

/** How long the database is away each time; 30 on demand. */
const AWAY_SECONDS = Number(process.env.CATALOGRAPH_AWAY_SECONDS ?? 4);
/** Times are promised for a machine that does nothing else; where it runs the other tests too, all is much slower. */
const SLOWER = process.env.CATALOGRAPH_AWAY_SECONDS === undefined ? 10 : 1;

let shop: Awaited<ReturnType<typeof createClothingDatabase>>;
let proxy: FaultInjectionProxy;
let api: RunningProgram;
let worker: RunningProgram;
let url: string;

beforeAll(async () => {
  shop = await createClothingDatabase();
  const address = new URL(shop.connectionString);
  proxy = await startFaultInjectionProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  const through = {
    ...shop.environment,
    DATABASE_URL: address.href,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  api = runProgram(['api'], through);
  worker = runProgram(['worker'], through);
  await Promise.all([api.printed('Catalograph answers at '), worker.printed('The worker runs.')]);
  url = /http:\/\/\S+(?=\/graphql)/.exec(api.output().stdout)?.[0] ?? '';
}, 240_000);
afterAll(async () => {
  for (const program of [api, worker]) {
    program.child.kill('SIGKILL');
    await program.ended;
  }
  await proxy.close();
  await shop.drop();
});

/** What a request is told, and after how long. */
async function ask(path: string, body?: object) {
  const begunAt = performance.now();
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, answer, ms: performance.now() - begunAt };
}

/** Asks until the answer has a status; answers how long that took. */
async function until(path: string, status: number): Promise<number> {
  const begunAt = performance.now();
  while ((await ask(path)).status !== status) await pause(50);
  return performance.now() - begunAt;
}

const write = (sku: string) => ask('/api/v1/products', { sku });
const isAlive = ({ child }: RunningProgram) => child.exitCode === null && child.signalCode === null;

for (const mode of ['refuse', 'silent'] as const) {
  const what = mode === 'refuse' ? 'that ended' : 'that was unplugged';
  test(
    `a database ${what} for ${AWAY_SECONDS} s: 503 at once, not ready within 2 s, back within 5 s`,
    async () => {
      expect((await write(`before-${mode}`)).status).toBe(201);
      await proxy.set(mode);
      const awayUntil = performance.now() + AWAY_SECONDS * 1_000;
      // One that is caught by it, and told once that is known.
      const caught = write(`caught-${mode}`);
      expect(await until('/readyz', 503)).toBeLessThan(2_000 * SLOWER);
      expect((await caught).status).toBe(503);
      const reported: Awaited<ReturnType<typeof write>>[] = [];
      while (performance.now() < awayUntil || reported.length < 5) {
        reported.push(await write(`away-${mode}-${reported.length}`));
        await pause(100);
      }
      expect(new Set(reported.map(({ status, answer }) => `${status} ${answer.code}`))).toEqual(
        new Set(['503 service-unavailable']),
      );
      expect(reported.toSorted((a, b) => a.ms - b.ms).at(Math.floor(reported.length / 2))?.ms).toBeLessThan(
        100 * SLOWER,
      );

      await proxy.set('pass');
      const back = performance.now();
      await until('/readyz', 200);
      while ((await write(`after-${mode}`)).status === 503) await pause(50);
      const backMs = performance.now() - back;
      expect(backMs).toBeLessThan(5_000 * SLOWER);
      process.stderr.write(`${mode}: back after ${Math.round(backMs)} ms\n`);
      expect((await ask(`/api/v1/products/before-${mode}`)).status).toBe(200);
      expect([isAlive(api), isAlive(worker)]).toEqual([true, true]);
    },
    60_000 + AWAY_SECONDS * 2_000,
  );
}
