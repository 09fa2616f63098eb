// Risk: a model is refused and cannot tell why, or a call does more, twice, or elsewhere than it was allowed to.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../../src/kernel/scopes.ts';
import { createAccessToken } from '../../../src/modules/access-token/index.ts';
import { openUserSession, provisionOrganization } from '../../../src/modules/organization/index.ts';
import type { ServedProgram } from '../../support/served-program.ts';
import { answerIn, call, connect, serveDemo } from './mcp-client.ts';

let served: ServedProgram;
let client: Client;
beforeAll(async () => {
  served = await serveDemo();
  client = await connect(served, '2026');
}, 60_000);
afterAll(async () => {
  await client.close();
  await served.close();
});
const ask = (name: string, given: Readonly<Record<string, unknown>>) => call(client, name, given);

const NEAR = {
  message_key: 'did-you-mean',
  params: {
    message: { key: 'option-not-found', params: { value: 'oyled_oak', set: 'finishes' } },
    suggestions: ['oiled_oak'],
  },
};

test('names the wrong place, what was found, what was perhaps meant and where to look', async () => {
  const input = { sku: 'NEW', attribute_set: 'lamp', values: { finish: 'oyled_oak' } };
  const { json, isError } = await ask('create_product', input);
  expect({ isError, json }).toEqual({
    isError: true,
    json: {
      type: 'http://catalograph.test:4000/problems/validation-failed',
      title: 'Validation failed',
      status: 422,
      code: 'validation-failed',
      request_id: 'request',
      detail: "'oyled_oak' is not an option of set 'finishes'. Did you mean 'oiled_oak'?",
      ...NEAR,
      hint: 'Correct each entry of `errors`. It contains the path, the value and, if known, suggestions.',
      errors: [
        {
          code: 'option-not-found',
          pointer: '/values/finish',
          attribute: 'finish',
          channel: null,
          locale: null,
          value: 'oyled_oak',
          suggestions: ['oiled_oak'],
          taken_by: null,
          message: "'oyled_oak' is not an option of set 'finishes'. Did you mean 'oiled_oak'?",
          ...NEAR,
          hint: 'Use an option of the set, or add this option to the set.',
          look_up: { tool: 'find_codes', arguments: { kind: 'option', attribute: 'finish' } },
        },
      ],
    },
  });
});

test('an argument that no tool has is refused with the one that was meant, and nothing is done', async () => {
  const { isError, json } = await ask('create_product', { sku: 'NEW', atribute_set: 'lamp', dryrun: true });
  expect({ isError, json }).toMatchObject({
    isError: true,
    json: {
      code: 'unknown-property',
      detail: '2 fields are not valid.',
      errors: [
        { pointer: '/atribute_set', code: 'unknown-property', suggestions: ['attribute_set'] },
        { pointer: '/dryrun', code: 'unknown-property', suggestions: ['dry_run'] },
      ],
    },
  });
  expect(await ask('get_product', { ref: 'NEW' })).toMatchObject({
    isError: true,
    json: {
      code: 'not-found',
      look_up: { tool: 'search_products', arguments: { query: 'NEW' } },
    },
  });
});

test('what is missing or of a wrong kind is named in the words of the tool', async () => {
  expect((await ask('update_product', { values: {} })).json).toMatchObject({
    errors: [
      {
        pointer: '/ref',
        code: 'required',
        message: "'ref' is missing. SKU (case is ignored), id or `ext:system:id`.",
      },
    ],
  });
  expect((await ask('search_entities', { entity_type: 'brand', limit: '5' })).json).toMatchObject({
    errors: [{ pointer: '/limit', code: 'wrong-type', value: '5' }],
  });
  expect((await ask('search_entities', { entity_type: 'brand' })).json).toMatchObject({
    errors: [
      {
        pointer: '/entity_type',
        code: 'reference-not-found',
        value: 'brand',
        look_up: { tool: 'find_codes', arguments: { kind: 'entity_type' } },
      },
    ],
  });
  expect((await ask('search_products', { limit: 1_000 })).json).toMatchObject({
    code: 'limit-out-of-range',
    minimum: 1,
    maximum: 100,
  });
  expect((await ask('set_product_status', { refs: ['LO-WREN'], status: 'publish' })).json).toMatchObject({
    errors: [{ pointer: '/status', code: 'value-not-allowed', suggestions: ['published'] }],
  });
  expect((await ask('upsert_products', { items: 'LO-WREN' })).json).toMatchObject({
    errors: [{ pointer: '/items', code: 'wrong-type' }],
  });
  expect((await ask('upsert_products', {})).json).toMatchObject({
    errors: [{ pointer: '/items', code: 'required' }],
  });
});

test('a tool that is not there is an error of the protocol that names the one that was meant', async () => {
  await expect(client.callTool({ name: 'get_produkt', arguments: {} })).rejects.toMatchObject({
    code: -32602,
    message: "There is no tool 'get_produkt'. Did you mean 'get_product' or 'create_product'?",
  });
  await expect(client.listTools({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
});

test('no tool is listed for a token that may use none, and each says at its call what it needs', async () => {
  const poor = await connect(served, '2026', await served.mint(['import-export:read']));
  expect(await poor.listTools()).toMatchObject({ tools: [] });
  const { tools } = await client.listTools();
  for (const { name } of tools) {
    const { isError, json } = await call(poor, name, { nonsense: 1 });
    expect({ name, isError, json }).toMatchObject({
      name,
      isError: true,
      json: {
        code: 'insufficient-scope',
        status: 403,
        token_scopes: ['import-export:read'],
        hint: 'Create a token with the scopes in `required_scopes`.',
      },
    });
  }
  await poor.close();
});

test('a product of another organization reads and writes like one that is missing', async () => {
  const stranger = await connect(served, '2026', await strangersToken());
  const response = await served.graphql('{ product(ref: "LO-WREN") { id } }');
  const { product } = response.data as { product: { id: string } };
  const { id } = product;
  const missing = `prd_${'0'.repeat(31)}1`;
  const callAsStranger = async (name: string, ref: string, more: object) => {
    const result = await stranger.callTool({ name, arguments: { ref, ...more } });
    return JSON.stringify(answerIn(result))
      .replaceAll(ref, 'ref')
      .replace(/"request_id":"[^"]+"/, '');
  };
  for (const [name, more] of [
    ['get_product', {}],
    ['update_product', { values: { title: 'Mine' } }],
  ] as const) {
    expect(await callAsStranger(name, id, more)).toBe(await callAsStranger(name, missing, more));
    expect(await callAsStranger(name, id, more)).toContain("There is no product 'ref'.");
  }
  await stranger.close();
});

async function strangersToken(): Promise<string> {
  const { catalogue } = served;
  const { owner } = catalogue.database;
  const person = { name: 'Stranger', email: 'stranger@catalograph.test', password: 'correct horse battery' };
  const organization = { name: 'Strangers', owner: person };
  const { organizationId } = await provisionOrganization({ owner, clock: catalogue.clock }, organization, []);
  const origin = { door: 'console', requestId: 'test' } as const;
  const session = await openUserSession(owner, organizationId, person.email, origin);
  if (session === null) throw new Error('The stranger is missing.');
  const request = { name: 'Program', scopes: SCOPES };
  return (await catalogue.runner.write(session, createAccessToken, request)).output.token;
}

test('the same call with the same key is done once, another one with it is refused', async () => {
  const input = { sku: 'ONCE', idempotency_key: 'key-1' };
  const first = await ask('create_product', input);
  const second = await ask('create_product', input);
  expect(first.json).toMatchObject({ sku: 'ONCE', version: 1, outcome: 'created' });
  expect(second).toEqual({ ...first, json: { ...first.json, idempotency_replayed: true } });
  expect(await ask('create_product', { ...input, sku: 'TWICE' })).toMatchObject({
    isError: true,
    json: { code: 'idempotency-key-reused' },
  });
  expect(await ask('create_product', { sku: 'LONG', idempotency_key: 'k'.repeat(256) })).toMatchObject({
    isError: true,
    json: { code: 'invalid-parameter' },
  });
});

test('what touches many objects is only tried until it is told to be done', async () => {
  const items = [{ sku: 'TRIED' }];
  const tried = await ask('upsert_products', { items });
  expect(tried).toMatchObject({
    json: { dry_run: true, results: [{ id: 'dry_prd', status: 'created' }] },
  });
  expect(await ask('get_product', { ref: 'TRIED' })).toMatchObject({ json: { code: 'not-found' } });
  const model = { attributes: [{ code: 'tried', type: 'text' }] };
  expect(await ask('apply_model', model)).toMatchObject({ json: { dry_run: true, created: 1 } });
  expect(await ask('apply_model', model)).toMatchObject({ json: { dry_run: true, created: 1 } });
  const done = await ask('upsert_products', { items, dry_run: false });
  expect(done).toMatchObject({ json: { dry_run: false, results: [{ id: 'prd', status: 'created' }] } });
  expect(await ask('get_product', { ref: 'TRIED' })).toMatchObject({ json: { sku: 'TRIED' } });
  // One product is written at once, and tried when asked to.
  expect(await ask('create_product', { sku: 'TRY', dry_run: true })).toMatchObject({
    json: { dry_run: true },
  });
  expect(await ask('get_product', { ref: 'TRY' })).toMatchObject({ json: { code: 'not-found' } });
});

test('an item of a batch that is refused says why and keeps no other from being written', async () => {
  const items = [
    { sku: 'GOOD' },
    { sku: 'BAD', colour: 1 },
    { sku: 'WORSE', values: { wattage: { value: { amount: '5', unit: 'LITRE' } } }, attribute_set: 'lamp' },
  ];
  const { json, isError } = await ask('upsert_products', { items, dry_run: false });
  expect({ isError, json }).toMatchObject({
    isError: false,
    json: {
      summary: { created: 1, updated: 0, unchanged: 0, failed: 2 },
      results: [
        { index: 0, sku: 'GOOD', status: 'created', errors: [] },
        {
          index: 1,
          sku: 'BAD',
          status: 'failed',
          errors: [{ code: 'unknown-property', pointer: '/colour', hint: expect.stringMatching(/^Correct/) }],
          problem: { code: 'unknown-property', hint: expect.stringMatching(/^Correct/) },
        },
        {
          index: 2,
          sku: 'WORSE',
          status: 'failed',
          errors: [
            {
              code: 'unit-not-in-family',
              pointer: expect.stringMatching(/^\/values\/wattage/),
              look_up: { tool: 'find_codes', arguments: { kind: 'unit', attribute: 'wattage' } },
            },
          ],
          problem: { code: 'validation-failed' },
        },
      ],
    },
  });
  const all = await ask('upsert_products', { items, error_policy: 'reject_all', dry_run: false });
  expect(all).toMatchObject({
    isError: true,
    json: { errors: [{ pointer: '/items/1/colour', code: 'unknown-property' }] },
  });
  const nothing = await ask('upsert_products', { items: items.slice(1, 2), dry_run: false });
  expect(nothing.json).toMatchObject({ summary: { created: 0, updated: 0, unchanged: 0, failed: 1 } });
});

test('more than a hundred at once are refused with the number there may be', async () => {
  const items = Array.from({ length: 101 }, (_, index) => ({ sku: `MANY-${index}` }));
  expect(await ask('upsert_products', { items })).toMatchObject({
    isError: true,
    json: {
      errors: [
        {
          code: 'too-many-items',
          pointer: '/items',
          value: 101,
          message: "'items' has up to 100 entries, not 101; send the others in further calls.",
        },
      ],
    },
  });
  const refs = items.map(({ sku }) => sku);
  expect(await ask('set_product_status', { refs, status: 'draft' })).toMatchObject({
    isError: true,
    json: { errors: [{ code: 'too-many-items', pointer: '/refs', value: 101 }] },
  });
});

test('a stale version is refused with the present one', async () => {
  await ask('create_product', { sku: 'STALE', attribute_set: 'lamp' });
  await ask('update_product', { ref: 'STALE', values: { dimmable: true } });
  const { isError, json } = await ask('update_product', {
    ref: 'STALE',
    if_version: 1,
    values: { dimmable: false },
  });
  expect({ isError, json }).toMatchObject({
    isError: true,
    json: {
      code: 'version-mismatch',
      status: 412,
      current_version: 2,
      your_version: 1,
      conflicting_changes: [{ path: 'values.dimmable' }],
    },
  });
});
