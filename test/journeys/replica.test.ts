// Risk: a client does not see what it has just written, sees another organization's data, or fails with a replica.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { defineRead, type ReadContext } from '../../src/kernel/operation.ts';
import { createAccessToken } from '../../src/modules/access-token/index.ts';
import { openUserSession, provisionOrganization } from '../../src/modules/organization/index.ts';
import { countMatchingProducts } from '../../src/modules/product/index.ts';
import { MODULES } from '../../src/modules.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { replicaRunner } from '../../src/platform/operation/replica-runner.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { type FaultInjectionProxy, startFaultInjectionProxy } from '../support/fault-injection-proxy.ts';
import { type ReplicatedServer, startReplicatedServer } from '../support/replicated-server.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { testStatement } from '../support/statement.ts';

/** Where many tests run at once, what takes a moment takes seconds. */
const SOON = { timeout: 30_000, interval: 25 };
const MAY_LAG = { 'cache-control': 'max-stale' };

let servers: ReplicatedServer;
let proxy: FaultInjectionProxy;
let served: ServedProgram;
beforeAll(async () => {
  servers = await startReplicatedServer();
  const replica = new URL(servers.replicaUrl);
  proxy = await startFaultInjectionProxy({ host: replica.hostname, port: Number(replica.port) });
  replica.port = String(proxy.port);
  served = await serveProgram({
    DATABASE_URL: servers.primaryUrl,
    DATABASE_REPLICA_URL: replica.href,
    METRICS_PORT: '0',
    // It is paused for as long as the machine takes.
    REPLICA_LAG_LIMIT_MS: '60000',
  });
}, 120_000);
afterAll(async () => {
  await served?.close();
  await proxy?.close();
  await servers?.close();
});

const { poll } = expect;
const lagMs = () => served.catalogue.database.replicaLags()[0]?.lagMs ?? null;
const create = async (sku: string, headers: Record<string, string> = {}) => {
  const document =
    'mutation ($sku: String!) { createProduct(input: { sku: $sku }) { ... on ProductPayload { product { sku } } } }';
  return (await served.graphql(document, { variables: { sku }, headers })).data;
};
const find = async (sku: string, headers: Record<string, string> = {}, as?: string) => {
  const options = { variables: { sku }, headers, ...(as === undefined ? {} : { as }) };
  const {
    data,
    errors,
    headers: reported,
  } = await served.graphql('query ($sku: ID!) { product(ref: $sku) { sku } }', options);
  return { found: data?.product ?? null, errors, age: reported.get('age') };
};
const get = async (path: string, headers: Record<string, string> = {}) => {
  const authorization = { authorization: `Bearer ${served.token}` };
  return served.request(`/api/v1${path}`, { headers: { ...authorization, ...headers } });
};
const reads = async () => {
  const text = (await served.catalogue.monitor?.text()) ?? '';
  const of = (server: string) =>
    Number(
      new RegExp(`^catalograph_lagging_reads_total\\{server="${server}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    );
  return { replica: of('replica'), primary: of('primary') };
};
async function exported(): Promise<string> {
  const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' };
  const path = '/api/v1/import-export/profiles/products_csv/run';
  const run = await served.request(path, { method: 'POST', headers, body: '{"columns":["sku"]}' });
  const { id } = (await run.json()) as { id: string };
  await served.runJob(id);
  return (await get(`/import-export/jobs/${id}/result`)).text();
}

test('a write is seen by the next read, and by those that may lag when the replica has it', async () => {
  await poll(lagMs, SOON).not.toBe(null);
  await servers.caughtUp();
  await servers.pause();
  // What a mutation answers is what it has written, whatever its headers say.
  expect(await create('LAMP-1', MAY_LAG)).toEqual({ createProduct: { product: { sku: 'LAMP-1' } } });
  expect(await find('LAMP-1')).toEqual({ found: { sku: 'LAMP-1' }, errors: [], age: null });
  expect((await get('/products/LAMP-1')).status).toBe(200);
  const lagging = await find('LAMP-1', MAY_LAG);
  expect(lagging).toEqual({ found: null, errors: [], age: expect.stringMatching(/^\d+$/) });
  expect((await get('/products/LAMP-1', MAY_LAG)).status).toBe(404);
  expect((await reads()).replica).toBe(2);

  // Who says how much may lag gets no more than that.
  await poll(lagMs, SOON).toBeGreaterThan(1_000);
  expect(await find('LAMP-1', { 'cache-control': 'max-stale=1' })).toEqual({
    found: { sku: 'LAMP-1' },
    errors: [],
    age: null,
  });
  expect(await reads()).toEqual({ replica: 2, primary: 1 });

  await servers.resume();
  await servers.caughtUp();
  const caughtUp = await get('/products/LAMP-1', MAY_LAG);
  expect([caughtUp.status, caughtUp.headers.get('age')]).toEqual([200, expect.stringMatching(/^\d+$/)]);
  expect((await reads()).replica).toBe(3);
});

test('an export has what was written before it, from the replica when that has it', async () => {
  await servers.pause();
  await create('LAMP-2');
  const before = await reads();
  expect(await exported()).toBe('sku\r\nLAMP-1\r\nLAMP-2\r\n');
  const paused = await reads();
  expect(paused.replica).toBe(before.replica);
  expect(paused.primary).toBeGreaterThan(before.primary);
  await servers.resume();
  // A longer one goes on there as soon as the replica is known to have what it begins with.
  const { runner, database, metrics } = served.catalogue;
  const session = systemSession(served.organizationId, { door: 'system', requestId: 'test' });
  const long = replicaRunner(runner, database, performance.now(), metrics);
  const step = () => long.read(session, countMatchingProducts, { filter: null });
  const counts = new Set<number>();
  await poll(async () => {
    counts.add(await step());
    return (await reads()).replica;
  }, SOON).toBeGreaterThan(before.replica);
  expect([...counts]).toEqual([2]);
});

test('a replica shows nothing of another organization', async () => {
  const { owner, lagging } = served.catalogue.database;
  const person = {
    name: 'Fritz Foreign',
    email: 'foreign@catalograph.test',
    password: 'correct horse battery',
  };
  const { organizationId } = await provisionOrganization(
    { owner, clock: served.catalogue.clock },
    { name: 'Strangers', owner: person },
    MODULES,
  );
  const origin = { door: 'console', requestId: 'test' } as const;
  const session = await openUserSession(owner, organizationId, person.email, origin);
  if (session === null) throw new Error('The owner is missing.');
  const input = { name: 'Test', scopes: ['products:read' as const] };
  const { output } = await served.catalogue.runner.write(session, createAccessToken, input);
  await servers.caughtUp();
  expect(await find('LAMP-1', MAY_LAG, output.token)).toMatchObject({ found: null, errors: [] });
  const source = lagging(Number.NEGATIVE_INFINITY);
  const countOf = async (id: string) => {
    const { rows } = (await source?.of(id).pool.query('SELECT count(*)::int AS n FROM public.product')) ?? {
      rows: [],
    };
    return [
      rows[0]?.n,
      await source?.of(id).prisma.locale.count({ where: { organizationId: served.organizationId } }),
    ];
  };
  expect(await countOf(organizationId)).toEqual([0, 0]);
  expect(await countOf(served.organizationId)).toEqual([2, expect.any(Number)]);
  expect((await countOf(served.organizationId))[1]).toBeGreaterThan(0);
});

test('a replica that ends fails no request, and is asked again when it is back', async () => {
  await poll(async () => (await find('LAMP-1', MAY_LAG)).age, SOON).not.toBe(null);
  let isOver = false;
  const answers: Awaited<ReturnType<typeof find>>[] = [];
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) answers.push(await find('LAMP-1', MAY_LAG));
  });
  await servers.stopReplica();
  await poll(lagMs, SOON).toBe(null);
  const reported = () => served.logged.findLast(({ message }) => message === 'a replica cannot be asked');
  await poll(reported, SOON).toMatchObject({
    level: 'warn',
    fields: { replica: '1', reason: expect.any(String) },
  });
  const answeredBefore = answers.length;
  await poll(() => answers.length, SOON).toBeGreaterThan(answeredBefore + 20);
  isOver = true;
  await Promise.all(readers);
  expect(answers.filter(({ found, errors }) => found === null || errors.length > 0)).toEqual([]);
  expect(answers.some(({ age }) => age !== null)).toBe(true);
  expect(answers.at(-1)?.age).toBe(null);
  expect((await served.request('/readyz')).status).toBe(200);
  const metrics = await served.catalogue.monitor?.text();
  expect(metrics).toContain('catalograph_replica_lag_seconds{replica="1"} Nan');
  expect(metrics).toContain('catalograph_database_connections_limit{pool="replica-1"} 10');
  await servers.startReplica();
  await poll(async () => (await find('LAMP-1', MAY_LAG)).age, SOON).not.toBe(null);
});

test('a read that a replica never answers is answered by the primary', async () => {
  expect((await find('LAMP-1', MAY_LAG)).age).not.toBe(null);
  await proxy.set('silent');
  const answers = await Promise.all(Array.from({ length: 5 }, () => find('LAMP-1', MAY_LAG)));
  expect(answers).toEqual(Array(5).fill({ found: { sku: 'LAMP-1' }, errors: [], age: null }));
  await proxy.set('pass');
  await poll(async () => (await find('LAMP-1', MAY_LAG)).age, SOON).not.toBe(null);
});

test('a process ends while a replica is silent', async () => {
  const replica = new URL(servers.replicaUrl);
  replica.port = String(proxy.port);
  const database = openDatabase({
    connectionString: servers.primaryUrl,
    applicationPoolSize: 2,
    shopPoolSize: 1,
    ownerPoolSize: 1,
    statementTimeoutMs: 1_000,
    replicas: { connectionStrings: [replica.href], lagLimitMs: 60_000, onChange: () => undefined },
    onError: () => undefined,
  });
  await poll(() => database.lagging(Number.NEGATIVE_INFINITY), SOON).not.toBe(null);
  await database.lagging(Number.NEGATIVE_INFINITY)?.of(served.organizationId).pool.query('SELECT 1');
  await proxy.set('silent');
  const closedAt = performance.now();
  await database.close();
  // The system would give up a connection after a quarter of an hour.
  expect(performance.now() - closedAt).toBeLessThan(10_000);
  await proxy.set('pass');
  await poll(async () => (await find('LAMP-1', MAY_LAG)).age, SOON).not.toBe(null);
});

test('a read of a job that a replica cancels is done by the primary', async () => {
  const { runner, database } = served.catalogue;
  const session = systemSession(served.organizationId, { door: 'system', requestId: 'test' });
  const wereStandbys: boolean[] = [];
  const conflicting = defineRead({
    name: 'conflicts',
    scope: 'products:read',
    errors: [],
    async handler(context: ReadContext, _input: null) {
      const [row] = await context.execute(
        testStatement<{ standby: boolean }>('test.where', 'SELECT pg_is_in_recovery() AS standby'),
      );
      wereStandbys.push(row?.standby === true);
      if (row?.standby !== true) return 'answered';
      throw Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });
    },
  });
  const long = replicaRunner(runner, database, Number.NEGATIVE_INFINITY);
  expect(await long.read(session, conflicting, null)).toBe('answered');
  expect(wereStandbys).toEqual([true, false]);
  // Others may go on there.
  expect(lagMs()).not.toBe(null);
});

test('what is no replica of the database is never asked', async () => {
  const reasonOf = async (connectionString: string, replica: string) => {
    const reason = Promise.withResolvers<string | null>();
    const database = openDatabase({
      connectionString,
      applicationPoolSize: 2,
      shopPoolSize: 1,
      ownerPoolSize: 1,
      statementTimeoutMs: 1_000,
      replicas: {
        connectionStrings: [replica],
        lagLimitMs: 60_000,
        onChange: (_name, reported) => {
          if (reported !== 'the primary could not be asked yet') reason.resolve(reported);
        },
      },
      onError: () => undefined,
    });
    const reported = await reason.promise;
    const lagging = database.lagging(Number.NEGATIVE_INFINITY);
    await database.close();
    return [reported, lagging];
  };
  const foreign = inject('postgresServerUrl');
  expect(await reasonOf(servers.primaryUrl, servers.primaryUrl)).toEqual(['it is not a replica', null]);
  expect(await reasonOf(foreign, servers.replicaUrl)).toEqual(['it is a replica of another server', null]);
  const beside = new URL(servers.replicaUrl);
  beside.pathname = '/postgres';
  const wrong = ['it is another database of the server', null];
  expect(await reasonOf(servers.primaryUrl, beside.href)).toEqual(wrong);
});
