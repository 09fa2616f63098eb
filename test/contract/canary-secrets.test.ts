// Risk: a route that somebody adds writes what a client sent in a wrong place, such as a key in the path, to the log or
// to a trace, where many can read it.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '../../src/adapters/manifest/read-manifest.ts';
import { credentialFormat } from '../../src/platform/credential/credential-format.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { schema } from './support/authorization-world.ts';

const random = (bytes: number) => randomBytes(bytes).toString('base64url');
const letters = (count: number) => randomBytes(count).toString('hex').slice(0, count);

/** One secret of each kind, and the part of it that must not be read anywhere. */
const CANARIES: Readonly<Record<string, { readonly text: string; readonly core: string }>> =
  Object.fromEntries(
    [
      ...['pim', 'sk', 'pk'].map((word) => {
        const { token } = credentialFormat(word).mint();
        return [word, token, token.slice(8)] as const;
      }),
      withCore('secret of a webhook', (core) => `whsec_${core}`),
      withCore('session cookie', (core) => `catalograph.session_token=${core}`),
      withCore('value of a session cookie', (core) => `${letters(32)}.${core}${letters(1)}=`),
      withCore('signed link', (core) => `/api/v1/media/x/content?organization=o&signature=${core}`),
      withCore('pass of a preview', (core) => `1790000000.${core}`),
      withCore('link for an upload', (core) => `https://bucket.example/x?X-Amz-Signature=${core}`),
      withCore('password in an address', (core) => `https://me:${core}@host.example/x`),
      withCore('bearer', (core) => `Bearer ${core}`),
      withCore('token in a query', (core) => `https://host.example/x?access_token=${core}`),
    ].map(([kind, text, core]) => [kind, { text, core }]),
  );

function withCore(kind: string, write: (core: string) => string): readonly [string, string, string] {
  const core = random(32);
  return [kind, write(core), core];
}

const lines: string[] = [];
let served: ServedProgram;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  served = await serveProgram(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, RATE_LIMIT_PER_MINUTE: '100000' },
    createLog('trace', { write: (line) => void lines.push(line) }),
  );
});
afterAll(async () => {
  await served?.close();
  await collector?.close();
});

/** Every route of the program: those of its adapters and those of the manifest. */
function allRoutes(): readonly { readonly method: string; readonly path: string }[] {
  const operations = readManifest(schema)
    .operations.flatMap(({ rest }) => rest)
    .map(({ method, path }) => ({ method, path: `/api/v1${path}` }));
  const adapters = served.routes.map(({ method, path }) => ({
    method: method === 'ALL' ? 'POST' : method,
    path,
  }));
  return [...operations, ...adapters];
}

/** A path with the text in each of its parameters; one without parameters gets it behind. */
function withText(path: string, text: string): string {
  const filled = path.replaceAll(/\{\w+\}|:\w+(\{[^}]*\})?|\*/g, () => encodeURIComponent(text));
  return filled === path ? `${path.replace(/\/$/, '')}/${encodeURIComponent(text)}` : filled;
}

test('no line of the log and no span has a secret that a request to any route carried anywhere', async () => {
  const routes = allRoutes();
  expect(routes.length).toBeGreaterThan(200);
  const paths = new Set(routes.map(({ path }) => path));
  for (const path of ['/shop/:key/graphql', '/shop/media/*', '/auth/*', '/_mcp', '/graphql', '/api/v1/media'])
    expect(paths).toContain(path);
  const kinds = Object.values(CANARIES);
  for (const [index, { method, path }] of routes.entries()) {
    // Each route gets every kind in its shop paths, and the kinds in turn elsewhere: what masks is one function.
    const texts = path.startsWith('/shop')
      ? kinds
      : [kinds[index % kinds.length], kinds[(index * 5 + 1) % kinds.length]];
    for (const canary of texts) {
      const { text = '' } = canary ?? {};
      const body =
        method === 'GET' || method === 'HEAD'
          ? {}
          : { body: JSON.stringify({ [text]: text, query: `{ ${text} }` }) };
      const query = `?x=${encodeURIComponent(text)}&token=${encodeURIComponent(text)}`;
      const headers = {
        authorization: index % 2 === 0 ? `Bearer ${served.token}` : text.replace(/^(?!Bearer)/, 'Bearer '),
        cookie: `catalograph.session_token=${encodeURIComponent(text)}`,
        'content-type': 'application/json',
        'x-request-id': text,
        traceparent: `00-4bf92f3577b34da6a3ce929d${index.toString(16).padStart(8, '0')}-00f067aa0ba902b7-01`,
        tracestate: `canary=${text}`,
        'idempotency-key': text,
      };
      const request = new Request(`http://catalograph.test:4000${withText(path, text)}${query}`, {
        method,
        headers,
        ...body,
      });
      const response = await served.answer(request);
      await response.body?.cancel();
    }
  }
  await served.catalogue.tracing.close();
  const exported = collector.requests.map(({ body }) => body).join('\n');
  const logged = lines.join('\n');
  expect(lines.length).toBeGreaterThan(routes.length);
  expect(collector.spans.length).toBeGreaterThan(routes.length / 2);
  const leaks = Object.entries({ ...CANARIES, 'the token of the caller': { core: served.token } }).flatMap(
    ([kind, { core }]) => [
      ...(logged.includes(core) ? [`log: ${kind}: ${lines.find((line) => line.includes(core))}`] : []),
      ...(exported.includes(core) ? [`trace: ${kind}`] : []),
    ],
  );
  expect(leaks).toEqual([]);
}, 180_000);

test.each([
  ['sk', '/graphql'],
  ['sk', '/schema.graphql'],
  ['sk', '/introspection.json'],
  ['sk', ''],
  ['pim', '/graphql'],
])('a path of the Shop API with a key of kind %s is refused: /shop/{key}%s', async (kind, rest) => {
  const { text = '' } = CANARIES[kind] ?? {};
  const response = await served.request(`/shop/${text}${rest}?query={__typename}`);
  const { code, detail, errors } = (await response.json()) as {
    code?: string;
    detail?: string;
    errors?: readonly { message: string; extensions: { code: string } }[];
  };
  expect(response.status).toBe(400);
  expect(code ?? errors?.[0]?.extensions.code).toBe('secret-key-in-url');
  expect(detail ?? errors?.[0]?.message).toContain('Authorization: Bearer sk_…');
  expect(response.headers.get('cache-control')).toMatch(/no-store/);
});
