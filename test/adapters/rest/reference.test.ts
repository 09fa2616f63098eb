// Risk: the description of the REST door is not that of this door, or its page asks other servers for what it needs.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

test('everybody can read the description, which is the one in schema/', async () => {
  const response = await served.request('/api/v1/openapi.json');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const committed = await readFile(new URL('../../../schema/openapi.json', import.meta.url), 'utf8');
  expect(await response.json()).toEqual(JSON.parse(committed));
});

test('describes every route that the door answers, and what each needs', async () => {
  const { paths } = (await (await served.request('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string; 'x-required-scopes': string }>>;
  };
  expect(paths['/channels']?.get).toMatchObject({
    operationId: 'listChannels',
    'x-required-scopes': 'the scope `settings:read`',
  });
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining(['createProduct', 'searchProducts', 'uploadMedia', 'listEvents', 'getJob']),
  );
});

test('every parameter has a schema, as generators of clients expect; a filter is JSON in a text', async () => {
  const { paths } = (await (await served.request('/api/v1/openapi.json')).json()) as {
    paths: Record<
      string,
      Record<string, { parameters?: { name: string; schema?: object; example?: unknown }[] }>
    >;
  };
  const parameters = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => operation.parameters ?? []),
  );
  expect(parameters.filter((parameter) => parameter.schema === undefined || 'content' in parameter)).toEqual(
    [],
  );
  const [filter] = (paths['/products']?.get?.parameters ?? []).filter(({ name }) => name === 'filter');
  expect(filter?.schema).toEqual({
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: { $ref: '#/components/schemas/ProductFilter' },
  });
  expect(JSON.parse(String(filter?.example))).toMatchObject({ status: ['published'] });
});

test('the page takes every script from this server, under a policy that lets it ask no other', async () => {
  const page = await served.request('/docs');
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("default-src 'none'; script-src 'self'"),
  ]);
  const scripts = [...(await page.text()).matchAll(/src="([^"]+)"/g)].map(([, address]) => address ?? '');
  expect(scripts.map((address) => address.replace(/[0-9a-f]{12}/, '<version>'))).toEqual([
    '/docs/<version>/reference.js',
    '/docs/<version>/start.js',
  ]);
  for (const address of scripts) {
    const script = await served.request(address, { headers: { 'accept-encoding': 'gzip' } });
    expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  }
});

test('another method is told which one is understood', async () => {
  const response = await served.request('/api/v1/openapi.json', { method: 'DELETE' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
