// Risk: a property of products is lost on one of its ways: an API, a filter, a file, the history.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DomainError, type VersionMismatch } from '../../../src/kernel/errors.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import {
  deleteProduct,
  type ProductPatch,
  restoreProduct,
  updateProduct,
} from '../../../src/modules/product/index.ts';
import { call, connect } from '../../adapters/mcp/mcp-client.ts';
import { restOf } from '../../adapters/rest/rest-client.ts';
import { productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createExportHarness } from '../../support/exports.ts';
import { createImportHarness } from '../../support/imports.ts';
import { serveProgram } from '../../support/served-program.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
beforeEach(async () => {
  await catalogue.database.owner.query('DELETE FROM public.product');
});
afterAll(() => catalogue.close());

const write = async <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  (await catalogue.runner.write(catalogue.owner, operation, input)).output;
const tag = (ref: string, tags: ProductPatch['tags'], ifVersion?: number) =>
  write(updateProduct, { ref, ifVersion, patch: { tags } });

async function ask(document: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await catalogue.execute(document, variables);
  expect(errors).toBeUndefined();
  return data as Readonly<Record<string, unknown>>;
}
async function tagsOf(ref: string) {
  const data = await ask('query ($ref: ID!) { product(ref: $ref) { version tags } }', { ref });
  return data.product as { version: number; tags: string[] };
}
async function found(tags: object): Promise<string[]> {
  const document = 'query ($tags: SetCondition) { products(filter: { tags: $tags }) { nodes { sku } } }';
  const data = await ask(document, { tags });
  return (data.products as { nodes: { sku: string }[] }).nodes.map(({ sku }) => sku);
}
async function refusalOf(attempt: Promise<unknown>): Promise<DomainError> {
  const refusal = await attempt.catch((error: unknown) => error);
  if (refusal instanceof DomainError) return refusal;
  throw new Error('It was not refused.');
}
async function lastChanges() {
  const { rows } = await catalogue.database.owner.query(
    'SELECT changes FROM ledger.event ORDER BY sequence DESC LIMIT 1',
  );
  return rows[0]?.changes;
}
const change = (old: readonly string[], now: readonly string[]) => [
  { path: 'tags', channel: null, locale: null, old, new: now },
];

test('tags are trimmed, kept as first written, compared without case, and sorted', async () => {
  await seedProducts(catalogue, [simpleProduct('LAMP', { tags: { set: [' Sale ', 'New in', 'SALE'] } })]);
  expect(await tagsOf('LAMP')).toEqual({ version: 1, tags: ['New in', 'Sale'] });
  await tag('LAMP', { add: ['sale', 'été'], remove: ['NEW IN', 'never there'] });
  expect(await tagsOf('LAMP')).toEqual({ version: 2, tags: ['Sale', 'été'] });
  expect(await lastChanges()).toEqual(change(['New in', 'Sale'], ['Sale', 'été']));
  await tag('LAMP', { set: ['SALE'] });
  expect(await tagsOf('LAMP')).toEqual({ version: 3, tags: ['SALE'] });
  await tag('LAMP', null);
  expect(await tagsOf('LAMP')).toEqual({ version: 4, tags: [] });
  await tag('LAMP', { remove: ['SALE'] });
  expect(await tagsOf('LAMP')).toEqual({ version: 4, tags: [] });
});

test.each([
  [[''], 'required', ['tags', 'set', '0']],
  [['a', 'x'.repeat(65)], 'too-long', ['tags', 'set', '1']],
  [['two\nlines'], 'invalid-format', ['tags', 'set', '0']],
  [Array.from({ length: 101 }, (_, index) => `t${index}`), 'too-many-items', ['tags']],
])('tags that are not allowed are refused: %#', async (set, code, path) => {
  await seedProducts(catalogue, [simpleProduct('LAMP', { tags: { set: ['kept'] } })]);
  const { errors } = await refusalOf(tag('LAMP', { set }));
  expect(errors.map((error) => [error.code, error.path])).toEqual([[code, path]]);
  expect(await tagsOf('LAMP')).toEqual({ version: 1, tags: ['kept'] });
});

test('64 characters of any kind are a tag, and a hundred tags are allowed', async () => {
  const set = ['👟'.repeat(64), ...Array.from({ length: 99 }, (_, index) => `t${index}`)];
  await seedProducts(catalogue, [simpleProduct('LAMP', { tags: { set } })]);
  expect((await tagsOf('LAMP')).tags).toHaveLength(100);
});

test('products are found and counted by their own tags', async () => {
  await seedProducts(catalogue, [
    ...productFamily('SHIRT', { colors: ['red'], sizes: ['s'] }),
    simpleProduct('A', { tags: { set: ['Sale', 'new'] } }),
    simpleProduct('B', { tags: { set: ['SALE'] } }),
    simpleProduct('C'),
  ]);
  await tag('SHIRT', { add: ['new'] });
  expect(await found({ any: ['sale', 'NEW'] })).toEqual(['SHIRT', 'A', 'B']);
  expect(await found({ all: ['sale ', 'new'] })).toEqual(['A']);
  expect(await found({ none: ['new'], empty: false })).toEqual(['B']);
  expect(await found({ empty: true })).not.toContain('A');
  // Variants do not inherit them.
  expect(await found({ empty: true })).toContain('C');
  const facets = await ask(
    '{ products(first: 1) { facets(on: ["tags"]) { field values { value count } } } }',
  );
  expect(facets.products).toEqual({
    facets: [
      {
        field: 'tags',
        values: [
          { value: 'SALE', count: 2 },
          { value: 'new', count: 2 },
        ],
      },
    ],
  });
});

test('a stale version conflicts with changed tags when it writes tags, and only then', async () => {
  await seedProducts(catalogue, [simpleProduct('LAMP')]);
  await tag('LAMP', { add: ['new'] });
  const conflictsOf = async (patch: ProductPatch) => {
    const refused = await refusalOf(write(updateProduct, { ref: 'LAMP', ifVersion: 1, patch }));
    return (refused as VersionMismatch).conflicts;
  };
  expect(await conflictsOf({ tags: { add: ['old'] } })).toEqual(change([], ['new']));
  expect(await conflictsOf({ tags: null })).toEqual(change([], ['new']));
  expect(await conflictsOf({ status: 'in_review' })).toEqual([]);
  await tag('LAMP', { add: ['old'] }, 2);
  expect(await tagsOf('LAMP')).toEqual({ version: 3, tags: ['new', 'old'] });
});

test('a deleted product is not counted, and comes back with its tags', async () => {
  await seedProducts(catalogue, [simpleProduct('LAMP', { tags: { set: ['new'] } })]);
  await write(deleteProduct, { ref: 'LAMP' });
  expect(await found({ any: ['new'] })).toEqual([]);
  await write(restoreProduct, { ref: 'LAMP' });
  expect(await found({ any: ['new'] })).toEqual(['LAMP']);
});

test('an exported file is imported with the same tags, and an attribute keeps its column', async () => {
  const { run } = createExportHarness(catalogue);
  const imports = createImportHarness(catalogue);
  await seedProducts(catalogue, [
    simpleProduct('A', { tags: { set: ['a,b', '"q"', 'Sale'] } }),
    simpleProduct('B'),
  ]);
  const file = await run('products', { columns: ['sku', 'tags'] });
  expect(file).toBe('sku;tags\r\nA;"""""""q"""""",""a,b"",Sale"\r\nB;\r\n');
  expect(await imports.run(file)).toMatchObject({ unchanged: 2, failed: 0, errors: [] });
  await tag('A', null);
  expect(await imports.run(file)).toMatchObject({ updated: 1, unchanged: 1, failed: 0, errors: [] });
  expect((await tagsOf('A')).tags).toEqual(['"q"', 'a,b', 'Sale']);

  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'tags', type: 'text' }]);
  expect(await run('products')).toMatch(/^sku;.*;_tags;.*\r\n/);
  expect(await imports.run('sku;tags;_tags\r\nC;text;one\r\n')).toMatchObject({ created: 1, errors: [] });
  const data = await ask('{ product(ref: "C") { tags data(attributes: ["tags"], form: FLAT) } }');
  expect(data.product).toEqual({ tags: ['one'], data: { tags: 'text' } });
});

test('every API writes and shows the same tags', async () => {
  const served = await serveProgram();
  const rest = restOf(served);
  const client = await connect(served, '2026');
  try {
    await rest('POST /products', { json: { sku: 'LAMP', tags: ['Sale', 'new'] } });
    await rest('PATCH /products/LAMP', { json: { tags: { remove: ['sale'] } } });
    await call(client, 'update_product', { ref: 'LAMP', tags: { add: ['Tool'] } });
    const { data } = await served.graphql(
      'mutation { updateProduct(ref: "LAMP", input: { tags: { add: ["graph"] } }) { ... on ProductPayload { product { tags } } } }',
    );
    const tags = ['graph', 'new', 'Tool'];
    expect(data).toEqual({ updateProduct: { product: { tags } } });
    expect((await rest('GET /products/LAMP')).json.tags).toEqual(tags);
    expect(
      (await rest(`GET /products?fields=sku&filter=${encodeURIComponent('{"tags":["tool"]}')}`)).json.items,
    ).toEqual([{ sku: 'LAMP' }]);
    expect((await call(client, 'get_product', { ref: 'LAMP' })).json.tags).toEqual(tags);
    const search = { filter: { tags: ['TOOL'] }, facets: ['tags'] };
    const reported = (await call(client, 'search_products', search)).json;
    expect(reported.items).toMatchObject([{ sku: 'LAMP', tags }]);
    const answered = (await rest('POST /products/search', { json: search })).json;
    expect(answered.facets).toMatchObject(reported.facets as object);
  } finally {
    await client.close();
    await served.close();
  }
}, 60_000);
