// Risk: what checks links, caches and monitors with HEAD is told that a page is not there.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveDemo } from '../rest/rest-client.ts';

let served: Awaited<ReturnType<typeof serveDemo>>;
beforeAll(async () => {
  served = await serveDemo();
}, 60_000);
afterAll(() => served.close());

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}
const description = JSON.parse(
  await readFile(new URL('../../../schema/openapi.json', import.meta.url), 'utf8'),
) as { readonly paths: Readonly<Record<string, { readonly get?: Operation }>> };

/** All GET routes of the description: those without parameters exist, of the others something that is not there is asked for. */
const routes = Object.entries(description.paths).flatMap(([path, { get }]) => {
  if (get === undefined) return [];
  // It has no end.
  const isStream = Object.values(get.responses).some(
    ({ content }) => content?.['text/event-stream'] !== undefined,
  );
  return isStream ? [] : [`/api/v1${path.replaceAll(/\{\w+\}/g, 'nothing')}`];
});

const others = [
  '/',
  '/livez',
  '/readyz',
  '/problems/not-found',
  '/api/v1/openapi.json',
  '/graphql?sdl',
  `/graphql?query=${encodeURIComponent('{ channels { nodes { code } } }')}`,
  '/shop/pk_nothing/graphql?query={channel{code}}',
  '/shop/pk_nothing/schema.graphql',
  '/nothing',
];

test('the routes of the description are many', () => {
  expect(routes.length).toBeGreaterThan(50);
});

test.each([...new Set([...routes, ...others])])('HEAD %s answers as GET, without content', async (path) => {
  const ask = async (method: string) => {
    const headers = { authorization: `Bearer ${served.token}` };
    const response = await served.request(path, { method, headers });
    const names = ['content-type', 'etag', 'cache-control', 'allow'];
    return {
      status: response.status,
      headers: names.map((name) => response.headers.get(name)),
      text: await response.text(),
    };
  };
  const [get, head] = [await ask('GET'), await ask('HEAD')];
  expect(head).toEqual({ ...get, text: '' });
});
