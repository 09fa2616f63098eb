// Risk: each process, or each door, gives a token its whole limit again.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { HAS_REDIS, type RedisServer, startRedis } from '../support/redis-server.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

vi.setConfig({ testTimeout: 240_000 });

const PROCESSES = 2;
/** Requests in a window; 600, as programs have it unless they are told, on demand. */
const LIMIT = Number(process.env.RATE_LIMIT_REQUESTS ?? 120);
/** Requests beyond the limit that are tried. */
const BEYOND = 60;
const SENDERS = 24;
const WINDOW_MS = 60_000;

interface Reported {
  readonly status: number;
  readonly remaining: number;
  readonly retryAfter: number;
}

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

/** Programs of their own on the catalogue, and the addresses at which they answer. */
async function startPrograms(environment: Readonly<Record<string, string>>) {
  const programs = Array.from({ length: PROCESSES }, () =>
    runProgram(['api'], {
      ...served.environment,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      APPLICATION_POOL_SIZE: '2',
      SHOP_POOL_SIZE: '1',
      OWNER_POOL_SIZE: '2',
      AUTHENTICATION_POOL_SIZE: '1',
      ...environment,
    }),
  );
  const stop = async () => {
    for (const { child } of programs) child.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
  };
  // A test that fails leaves none of them behind.
  onTestFinished(stop);
  return { urls: await Promise.all(programs.map(addressOf)), programs, stop };
}

async function addressOf(program: RunningProgram): Promise<string> {
  await program.printed('/graphql\n');
  const url = /answers at (\S+)\/graphql/.exec(program.output().stdout)?.[1] ?? '';
  return url.replace('localhost', '127.0.0.1');
}

/** One request through one of several doors. */
async function ask(url: string, token: string, turn: number): Promise<Reported> {
  const authorization = `Bearer ${token}`;
  const doors = [
    () =>
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      }),
    () =>
      fetch(`${url}/_mcp`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      }),
    () => fetch(`${url}/api/v1/media/none/content`, { headers: { authorization } }),
    () => fetch(`${url}/auth/get-session`, { headers: { authorization } }),
    () => fetch(`${url}/api/v1/problems/rate-limited`, { headers: { authorization } }),
  ];
  const response = await (doors[turn % doors.length] ?? doors[0])?.();
  if (response === undefined) throw new Error('There is no door.');
  await response.arrayBuffer();
  return {
    status: response.status,
    remaining: Number(response.headers.get('x-ratelimit-remaining')),
    retryAfter: Number(response.headers.get('retry-after')),
  };
}

/** Sends so many requests to all addresses and doors at once. */
async function hammer(urls: readonly string[], token: string, count: number): Promise<readonly Reported[]> {
  const answers: Reported[] = [];
  let next = 0;
  const send = async () => {
    while (next < count) {
      const turn = next++;
      answers.push(await ask(urls[turn % urls.length] ?? '', token, Math.floor(turn / urls.length)));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return answers;
}

/** The answers to more requests than one window allows, all within one; a machine that is too busy for it tries again. */
async function answersOfOneWindow(urls: readonly string[]): Promise<readonly Reported[]> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const token = await served.mint();
    const began = performance.now();
    const answers = await hammer(urls, token, LIMIT + BEYOND);
    if (performance.now() - began < WINDOW_MS) return answers;
  }
  throw new Error('The machine is too busy to send all requests within a window.');
}

async function expectOneLimit(urls: readonly string[]): Promise<void> {
  const answers = await answersOfOneWindow(urls);
  const allowed = answers.filter(({ status }) => status !== 429);
  expect(allowed).toHaveLength(LIMIT);
  // Each request that was let through was told a number of its own.
  const reported = allowed.map(({ remaining }) => remaining).sort((a, b) => a - b);
  expect(reported).toEqual(Array.from({ length: LIMIT }, (_, index) => index));
  const refused = answers.filter(({ status }) => status === 429);
  for (const { remaining, retryAfter } of refused) {
    expect(remaining).toBe(0);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
  }
}

describe('several processes that share', () => {
  test('a database never serve a token more than the limit in a window, through all doors together', async () => {
    const { urls, programs, stop } = await startPrograms({});
    await expectOneLimit(urls);
    await stop();
    expect(programs.map((program) => program.output().stderr)).toEqual(['', '']);
  });

  // In CI it has to run: .ci/run installs a Redis.
  test.skipIf(!HAS_REDIS && process.env.CI === undefined)(
    'a Redis never do either, and answer when it is gone',
    async () => {
      const redis: RedisServer = await startRedis();
      const { urls, programs, stop } = await startPrograms({ REDIS_URL: redis.url });
      await expectOneLimit(urls);
      await redis.kill();
      const token = await served.mint();
      const alone = await hammer(urls, token, 2 * PROCESSES);
      expect(alone.map(({ status }) => status === 429)).toEqual(Array(2 * PROCESSES).fill(false));
      await stop();
      for (const program of programs) {
        const lines = program.output().stderr.trim().split('\n');
        expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
          'shared rate limits cannot be reached; this process counts alone',
        ]);
      }
    },
  );
});
