// Risk: clients pay for megabytes of JSON, or an encoded answer is one that a client or a cache cannot use.
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppEnv } from '../../../src/adapters/http/app-env.ts';
import { compressResponses } from '../../../src/adapters/http/compress-responses.ts';
import { type HttpServer, listen } from '../../../src/adapters/http/http-server.ts';
import { createRouter } from '../../../src/adapters/http/router.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';
import { silentLog } from '../../support/silent-log.ts';

const LONG = JSON.stringify({ text: 'a lamp '.repeat(1_000) });
const SHORT = JSON.stringify({ text: 'a lamp' });
const LARGE = new TextEncoder().encode(
  JSON.stringify(Array.from({ length: 1_000_000 }, (_, index) => index)),
);
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Answers of every kind that a server here gives. */
const ANSWERS: Readonly<Record<string, () => Response>> = {
  '/long': () => new Response(LONG, { headers: { ...JSON_TYPE, etag: '"1.abc"', vary: 'Authorization' } }),
  '/short': () => new Response(SHORT, { headers: { ...JSON_TYPE, etag: '"1.abc"' } }),
  '/problem': () =>
    new Response(LONG, { status: 422, headers: { 'content-type': 'application/problem+json' } }),
  '/graphql-response': () =>
    new Response(LONG, { headers: { 'content-type': 'application/graphql-response+json; charset=utf-8' } }),
  '/picture': () => new Response(LONG, { headers: { 'content-type': 'image/png' } }),
  '/encoded': () => new Response(LONG, { headers: { ...JSON_TYPE, 'content-encoding': 'zstd' } }),
  '/part': () =>
    new Response(LONG, { status: 206, headers: { ...JSON_TYPE, 'content-range': 'bytes 0-8/9' } }),
  '/in-parts': () => new Response(LONG, { headers: { ...JSON_TYPE, 'accept-ranges': 'bytes' } }),
  '/untouched': () => new Response(LONG, { headers: { ...JSON_TYPE, 'cache-control': 'no-transform' } }),
  '/events': () =>
    new Response(`data: ${LONG}\n\n`, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
  '/auth/session': () => new Response(LONG, { headers: JSON_TYPE }),
  '/file': () =>
    new Response(new Blob([SHORT, LONG]).stream(), {
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' },
    }),
  '/unchanged': () => new Response(null, { status: 304, headers: { etag: '"1.abc"' } }),
};

let server: HttpServer;
let served: ServedProgram;
beforeAll(async () => {
  const router = createRouter({ log: silentLog, publicUrl: '', around: [compressResponses()] });
  const app = new Hono<AppEnv>();
  for (const [path, answer] of Object.entries(ANSWERS)) app.get(path, () => answer());
  router.route('/', app);
  server = await listen({ host: '127.0.0.1', port: 0, log: silentLog });
  server.setHandler((incoming, env) => router.fetch(incoming, env));
  served = await serveProgram();
});
afterAll(async () => {
  await server.close(1_000);
  await served.close();
});

/** Asks by Node's own client, which decodes nothing. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(`http://127.0.0.1:${server.port}${path}`, { method, headers }, resolve).on('error', reject).end();
  });
  const bytes = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=1.0, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['deflate', undefined],
  ['gzip;q=0', undefined],
  ['identity', undefined],
])('Accept-Encoding: %s is answered %s', async (accepted, encoding) => {
  const { headers, bytes } = await ask('/long', { 'accept-encoding': accepted });
  const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from;
  expect(headers['content-encoding']).toBe(encoding);
  expect(decode(bytes).toString()).toBe(LONG);
  expect(bytes.length < LONG.length / 10).toBe(encoding !== undefined);
  expect(headers['content-length']).toBe(String(bytes.length));
  expect(headers.vary).toBe('Authorization, Accept-Encoding');
  expect(headers.etag).toBe(encoding === undefined ? '"1.abc"' : 'W/"1.abc"');
});

test('problems and GraphQL answers are compressed too', async () => {
  for (const path of ['/problem', '/graphql-response']) {
    const { headers, bytes } = await ask(path, { 'accept-encoding': 'gzip' });
    expect([headers['content-encoding'], gunzipSync(bytes).toString()]).toEqual(['gzip', LONG]);
  }
});

test('a short answer stays as it is, its tag strong', async () => {
  const { headers, bytes } = await ask('/short', { 'accept-encoding': 'gzip, br' });
  expect([headers['content-encoding'], headers.etag, bytes.toString()]).toEqual([
    undefined,
    '"1.abc"',
    SHORT,
  ]);
});

test.each(['/picture', '/encoded', '/part', '/in-parts', '/untouched', '/events', '/auth/session'])(
  '%s is sent as it is',
  async (path) => {
    const { headers, bytes } = await ask(path, { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe(path === '/encoded' ? 'zstd' : undefined);
    expect(headers.vary).toBeUndefined();
    expect(bytes.toString()).toBe(path === '/events' ? `data: ${LONG}\n\n` : LONG);
  },
);

test('a file is compressed while it is sent', async () => {
  const { headers, bytes } = await ask('/file', { 'accept-encoding': 'br, gzip' });
  expect([headers['content-encoding'], gunzipSync(bytes).toString()]).toEqual(['gzip', SHORT + LONG]);
  const plain = await ask('/file', { 'accept-encoding': 'br' });
  expect([plain.headers['content-encoding'], plain.bytes.toString()]).toEqual([undefined, SHORT + LONG]);
});

test('HEAD tells the headers of GET and sends nothing', async () => {
  const { status, headers, bytes } = await ask('/long', { 'accept-encoding': 'br' }, 'HEAD');
  expect([status, headers['content-encoding'], headers.etag, bytes.length]).toEqual([
    ...[200, 'br', 'W/"1.abc"', 0],
  ]);
});

test('304 names the tag as the client has it', async () => {
  const tagFor = async (tag: string) => (await ask('/unchanged', { 'if-none-match': tag })).headers.etag;
  expect([await tagFor('"1.abc"'), await tagFor('W/"1.abc"')]).toEqual(['"1.abc"', 'W/"1.abc"']);
});

test.each(['br', 'gzip'])(
  'the event loop goes on while a large answer is compressed in %s',
  async (encoding) => {
    let turns = 0;
    let turnsWhenRead = Number.POSITIVE_INFINITY;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(LARGE);
      },
      pull(controller) {
        turnsWhenRead = turns;
        controller.close();
      },
    });
    const router = new Hono<AppEnv>()
      .use(compressResponses())
      .get('/large', () => new Response(body, { headers: JSON_TYPE }));
    const answer = await router.request('/large', { headers: { 'accept-encoding': encoding } });
    clearImmediate(next);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    // Compression on this thread would leave one turn or none.
    expect(turns - turnsWhenRead).toBeGreaterThan(10);
  },
);

test('the program compresses what its APIs answer, and a tag from there still answers 304', async () => {
  const headers = { authorization: `Bearer ${served.token}`, 'accept-encoding': 'gzip' };
  const rest = await served.request('/api/v1/locales/en_US', { headers });
  const description = await served.request('/api/v1/openapi.json', { headers });
  const document = { query: '{ __schema { types { name description } } }' };
  const graph = await served.request('/graphql', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  });
  expect(rest.headers.get('content-encoding')).toBeNull();
  for (const answer of [description, graph]) {
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('600');
    JSON.parse(gunzipSync(await answer.arrayBuffer()).toString());
  }
});
