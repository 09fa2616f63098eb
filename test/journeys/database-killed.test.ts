// Risk: the embedded database dies under the program, which then serves nothing until somebody starts it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DevAccess, type RunningProgram, readAccess, runProgram } from '../main/program.ts';
import { makeServerDir } from '../support/postgres-server.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** How often the server of the database is killed; 50 on demand. */
const KILLS = Number(process.env.DATABASE_KILLS ?? 4);
/** Tries to bring it back are counted together when it was not up for ten seconds in between. */
const REST_MS = KILLS > 6 ? 11_000 : 0;
vi.setConfig({ testTimeout: 120_000 + KILLS * 30_000, hookTimeout: 120_000 });

let dir: Awaited<ReturnType<typeof makeServerDir>>;
let cluster: string;
let program: RunningProgram;
let access: DevAccess;
let url: string;

beforeAll(async () => {
  dir = await makeServerDir();
  const dataDir = join(dir.dir, 'data');
  cluster = join(dataDir, 'postgres/cluster');
  program = runProgram(['start'], {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  await program.printed('Catalograph is ready.');
  access = await readAccess(dataDir);
  url = access.url;
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  await dir.remove();
});

/** NaN while it has none. */
const serverPid = () =>
  Number.parseInt(
    existsSync(join(cluster, 'postmaster.pid')) ? readFileSync(join(cluster, 'postmaster.pid'), 'utf8') : '',
    10,
  );

/** Asks with the token; a request that is not answered is an error, not a refusal. */
async function ask(path: string, body?: object): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

test(`is back by itself after each of ${KILLS} kills in the middle of writes, with every acknowledged write`, async () => {
  const random = seededRandom();
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const readiness = new Set<number>();
  const ending = new AbortController();
  const write = async (writer: number) => {
    for (let number = 1; !ending.signal.aborted; number += 1) {
      const sku = `killed-${writer}-${number}`;
      const status = await ask('/api/v1/products', { sku });
      statuses.add(status);
      if (status === 201) acknowledged.push(sku);
      else await pause(20);
    }
  };
  const writers = [1, 2, 3, 4].map(write);
  const backMs: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = acknowledged.length;
    while (acknowledged.length < before + 20) await pause(5);
    await pause(random.integer(0, 50) + REST_MS);
    const pid = serverPid();
    process.kill(pid, 'SIGKILL');
    const killedAt = performance.now();
    do {
      await pause(5);
      readiness.add(await ask('/readyz'));
    } while (serverPid() === pid || (await ask('/readyz')) !== 200);
    const during = acknowledged.length;
    while (acknowledged.length === during) await pause(5);
    backMs.push(Math.round(performance.now() - killedAt));
  }
  ending.abort();
  await Promise.all(writers);

  expect([...statuses].toSorted()).toEqual([201, 503]);
  expect(readiness).toContain(503);
  expect(program.child.exitCode).toBe(null);
  for (const sku of acknowledged) expect([sku, await ask(`/api/v1/products/${sku}`)]).toEqual([sku, 200]);
  process.stderr.write(
    `${acknowledged.length} acknowledged writes, back after ${backMs.toSorted((a, b) => a - b).join(', ')} ms\n`,
  );
});

test('ends with a sentence and status 1 when it cannot be brought back, so that whoever watches it acts', async () => {
  writeFileSync(join(cluster, 'PG_VERSION'), '15\n');
  process.kill(serverPid(), 'SIGKILL');
  expect(await program.ended).toBe(1);
  const lines = program.output().stderr.trim().split('\n');
  expect(lines.at(-1)).toBe(
    `The data in ${cluster} is of PostgreSQL 15, this program brings 18: back up with the release that made it and restore into an empty data folder.`,
  );
});
