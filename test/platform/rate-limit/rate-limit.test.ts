// Risk: a token gets more than its limit, or is kept out longer than it was told, or lost counts take the API down.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryCounter } from '../../../src/platform/rate-limit/memory-counter.ts';
import { openRateLimit, withFallback } from '../../../src/platform/rate-limit/open-rate-limit.ts';
import type { Allowance, RateLimit } from '../../../src/platform/rate-limit/rate-limit.ts';
import { createTestDatabase } from '../../support/postgres-server.ts';
import { silentLog } from '../../support/silent-log.ts';

const NOWHERE = { redisUrl: null, databaseUrl: null };
const open = (limit: number, stores: { redisUrl: string | null; databaseUrl: string | null } = NOWHERE) =>
  openRateLimit({ limit, windowSeconds: 60, ...stores, log: silentLog });
const countTimes = async (rateLimit: RateLimit, bucket: string, times: number): Promise<Allowance[]> => {
  const allowances: Allowance[] = [];
  for (let time = 0; time < times; time += 1) allowances.push(await rateLimit.count(bucket));
  return allowances;
};
const shortly = ({ remaining, retryAfterSeconds, isExceeded }: Allowance) =>
  `${remaining} left, ${retryAfterSeconds} s${isExceeded ? ', refused' : ''}`;
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

// The clock alone: sockets and pools go on working.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T08:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** Each store, from which several processes take their limit. */
const stores = [
  { store: 'memory', openShared: async () => ({ stores: NOWHERE, close: async () => undefined }) },
  {
    store: 'the database',
    openShared: async () => {
      const { connectionString, drop } = await createTestDatabase();
      return { stores: { redisUrl: null, databaseUrl: connectionString }, close: drop };
    },
  },
];

describe.each(stores)('a limit counted in $store', ({ openShared }) => {
  test('lasts a window from the first request, whenever the others come, then begins anew', async () => {
    const shared = await openShared();
    const rateLimit = await open(3, shared.stores);
    const seen: string[] = [];
    const count = async () => seen.push(shortly(await rateLimit.count('token:a')));
    await count();
    advance(50);
    await count();
    await count();
    await count();
    advance(9);
    await count();
    advance(1);
    await count();
    expect(seen).toEqual([
      '2 left, 0 s',
      '1 left, 0 s',
      '0 left, 11 s',
      '0 left, 11 s, refused',
      '0 left, 2 s, refused',
      '2 left, 0 s',
    ]);
    await rateLimit.close();
    await shared.close();
  });

  test('serves again after as many seconds as it told, at most one more than are left', async () => {
    const shared = await openShared();
    const rateLimit = await open(1, shared.stores);
    await rateLimit.count('token:a');
    for (const [passed, reported] of [
      [0.4, 60],
      [17, 44],
      [30.6, 30],
      [59.999, 1],
    ] as const) {
      advance(passed);
      expect(shortly(await rateLimit.count('token:a'))).toBe(`0 left, ${reported} s, refused`);
      advance(reported);
      // This one begins the next window.
      expect(shortly(await rateLimit.count('token:a'))).toBe('0 left, 60 s');
    }
    await rateLimit.close();
    await shared.close();
  });

  test('keeps buckets apart', async () => {
    const shared = await openShared();
    const rateLimit = await open(1, shared.stores);
    await countTimes(rateLimit, 'token:a', 5);
    expect(shortly(await rateLimit.count('token:b'))).toBe('0 left, 60 s');
    await rateLimit.close();
    await shared.close();
  });

  test('lets exactly so many of many requests at once through', async () => {
    const shared = await openShared();
    const rateLimit = await open(40, shared.stores);
    const allowances = await Promise.all(Array.from({ length: 100 }, () => rateLimit.count('token:a')));
    expect(allowances.filter(({ isExceeded }) => !isExceeded)).toHaveLength(40);
    await rateLimit.close();
    await shared.close();
  });
});

test('several processes share what is counted in the database', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const processes = await Promise.all(
    [1, 2, 3].map(() => open(20, { redisUrl: null, databaseUrl: connectionString })),
  );
  const allowances = await Promise.all(
    Array.from({ length: 90 }, (_, index) => processes[index % 3]?.count('token:a')),
  );
  expect(allowances.filter((allowance) => allowance?.isExceeded === false)).toHaveLength(20);
  await Promise.all(processes.map((one) => one.close()));
  await drop();
});

test('a bucket that is used up costs the database nothing more', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const rateLimit = await open(5, { redisUrl: null, databaseUrl: connectionString });
  await countTimes(rateLimit, 'token:a', 50);
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('SELECT key, points FROM ops.rate_limit');
  expect(rows).toEqual([{ key: 'catalograph-rate-limit:token:a', points: 5 }]);
  await client.end();
  await rateLimit.close();
  await drop();
});

describe('while the shared counts are away', () => {
  const unreachable = {
    'a database that refuses connections': {
      redisUrl: null,
      databaseUrl: 'postgresql://u:p@127.0.0.1:9/none',
    },
    'a Redis that refuses connections': { redisUrl: 'redis://127.0.0.1:9', databaseUrl: null },
  };

  test.each(Object.entries(unreachable))(
    '%s: this process counts alone and says so once',
    async (_, stores) => {
      const reported: string[] = [];
      const log = { ...silentLog, warn: (_facts: object, message = '') => void reported.push(message) };
      const rateLimit = await openRateLimit({ limit: 3, windowSeconds: 60, ...stores, log });
      expect((await countTimes(rateLimit, 'token:a', 4)).map(shortly)).toEqual([
        '2 left, 0 s',
        '1 left, 0 s',
        '0 left, 60 s',
        '0 left, 60 s, refused',
      ]);
      expect(reported).toEqual(['shared rate limits cannot be reached; this process counts alone']);
      await rateLimit.close();
    },
  );

  test.each(['databaseUrl', 'redisUrl'] as const)(
    'a server that never answers (%s) delays no request',
    async (store) => {
      const server = createServer(() => undefined).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const url =
        store === 'redisUrl' ? `redis://127.0.0.1:${port}` : `postgresql://u:p@127.0.0.1:${port}/none`;
      const rateLimit = await openRateLimit({
        limit: 100,
        windowSeconds: 60,
        ...NOWHERE,
        [store]: url,
        storeTimeoutMs: 200,
        log: silentLog,
      });
      const began = performance.now();
      await countTimes(rateLimit, 'token:a', 50);
      expect(performance.now() - began).toBeLessThan(5_000);
      await rateLimit.close();
      server.close();
    },
  );

  test('they are taken up again when they are back', async () => {
    const { count, setThere, reported } = await losableCounts();
    const seen = [shortly(await count('token:a'))];
    setThere(false);
    seen.push(shortly(await count('token:a')), shortly(await count('token:a')));
    setThere(true);
    // The first one has them looked for, the next one finds them.
    seen.push(shortly(await count('token:a')), shortly(await count('token:a')));
    expect(seen).toEqual(['9 left, 0 s', '4 left, 0 s', '3 left, 0 s', '2 left, 0 s', '8 left, 0 s']);
    expect(reported).toEqual([
      'shared rate limits cannot be reached; this process counts alone',
      'shared rate limits are back',
    ]);
  });
});

/** Shared counts of 10 that can be lost, before a limit of 5 of this process. */
async function losableCounts() {
  let isThere = true;
  const reported: string[] = [];
  const tell = (_facts: object, message = '') => void reported.push(message);
  const shared = memoryCounter({ limit: 10, windowSeconds: 60 });
  const own = memoryCounter({ limit: 5, windowSeconds: 60 });
  const losable = {
    async checkConnection() {
      if (!isThere) throw new Error('away');
    },
    async count(bucket: string) {
      if (!isThere) throw new Error('away');
      return shared(bucket);
    },
    close: async () => undefined,
  };
  const count = await withFallback(losable, own, { ...silentLog, warn: tell, info: tell }, 0);
  return {
    count,
    reported,
    setThere: (there: boolean) => {
      isThere = there;
    },
  };
}
