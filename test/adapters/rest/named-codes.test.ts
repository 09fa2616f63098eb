// Risk: a misspelt code in a parameter answers nothing instead of saying so, or says so after it has written.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import openapi from '../../../schema/openapi.json' with { type: 'json' };
import { call, connect } from '../mcp/mcp-client.ts';
import { serveDemo } from './rest-client.ts';

let demo: Awaited<ReturnType<typeof serveDemo>>;
let client: Client;
beforeAll(async () => {
  demo = await serveDemo();
  client = await connect(demo, '2026');
}, 60_000);
afterAll(async () => {
  await client.close();
  await demo.close();
});

/** Nearly a code of the demo catalogue, and the one that is meant. */
const MISSPELT: Readonly<Record<string, readonly [string, string]>> = {
  attributes: ['titel', 'title'],
  channel: ['webshopp', 'webshop'],
  locale: ['de_DD', 'de_DE'],
  locales: ['de_DD', 'de_DE'],
  attribute_set: ['lampp', 'lamp'],
  required_in: ['webshopp', 'webshop'],
  missing_label: ['de_DD', 'de_DE'],
  group: ['lamp_basic', 'lamp_basics'],
  option_set: ['finishs', 'finishes'],
  parent: ['table_lamp', 'table_lamps'],
  root: ['table_lamp', 'table_lamps'],
};

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
  readonly format?: string;
}

const isText = (schema: Schema | undefined) =>
  [schema?.type].flat().includes('string') && schema?.enum === undefined && schema?.format === undefined;

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema & { readonly items?: Schema };
  }[];
}

/** Every GET route and each of its parameters that takes such a code. */
const routes = Object.entries(openapi.paths as Record<string, { readonly get?: Operation }>)
  // What changes of the past name may be deleted.
  .filter(([path]) => path !== '/configuration-changes')
  .flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.name in MISSPELT)
      .map(({ name }) => ({ path, name })),
  );

test('every other text that a parameter takes is known not to be such a code', () => {
  const known = ['fields', 'search_after', 'filter', 'sort', 'expand', 'search', 'with_count'];
  const ofSignedLinks = ['expires', 'organization', 'signature'];
  const others = Object.entries(openapi.paths as Record<string, { readonly get?: Operation }>).flatMap(
    ([path, { get }]) =>
      (get?.parameters ?? [])
        .filter(
          (one) =>
            one.in === 'query' && !(one.name in MISSPELT) && ![...known, ...ofSignedLinks].includes(one.name),
        )
        .filter(({ schema }) => isText(schema) || isText(schema?.items))
        .map(({ name }) => `${path} ${name}`),
  );
  expect(others.sort()).toEqual([
    // Refused with the likely types, as that of entities.
    '/attributes entity_type',
    '/audit actor',
    '/audit kind',
    // Of the past: it may be deleted.
    '/audit object',
    // A SKU or an id. A product that does not exist has no comments.
    '/comments product',
    // Of the past: what they name may be deleted, or have no changes.
    '/configuration-changes actor',
    '/configuration-changes code',
    '/configuration-changes job_id',
    '/configuration-changes object',
    '/configuration-changes request_id',
    // Refused with the likely types.
    '/deleted-entities entity_type',
    '/deleted-products sku',
    '/entities changed_since',
    '/entities codes',
    // Refused with the likely types.
    '/entities entity_type',
    '/entities query',
    '/entities/{entity_type}/{code} as_of',
    '/entities/{entity_type}/{code}/comparison from',
    '/entities/{entity_type}/{code}/comparison to',
    '/entities/{entity_type}/{code}/used-by facets',
    '/events epoch',
    '/events types',
    '/media mime_type',
    // Of a disabled locale as well: what has no text is in the list.
    '/media missing_alt_in',
    '/media tags',
    '/media/{ref}/used-by facets',
    // Filters of a list: what has no label is not in it.
    '/model-labels codes',
    '/model-labels missing_in',
    '/products changed_since',
    '/products facets',
    '/products query',
    '/products/{ref} as_of',
    '/products/{ref}/comparison from',
    '/products/{ref}/comparison to',
    '/products/{ref}/variants facets',
    // Refused with the likely storefronts.
    '/storefront-keys storefront',
    // Of events that may be long past, whose attributes may be gone.
    '/storefronts/{code}/preview-link product',
    '/webhooks/{id}/test changed_attributes',
    '/webhooks/{id}/test events',
  ]);
});

test('a path that leads nowhere is missing, whatever part of it is wrong', async () => {
  const status = async (path: string) => (await demo.rest(`GET ${path}`)).status;
  expect(await status('/option-sets/finishs/options')).toBe(404);
  expect(await status('/option-sets/finishs/options/oiled_oak')).toBe(404);
  expect(await status('/entities/designr/ida')).toBe(404);
  expect(await status('/option-sets/FINISHES/options')).toBe(200);
});

interface Reported {
  readonly code: string;
  readonly pointer: string;
  readonly value: string;
  readonly suggestions: readonly string[];
}

test('every GET route refuses a misspelt code in a parameter and names the likely one', async () => {
  const silent: string[] = [];
  for (const { path, name } of routes) {
    const [wrong, meant] = MISSPELT[name] ?? ['', ''];
    // Sets are looked up before the channel of their schema.
    const filled = path.replace('/attribute-sets/{code}', '/attribute-sets/lamp').replaceAll(/\{\w+\}/g, 'x');
    const { status, json } = await demo.rest(`GET ${filled}?${name}=${wrong}`);
    const [problem] = (json.errors ?? []) as readonly Reported[];
    const pointer = name.endsWith('s') ? `/${name}/0` : `/${name}`;
    if (status !== 422 || problem?.pointer !== pointer || !problem.suggestions.includes(meant))
      silent.push(`${path} ${name}: ${status} ${JSON.stringify(problem ?? json)}`);
  }
  expect(silent).toEqual([]);
  expect(routes.length).toBeGreaterThan(40);
}, 60_000);

test('all wrong codes of a request are told at once, wherever they stand', async () => {
  const inQuery = await demo.rest(
    'GET /products?channel=webshopp&locales=de_DD,de_DE&attributes=title,titel',
  );
  expect(inQuery).toMatchObject({
    status: 422,
    json: {
      code: 'validation-failed',
      errors: [
        { code: 'attribute-not-found', pointer: '/attributes/1' },
        { code: 'locale-not-enabled', pointer: '/locales/0', suggestions: ['de_DE', 'de_AT'] },
        { code: 'reference-not-found', pointer: '/channel', suggestions: ['webshop'] },
      ],
    },
  });
  const inBody = await demo.rest('POST /products/search', { json: { filter: {}, attributes: ['titel'] } });
  expect(inBody).toMatchObject({
    status: 422,
    json: { code: 'unknown-attribute', errors: [{ pointer: '/attributes/0' }] },
  });
});

test('a write is refused before it is done', async () => {
  const { json: made } = await demo.rest('POST /products', { json: { sku: 'ONE' } });
  const refused = await demo.rest('PATCH /products/ONE?locales=de_DD', { json: { status: 'archived' } });
  expect([refused.status, refused.json.code]).toEqual([422, 'validation-failed']);
  const { json } = await demo.rest('GET /products/ONE');
  expect(json).toMatchObject({ version: made.version, status: 'draft' });
});

test('tools say it, too', async () => {
  const reported = async (name: string, given: Readonly<Record<string, unknown>>) => {
    const { isError, json } = await call(client, name, given);
    return {
      isError,
      errors: ((json.errors ?? []) as readonly Reported[]).map(({ value, suggestions }) => [
        value,
        suggestions[0],
      ]),
    };
  };
  expect(await reported('get_product', { ref: 'x', locale: 'de_DD' })).toEqual({
    isError: true,
    errors: [['de_DD', 'de_DE']],
  });
  expect(await reported('search_products', { channel: 'webshopp' })).toEqual({
    isError: true,
    errors: [['webshopp', 'webshop']],
  });
  expect(await reported('find_codes', { kind: 'attribute', locale: 'de_DD' })).toEqual({
    isError: true,
    errors: [['de_DD', 'de_DE']],
  });
  expect(await reported('get_attribute_set', { code: 'lamp', channel: 'webshopp' })).toEqual({
    isError: true,
    errors: [['webshopp', 'webshop']],
  });
});
