// Risk: an API that writes a price in one currency, or one code of a list, takes away the others without a word.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/adapters/manifest/read-manifest.ts';
import type { JsonObject, JsonValue } from '../../src/kernel/json.ts';
import { upsertEntities } from '../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../src/modules/entity-type/index.ts';
import { upsertProducts } from '../../src/modules/product/index.ts';
import { cellWrite } from '../support/builders.ts';
import { seedConfiguration } from '../support/clothing-catalogue.ts';
import { createImportHarness } from '../support/imports.ts';
import { schema } from './support/authorization-world.ts';
import { openWorldByApi, type WorldByApi } from './support/world-by-api.ts';

let { world, askRest, askTool, program } = {} as WorldByApi;
beforeAll(async () => {
  ({ world, askRest, askTool, program } = await openWorldByApi());
  const brands = { code: 'brand', attributes: ['d_text', 'd_image', 'd_price', 'd_multi_select'] };
  await seedConfiguration(world.catalogue, upsertEntityTypes, [brands], world.owner);
});
afterAll(() => world.close());

const SKU = 'PARTS';
const START = [
  cellWrite('d_price', [
    { amount: '1.50', currency: 'EUR' },
    { amount: '2.50', currency: 'USD' },
  ]),
  cellWrite('d_multi_select', ['red', 'blue']),
];

beforeEach(async () => {
  const { owner } = world;
  const { runner } = world.catalogue;
  const values = START.map((write) => ({ ...write, partial: false }));
  const how = { mode: 'upsert', errorPolicy: 'reject_all' } as const;
  await runner.write(owner, upsertProducts, { ...how, items: [{ sku: SKU, attributeSet: 'typed', values }] });
  await runner.write(owner, upsertEntities, {
    ...how,
    items: [{ entityType: 'brand', code: 'parts', values }],
  });
});

/** The cells of one attribute as REST, MCP and files write them, and as GraphQL does. */
type Cells = Readonly<Record<string, JsonObject>>;
const inputOf = (cells: Cells) => Object.entries(cells).map(([attribute, one]) => ({ attribute, ...one }));

async function rest(method: string, path: string, body: object): Promise<JsonValue> {
  const headers = { 'content-type': 'application/json' };
  const response = await askRest(path, { method, headers, body: JSON.stringify(body) }, program);
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as JsonValue;
}
const tool = async (name: string, input: object) => {
  const result = await askTool(name, input, program);
  expect(result.code).toBe('allowed');
};
async function graph(document: string, cells: Cells): Promise<void> {
  const { data, errors } = await world.run(document, { values: inputOf(cells) }, world.owner);
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).not.toContain('ValidationFailed');
}
async function lines(resource: 'products' | 'entities', item: object): Promise<void> {
  const catalogue = { ...world.catalogue, owner: world.owner };
  const { errors } = await createImportHarness(catalogue).run(JSON.stringify(item), {
    resource,
    format: 'jsonl',
  });
  expect(errors).toEqual([]);
}

const brand = { entity_type: 'brand', code: 'parts' };
const DECLARED = '$values: [ValueInput!]';

/** Every way to write values to a product or entity that exists. */
const WRITES: Readonly<Record<string, (values: Cells) => Promise<unknown>>> = {
  'updateProduct by REST': (values) => rest('PATCH', `/products/${SKU}`, { values }),
  'upsertProducts by REST': (values) => rest('POST', '/products/batch', { items: [{ sku: SKU, values }] }),
  'updateProduct by MCP': (values) => tool('update_product', { ref: SKU, values, dry_run: false }),
  'upsertProducts by MCP': (values) =>
    tool('upsert_products', { items: [{ sku: SKU, values }], dry_run: false }),
  'updateProduct by GraphQL': (values) =>
    graph(
      `mutation (${DECLARED}) { updateProduct(ref: "${SKU}", input: { values: $values }) { __typename } }`,
      values,
    ),
  'upsertProducts by GraphQL': (values) =>
    graph(
      `mutation (${DECLARED}) { upsertProducts(items: [{ sku: "${SKU}", values: $values }]) { __typename ... on UpsertProductsPayload { results { problem { code } } } } }`,
      values,
    ),
  'products in JSON lines': (values) => lines('products', { sku: SKU, values }),
  'updateEntity by REST': (values) => rest('PATCH', '/entities/brand/parts', { values }),
  'upsertEntities by REST': (values) => rest('POST', '/entities/batch', { items: [{ ...brand, values }] }),
  'upsertEntities by MCP': (values) =>
    tool('upsert_entities', { items: [{ ...brand, values }], dry_run: false }),
  'updateEntity by GraphQL': (values) =>
    graph(
      `mutation (${DECLARED}) { updateEntity(entityType: "brand", code: "parts", input: { values: $values }) { __typename } }`,
      values,
    ),
  'upsertEntities by GraphQL': (values) =>
    graph(
      `mutation (${DECLARED}) { upsertEntities(items: [{ entityType: "brand", code: "parts", values: $values }]) { __typename } }`,
      values,
    ),
  'entities in JSON lines': (values) => lines('entities', { ...brand, values }),
};

/** What reads values only, creates what has none yet, or runs as a job over the function of batches. */
const OTHERS = ['bulkEditProducts', 'createEntity', 'createProduct', 'previewBulkEdit', 'validateProduct'];

test('every operation that takes values is written by here', () => {
  const { operations } = readManifest(schema);
  const takesValues = operations
    .filter(({ field }) =>
      JSON.stringify(namesIn(field.args.map(({ type }) => type))).includes('"ValueInput"'),
    )
    .map(({ name }) => name);
  const written = new Set(Object.keys(WRITES).map((name) => name.split(' ', 1)[0]));
  const left = takesValues.filter((name) => !written.has(name));
  expect(left.sort()).toEqual(OTHERS);
});

/** The names of all input types below some. */
function namesIn(types: readonly unknown[], found = new Set<string>()): string[] {
  for (const type of types) {
    const named = schema.getType(String(type).replace(/[![\]]/g, ''));
    if (named === undefined || found.has(named.name)) continue;
    found.add(named.name);
    if ('getFields' in named)
      namesIn(
        Object.values(named.getFields()).map((field) => field.type),
        found,
      );
  }
  return [...found];
}

async function valuesAfter(name: string, values: Cells): Promise<JsonObject> {
  await WRITES[name]?.(values);
  const path = name.includes('roduct') ? `/products/${SKU}` : '/entities/brand/parts';
  const response = await askRest(path, {}, program);
  const held = ((await response.json()) as { values: Record<string, { value: JsonValue }[]> }).values;
  return Object.fromEntries(
    ['d_price', 'd_multi_select'].map((code) => [code, (held[code]?.[0]?.value ?? null) as JsonValue]),
  );
}

const EUR = { amount: '1.50', currency: 'EUR' };
const USD = { amount: '2.50', currency: 'USD' };

describe.each(Object.keys(WRITES))('%s', (name) => {
  test('writes a price in one currency and leaves the others', async () => {
    const price = { amount: '7.50', currency: 'EUR' };
    expect((await valuesAfter(name, { d_price: { value: [price] } })).d_price).toEqual([price, USD]);
  });

  test('removes a price by its amount null, and all others by partial false', async () => {
    const removal = { d_price: { value: [{ amount: null, currency: 'USD' }] } };
    expect((await valuesAfter(name, removal)).d_price).toEqual([EUR]);
    const whole = { d_price: { value: [USD], partial: false } };
    expect((await valuesAfter(name, whole)).d_price).toEqual([USD]);
  });

  test('adds codes to a list and removes others', async () => {
    const change = { d_multi_select: { add: ['green'], remove: ['red'] } };
    expect((await valuesAfter(name, change)).d_multi_select).toEqual(['blue', 'green']);
    const removal = { d_multi_select: { remove: ['green'] } };
    expect((await valuesAfter(name, removal)).d_multi_select).toEqual(['blue']);
  });
});
