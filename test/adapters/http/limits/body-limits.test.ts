// Risk: one request, sent by anybody, fills the memory of the server or holds it while its body is read.
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyLimitOf } from '../../../../src/adapters/http/limits/body-limits.ts';
import { type MonitoredProcess, startMonitored } from '../../../support/monitored-process.ts';
import { type ServedProgram, serveProgram } from '../../../support/served-program.ts';

const UPLOAD_LIMIT = 1_000_000;
/** Of the server; twice what it needs, and less than the large requests together. */
const HEAP_MEGABYTES = 300;
const LARGE_REQUESTS = 20;
/** Hundreds of megabytes are sent; a busy machine takes its time. */
const SLOW_MS = 180_000;
/** A request for each kind of file that an import takes; a gigabyte is stated and never sent. */
const MULTIPART = 'multipart/form-data; boundary=b';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  /** Whether a token is refused there, whatever its scopes. */
  readonly isForPeople?: boolean;
}

const routes = allRoutes();

/** Every route of every API, once for each type of body. */
function allRoutes(): readonly Route[] {
  const file = new URL('../../../../schema/openapi.json', import.meta.url);
  type Described = { readonly description: string; readonly requestBody?: { readonly content: object } };
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const rest = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description, requestBody }]) =>
      Object.keys(requestBody?.content ?? { 'application/json': {} }).map((type) => ({
        method: method.toUpperCase(),
        path: `/api/v1${path.replaceAll('{version}', '1').replaceAll(/\{\w+\}/g, 'x')}${path === '/media' ? '?filename=x' : ''}`,
        contentType: type === 'multipart/form-data' ? MULTIPART : type,
        isForPeople: description.includes('Needs to be signed in'),
      })),
    ),
  );
  const imports = ['preview', 'akeneo-folders', 'profiles/x/run'].map((path) => ({
    method: 'POST',
    path: `/api/v1/import-export/${path}`,
    contentType: MULTIPART,
  }));
  const others = [
    ...['/graphql', '/_mcp', '/auth/sign-in/email', '/auth/sign-out', '/auth/change-password'],
    ...[
      '/auth/organization/set-active',
      '/auth/nothing',
      '/livez',
      '/readyz',
      '/problems',
      '/docs',
      '/nowhere',
    ],
    ...['/operations/board', '/operations/board/api/queues/jobs/pause', '/sign-in', '/media/x/y', '/'],
  ].map((path) => ({ method: 'POST', path, contentType: 'application/json' }));
  return [...rest, ...imports, ...others];
}

let served: ServedProgram;
let watched: MonitoredProcess;
let cookie: string;
const agent = new Agent({ keepAlive: false });
beforeAll(async () => {
  served = await serveProgram();
  watched = await startMonitored(['api'], {
    ...served.environment,
    PORT: '0',
    METRICS_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '100000',
    UPLOAD_LIMIT_BYTES: String(UPLOAD_LIMIT),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
  });
  const { email, password } = served.ownerOfIt;
  const signIn = await fetch(`${watched.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: watched.url },
    body: JSON.stringify({ email, password }),
  });
  cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
});
afterAll(async () => {
  await watched[Symbol.asyncDispose]();
  await served.close();
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request whose body is written until it is answered; status 0 when the connection ended without a word. */
async function send(
  { method, path, contentType }: Route,
  headers: Readonly<Record<string, string>>,
  body: (sizeBytes: number) => Buffer | null = () => null,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | null>();
  const sent = request(
    `${watched.url}${path}`,
    { method, agent, headers: { 'content-type': contentType, ...headers } },
    resolve,
  );
  let isAnswered = false;
  sent.once('response', () => {
    isAnswered = true;
  });
  sent.on('error', () => resolve(null));
  sent.flushHeaders();
  let sizeBytes = 0;
  const more = () => {
    const chunk = isAnswered ? null : body(sizeBytes);
    if (chunk === null) return;
    sizeBytes += chunk.length;
    // A write that ends at once calls back before the response can be read, for as long as the server takes bytes.
    sent.write(chunk, () => setImmediate(more));
  };
  if (headers['content-length'] === undefined) more();
  const response = await promise;
  // A kept connection can end just as it is taken; a client sends the request again then (RFC 9112, 9.3.1).
  if (response === null && sent.reusedSocket) return send({ method, path, contentType }, headers, body);
  const reported = { status: response?.statusCode ?? 0, text: response === null ? '' : await text(response) };
  sent.destroy();
  return reported;
}

/** White space says nothing in JSON, lines, multipart and documents, so whatever reads it reads on. */
const BLANK = Buffer.alloc(256 * 1024, ' ');
const limitOf = ({ path, ...route }: Route) =>
  bodyLimitOf({ ...route, path: path.split('?')[0] ?? path }, UPLOAD_LIMIT).bytes;
const isAlive = async () => (await fetch(`${watched.url}/livez`)).status === 200;

test('a stated length over the limit is refused by every route before a byte is read, whoever asks', async () => {
  const callers = {
    nobody: {},
    token: { authorization: `Bearer ${served.token}` },
    person: { cookie, origin: watched.url },
  };
  const others: string[] = [];
  for (const route of routes) {
    for (const [caller, headers] of Object.entries(callers)) {
      const answer = await send(route, { ...headers, 'content-length': String(limitOf(route) + 1) });
      const isRefusal = answer.status === 413 && /"limit":\d+/.test(answer.text);
      if (!isRefusal)
        others.push(`${route.method} ${route.path} (${caller}): ${answer.status} ${answer.text}`);
    }
  }
  expect(others).toEqual([]);
  expect(await isAlive()).toBe(true);
  // What was loaded by the first request of a kind is not what the next test asks about.
  await watched.measure();
});

test(
  'a body of unknown length is read to its limit by whatever reads it, and no further',
  async () => {
    const others: string[] = [];
    const isSeen = new Set<string>();
    for (const route of routes) {
      const { method, path } = route;
      // A gigabyte for each kind of import would take longer than it tells.
      if (limitOf(route) > 100_000_000 || isSeen.has(`${method} ${path}`)) continue;
      isSeen.add(`${method} ${path}`);
      const readsFirst = ['/graphql', '/auth/sign-in/email', '/auth/organization/set-active'].includes(path);
      const readsFor = method !== 'GET' && path.startsWith('/api/v1/') && route.isForPeople !== true;
      for (const [caller, headers] of Object.entries({
        nobody: {},
        token: { authorization: `Bearer ${served.token}` },
      })) {
        const body = (sizeBytes: number) => {
          const left = limitOf(route) + 1 - sizeBytes;
          return left <= 0 ? null : BLANK.subarray(0, left);
        };
        const { status } = await send(route, { ...headers, 'transfer-encoding': 'chunked' }, body);
        const isRead = readsFirst || (caller === 'token' && (readsFor || path === '/_mcp'));
        if (isRead !== (status === 413)) others.push(`${method} ${path} (${caller}): ${status}`);
      }
    }
    expect(others).toEqual([]);
    expect(await isAlive()).toBe(true);
    await watched.expectHealthy({}, 'bodies of unknown length');
  },
  SLOW_MS,
);

test('a sign-in that never ends holds nothing', async () => {
  const route = { method: 'POST', path: '/auth/sign-in/email', contentType: 'application/json' };
  const lists = Buffer.from('[],'.repeat(50_000));
  const { status } = await send(route, { 'transfer-encoding': 'chunked' }, (sizeBytes) =>
    sizeBytes === 0 ? Buffer.from('{"email":[') : lists,
  );
  expect([status, await isAlive()]).toEqual([413, true]);
  await watched.expectHealthy({}, 'a sign-in that never ends');
});

test(
  'memory goes back after large requests',
  async () => {
    const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' };
    for (let count = 0; count < LARGE_REQUESTS; count += 1) {
      const text = String(count % 10).repeat(3_900_000);
      const items = [1, 2, 3, 4].map((item) => ({ sku: `LARGE-${count}-${item}`, values: { name: text } }));
      const response = await fetch(`${watched.url}/api/v1/products/batch`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ items }),
      });
      const { summary } = (await response.json()) as { summary?: { failed: number } };
      expect([response.status, summary?.failed]).toEqual([200, 4]);
    }
    await watched.expectHealthy({}, 'large requests');
  },
  SLOW_MS,
);

test('attempts to sign in are counted before their bodies are read', async () => {
  const attempt = () =>
    fetch(`${watched.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[]',
    });
  const statuses = [];
  for (let count = 0; count < 12; count += 1) statuses.push((await attempt()).status);
  expect(statuses.at(-1)).toBe(429);
});
