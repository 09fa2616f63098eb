// Risk: an API says of one mistake, or takes of one wish, something else than the others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorldByApi, type WorldByApi } from './support/world-by-api.ts';

let { world, askRest, askTool, program } = {} as WorldByApi;
beforeAll(async () => {
  ({ world, askRest, askTool, program } = await openWorldByApi());
});
afterAll(() => world.close());

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const response = await askRest(path, { method: 'POST', headers, body: JSON.stringify(body) }, program);
  return (await response.json()) as Record<string, unknown>;
}
async function mutate(document: string): Promise<Record<string, unknown>> {
  const { data } = await world.run(document, {}, world.owner);
  return Object.values(data ?? {})[0] as Record<string, unknown>;
}

describe.each([`prd_${'0'.repeat(32)}`, `DRY_PRD_${'f'.repeat(32)}`, 'Batch', '..'])('the SKU %s', (sku) => {
  const reported = { code: 'reserved-sku', status: 422, title: 'Reserved SKU' };

  test('is refused by the problem reserved-sku in every API', async () => {
    const field = { code: 'reserved-sku', value: sku };
    const one = await post('/products', { sku });
    expect(one).toMatchObject({ ...reported, errors: [{ ...field, pointer: '/sku' }] });
    expect(one.type).toBe('http://catalograph.test/problems/reserved-sku');
    const asked = '__typename ... on Problem { code status title errors { code value } }';
    expect(await mutate(`mutation { createProduct(input: { sku: "${sku}" }) { ${asked} } }`)).toEqual({
      __typename: 'ValidationFailed',
      ...reported,
      errors: [field],
    });
    const { json } = await askTool('create_product', { sku }, program);
    expect(json).toMatchObject({ ...reported, errors: [field] });
    const { results } = await post('/products/batch', { items: [{ sku }] });
    expect(results).toMatchObject([{ status: 'failed', problem: { code: 'reserved-sku' }, errors: [field] }]);
  });

  test('is no new name either', async () => {
    const headers = { 'content-type': 'application/json' };
    const renamed = await askRest(
      '/products/TYPED',
      { method: 'PATCH', headers, body: JSON.stringify({ sku }) },
      program,
    );
    expect(await renamed.json()).toMatchObject(reported);
  });
});

test('a key to sort by says its direction as order or as direction, in every API', async () => {
  const skus = async (sort: object) =>
    ((await post('/products/search', { sort: [sort], fields: ['sku'] })).items as { sku: string }[]).map(
      ({ sku }) => sku,
    );
  const rising = await skus({ field: 'sku' });
  const falling = rising.toReversed();
  expect(rising.length).toBeGreaterThan(2);
  for (const name of ['order', 'direction']) {
    expect(await skus({ field: 'sku', [name]: 'asc' })).toEqual(rising);
    expect(await skus({ field: 'sku', [name]: 'desc' })).toEqual(falling);
    const { data } = await world.run(
      `{ products(sort: [{ field: SKU, ${name}: DESC }]) { nodes { sku } } }`,
      {},
      world.owner,
    );
    expect(data?.products).toEqual({ nodes: falling.map((sku) => ({ sku })) });
    const { json } = await askTool('search_products', { sort: [{ field: 'sku', [name]: 'desc' }] }, program);
    expect((json.items as { sku: string }[]).map(({ sku }) => sku)).toEqual(falling);
  }
  expect(
    await post('/products/search', { sort: [{ field: 'sku', order: 'asc', direction: 'desc' }] }),
  ).toMatchObject({
    code: 'validation-failed',
    status: 422,
    errors: [{ code: 'value-not-allowed', pointer: '/sort/0/order', value: 'asc' }],
  });
});

test('a stale version is told beside the present one, of an item of a batch too', async () => {
  const versions = { current_version: 1, your_version: 7 };
  const item = { sku: 'ROBE', version: 7 };
  const { results } = await post('/products/batch', { items: [{ sku: 'TYPED' }, item] });
  expect(results).toMatchObject([
    { status: 'unchanged' },
    { status: 'failed', problem: { code: 'version-mismatch', ...versions } },
  ]);
  const { json } = await askTool('upsert_products', { items: [item] }, program);
  expect(json.results).toMatchObject([{ problem: { code: 'version-mismatch', ...versions } }]);
  const brands = await post('/entities/batch', {
    items: [{ entity_type: 'brand', code: 'acme', version: 7 }],
  });
  expect(brands.results).toMatchObject([{ problem: { code: 'version-mismatch', ...versions } }]);
  const asked = '... on VersionMismatch { currentVersion yourVersion }';
  expect(
    await mutate(`mutation { updateProduct(ref: "ROBE", ifVersion: 7, input: {}) { ${asked} } }`),
  ).toEqual({
    currentVersion: 1,
    yourVersion: 7,
  });
  const headers = { 'if-match': '"7"' };
  const single = await askRest('/products/ROBE', { method: 'DELETE', headers }, program);
  expect(await single.json()).toMatchObject({ code: 'version-mismatch', ...versions });
});

test('a tool names the page of a problem by the address that REST names', async () => {
  const { type } = (await (await askRest('/products/NOBODY', {}, program)).json()) as { type: string };
  expect(type).toBe('http://catalograph.test/problems/not-found');
  const { json } = await askTool('get_product', { ref: 'NOBODY' }, program);
  expect(json.type).toBe(type);
  const batch = await askTool('upsert_products', { items: [{ sku: '..' }] }, program);
  expect(batch.json.results).toMatchObject([
    { problem: { type: 'http://catalograph.test/problems/reserved-sku' } },
  ]);
});
