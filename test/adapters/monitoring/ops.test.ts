// Risk: traffic goes to a process that cannot answer, a request cannot be found in the log, or the log has a secret.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReadinessProbe } from '../../../src/adapters/monitoring/readiness.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createEmptyDatabase } from '../../support/postgres-server.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
beforeEach(() => served.logged.splice(0));
afterAll(() => served.close());

const poolsOn = (connectionString: string) =>
  openDatabase({
    connectionString,
    applicationPoolSize: 1,
    shopPoolSize: 1,
    ownerPoolSize: 1,
    statementTimeoutMs: 1_000,
    onError: () => undefined,
  });

test('lives and is ready, with the word on each check', async () => {
  const live = await served.request('/livez');
  expect([live.status, await live.json()]).toEqual([200, { alive: true }]);
  const ready = await served.request('/readyz');
  expect([ready.status, ready.headers.get('cache-control'), await ready.json()]).toEqual([
    200,
    'no-store',
    { ready: true, checks: { database: 'ok', disk: 'ok', migrations: 'ok', shutdown: 'no' } },
  ]);
});

test('is not ready on a database that lacks migrations', async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  const database = poolsOn(connectionString);
  expect(await createReadinessProbe(database).check()).toEqual({
    ready: false,
    checks: { database: 'ok', migrations: 'pending', shutdown: 'no' },
  });
  await database.close();
  await drop();
});

test('is not ready without a database, and says so within a second', async () => {
  // Nothing listens on port 1, and 192.0.2.0/24 (RFC 5737) answers nobody.
  for (const connectionString of ['postgresql://x:x@127.0.0.1:1/x', 'postgresql://x:x@192.0.2.1:5432/x']) {
    const database = poolsOn(connectionString);
    expect(await createReadinessProbe(database).check()).toEqual({
      ready: false,
      checks: { database: 'unreachable', migrations: 'unknown', shutdown: 'no' },
    });
    void database.close();
  }
});

test('keeps a sane request id and replaces one that could do harm', async () => {
  const idFor = async (given: string) => {
    const response = await served.request('/livez', { headers: { 'x-request-id': given } });
    return response.headers.get('x-request-id');
  };
  expect(await idFor('req_01:a.b-c')).toBe('req_01:a.b-c');
  for (const given of ['a b', '{"x":1}', 'x'.repeat(129), 'é']) {
    expect(await idFor(given), given).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  }
});

test('answers a path that nobody knows with a problem', async () => {
  const response = await served.request('/nowhere/at/all?token=abc', { headers: { 'x-request-id': 'r-2' } });
  expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
    404,
    'application/problem+json',
    {
      type: 'http://catalograph.test:4000/problems/not-found',
      title: 'Not found',
      status: 404,
      detail: 'There is nothing at /nowhere/at/all.',
      message_key: 'path-not-found',
      params: { path: '/nowhere/at/all' },
      instance: '/nowhere/at/all',
      code: 'not-found',
      request_id: 'r-2',
    },
  ]);
});

test('answers a browser at a path that nobody knows with a page that runs nothing', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const response = await served.request('/nowhere/<script>', { headers: { accept } });
  const page = await response.text();
  expect([response.status, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
    404,
    'text/html; charset=UTF-8',
    'Accept, Accept-Encoding',
  ]);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain('<p>There is nothing at /nowhere/&lt;script&gt;.</p>');
  expect(page).not.toContain('<script');
});

test('writes one line for a request: who, what, how long, and never a token or a document', async () => {
  await served.graphql('{ me { role } }', { headers: { 'x-request-id': 'r-3' } });
  await served.request(`/graphql?query=${encodeURIComponent('{ __typename }')}&access_token=hunter2`);
  await served.request('/readyz');
  expect(served.logged).toEqual([
    {
      level: 'info',
      message: 'request',
      fields: {
        method: 'POST',
        path: '/graphql',
        status: 200,
        ms: expect.any(Number),
        requestId: 'r-3',
        organizationId: served.organizationId,
        actor: expect.stringMatching(/^tok_/),
      },
    },
    {
      level: 'info',
      message: 'request',
      fields: {
        method: 'GET',
        path: '/graphql',
        status: 200,
        ms: expect.any(Number),
        requestId: expect.any(String),
      },
    },
  ]);
  expect(JSON.stringify(served.logged)).not.toMatch(new RegExp(`${served.token}|hunter2|__typename`));
});

test('opens no answer to pages of other origins', async () => {
  const preflight = await served.request('/graphql', {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  const names = [...preflight.headers.keys()].filter((name) => name.startsWith('access-control'));
  expect(names).toEqual([]);
});

test('is not ready once it was asked to stop, and still answers', async () => {
  served.announceShutdown();
  const ready = await served.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ready: false, checks: { database: 'ok', disk: 'ok', migrations: 'ok', shutdown: 'under way' } },
  ]);
  expect((await served.request('/livez')).status).toBe(200);
  expect((await served.graphql('{ me { role } }')).status).toBe(200);
});
