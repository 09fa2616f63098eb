// Risk: the page to try things in stays blank without internet, runs foreign scripts, or shows examples that fail.
import { runInNewContext } from 'node:vm';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_TABS } from '../../../src/adapters/graphql/graphiql/example-tabs.ts';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
let page: Response;
let html: string;
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  page = await served.request('/graphql', { headers: { accept: 'text/html,application/xhtml+xml' } });
  html = await page.text();
});
afterAll(() => served.close());

const addresses = () => [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');

test('is for browsers; programs that ask the same address get GraphQL', async () => {
  expect([page.status, page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
    200,
    'text/html; charset=UTF-8',
    'Accept, Accept-Encoding',
  ]);
  const query = '/graphql?query=%7B__typename%7D';
  const answer = await served.request(query, { headers: { accept: 'application/json' } });
  expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
});

test('takes every file from this server', async () => {
  expect(addresses().map((address) => address.replace(/[0-9a-f]{12}/, '<version>'))).toEqual([
    'data:,',
    '/graphql/graphiql/<version>/graphiql.css',
    '/graphql/graphiql/<version>/environment.js',
    '/graphql/graphiql/<version>/graphiql.js',
    '/graphql/graphiql/<version>/start.js',
  ]);
  expect(html).not.toMatch(/https?:/);
  for (const address of addresses().slice(1)) {
    const asset = await served.request(address);
    expect([asset.status, asset.headers.get('cache-control')], address).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(await asset.text(), address).not.toMatch(/@import|importScripts\(["']http|\.src\s*=\s*["']http/);
  }
});

test('serves the workers of the editor, which the page names', async () => {
  const environment = addresses().find((address) => address.endsWith('environment.js')) ?? '';
  const script = await (await served.request(environment)).text();
  const workers = [...script.matchAll(/"(\/graphql\/graphiql\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(workers.map((path) => path.split('/').at(-1))).toEqual([
    'editor.worker.js',
    'json.worker.js',
    'graphql.worker.js',
  ]);
  for (const path of workers) {
    const worker = await served.request(path);
    expect([worker.status, worker.headers.get('content-type')], path).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    await worker.body?.cancel();
  }
});

test('sends files compressed to who can read that', async () => {
  const address = addresses().find((one) => one.endsWith('graphiql.js')) ?? '';
  const plain = await served.request(address);
  const packed = await served.request(address, { headers: { 'accept-encoding': 'br, gzip' } });
  const unpacked = packed.body?.pipeThrough(new DecompressionStream('gzip'));
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
    null,
    'gzip',
  ]);
  expect(await new Response(unpacked).text()).toBe(await plain.text());
});

test('answers 404 for a file of another release', async () => {
  const { status } = await served.request('/graphql/graphiql/000000000000/graphiql.js');
  expect(status).toBe(404);
});

test('allows no scripts but its own and no frames around it', () => {
  const policy = page.headers.get('content-security-policy') ?? '';
  const rules = Object.fromEntries(policy.split('; ').map((rule) => rule.split(/ (.*)/s).slice(0, 2)));
  expect(rules).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
  });
  // No inline script but the options, which are data.
  expect(html.match(/<script(?![^>]*\bsrc=)[^>]*>/g)).toEqual([
    '<script type="application/json" id="options">',
  ]);
});

test('presets the header for the token in every tab', () => {
  const json = /id="options">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const options = JSON.parse(json) as { headers: string; defaultTabs: { headers: string }[] };
  expect(JSON.parse(options.headers)).toEqual({ Authorization: 'Bearer <paste your token>' });
  expect(new Set(options.defaultTabs.map(({ headers }) => headers))).toEqual(new Set([options.headers]));
});

test('sends the preset to nobody, and a token that was pasted over it from all tabs', async () => {
  const environment = addresses().find((address) => address.endsWith('environment.js')) ?? '';
  const script = await (await served.request(environment)).text();
  const sent: (string | null)[] = [];
  const self = {
    fetch: (_resource: string, init: { headers: Headers }) =>
      void sent.push(init.headers.get('authorization')),
  };
  runInNewContext(script, { self, Headers });
  const preset = 'Bearer <paste your token>';
  for (const authorization of [preset, 'Bearer pim_x', preset, 'Bearer pim_y', preset]) {
    (self.fetch as unknown as typeof fetch)('/graphql', { headers: { authorization } });
  }
  expect(sent).toEqual([null, 'Bearer pim_x', 'Bearer pim_x', 'Bearer pim_y', 'Bearer pim_y']);
});

const EXAMPLES = EXAMPLE_TABS.map(
  (tab) => [/(?:query|mutation) (\w+)/.exec(tab.query)?.[1] ?? '', tab] as const,
);

test.each(EXAMPLES)('shows an example that runs: %s', async (operationName, { query, variables = '{}' }) => {
  expect(validate(guardedSchema(), parse(query))).toEqual([]);
  const { status, errors, data } = await served.graphql(query, {
    operationName,
    variables: JSON.parse(variables) as object,
  });
  expect([status, errors]).toEqual([200, []]);
  expect(data).toMatchObject(SHOWN[operationName] ?? {});
});

/** What each example is there to show. */
const SHOWN: Readonly<Record<string, object>> = {
  DescribeTheCatalogue: {
    me: { role: 'OWNER' },
    channels: { nodes: [{ code: 'marketplace' }, { code: 'webshop' }] },
  },
  ListProducts: { products: { pageInfo: { hasNextPage: true } } },
  OneProduct: { product: { version: 1, flat: { finish: 'oiled_oak' } } },
  CreateProduct: {
    createProduct: {
      __typename: 'ValidationFailed',
      errors: [{ code: 'option-not-found', attribute: 'finish', suggestions: ['smoked_walnut'] }],
    },
  },
  UpdateProduct: { updateProduct: { outcome: 'UPDATED', product: { sku: 'LO-WREN', version: 2 } } },
  TryIt: { createChannel: { dryRun: true, outcome: 'CREATED', channel: { code: 'trial' } } },
};

test('shows what each example is there to show', () => {
  expect(EXAMPLES.map(([name]) => name)).toEqual(Object.keys(SHOWN));
});
