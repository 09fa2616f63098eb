// Risk: REST does not move a product as the rules do: `parent` null is taken for left out, or a refusal points nowhere.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';
import { restOf } from './rest-client.ts';

let served: ServedProgram;
let rest: ReturnType<typeof restOf>;
beforeAll(async () => {
  served = await serveProgram();
  rest = restOf(served);
  await rest('POST /option-sets', { json: { code: 'woods' } });
  for (const code of ['oak', 'ash']) await rest('POST /option-sets/woods/options', { json: { code } });
  await rest('POST /attributes', { json: { code: 'wood', type: 'select', option_set: 'woods' } });
  await rest('POST /attributes', { json: { code: 'motto', type: 'text' } });
  const layout = { code: 'by_wood', levels: [{ axes: ['wood'], attributes: [] }] };
  const attributes = ['wood', 'motto'].map((code) => ({ code }));
  for (const code of ['chair', 'stool'])
    await rest('POST /attribute-sets', { json: { code, attributes, variant_layouts: [layout] } });
  const model = (sku: string, motto: string) => ({
    sku,
    type: 'model',
    attribute_set: 'chair',
    variant_layout: 'by_wood',
    values: { motto },
  });
  const items = [model('A', 'a'), model('B', 'b'), { sku: 'A-oak', parent: 'A', values: { wood: 'oak' } }];
  expect((await rest('POST /products/batch', { json: { items } })).json).toMatchObject({
    summary: { created: 3 },
  });
}, 60_000);
afterAll(() => served.close());

const shown = async (sku: string) => {
  const { json } = await rest(`GET /products/${sku}?values=flat`);
  const { type, attribute_set, parent, version, values } = json;
  return { type, attribute_set, parent, version, values };
};

test('a move is tried, refused where something changed meanwhile, and made', async () => {
  const variant = { type: 'variant', attribute_set: 'chair' };
  const tried = await rest('PATCH /products/A-oak?dry_run=true', { json: { parent: 'B' } });
  expect(tried).toMatchObject({ status: 200, json: { ...variant, parent: 'B', version: 2 } });
  expect(await shown('A-oak')).toEqual({
    ...variant,
    parent: 'A',
    version: 1,
    values: { motto: 'a', wood: 'oak' },
  });
  expect((await rest('PATCH /products/A-oak', { json: { parent: 'b' } })).status).toBe(200);
  expect(await shown('A-oak')).toEqual({
    ...variant,
    parent: 'B',
    version: 2,
    values: { motto: 'b', wood: 'oak' },
  });
  const headers = { 'if-match': '1' };
  expect(await rest('PATCH /products/A-oak', { json: { parent: 'A' }, headers })).toMatchObject({
    status: 412,
    json: { conflicting_changes: [{ path: 'parent', old: 'A', new: 'B' }] },
  });
  expect((await rest('GET /products/A')).json).toMatchObject({ children_count: 0 });
  expect((await rest('GET /products/B')).json).toMatchObject({ children_count: 1 });
});

test('parent null makes a variant simple, and a parent a simple product a variant', async () => {
  expect((await rest('PATCH /products/A-oak', { json: { parent: null } })).status).toBe(200);
  expect(await shown('A-oak')).toMatchObject({ type: 'simple', parent: null, values: { wood: 'oak' } });
  expect(
    (await rest('PATCH /products/A-oak', { json: { parent: 'A', values: { wood: null } } })).json,
  ).toMatchObject({
    status: 422,
    errors: [{ code: 'axis-missing', pointer: '/values/wood', attribute: 'wood' }],
  });
  expect((await rest('PATCH /products/A-oak', { json: { parent: 'NOBODY' } })).json).toMatchObject({
    status: 422,
    errors: [{ code: 'product-not-found', pointer: '/parent' }],
  });
  expect((await rest('PATCH /products/A-oak', { json: { parent: 'A' } })).status).toBe(200);
  expect(await shown('A-oak')).toMatchObject({ type: 'variant', parent: 'A', values: { motto: 'a' } });
});

test('a family gets another set with its root model, and a filter moves many', async () => {
  expect(await rest('PATCH /products/A-oak', { json: { attribute_set: 'stool' } })).toMatchObject({
    status: 422,
    json: { errors: [{ code: 'inherited-read-only', pointer: '/attribute_set' }] },
  });
  expect((await rest('PATCH /products/A', { json: { attribute_set: 'stool' } })).status).toBe(200);
  expect(await shown('A-oak')).toMatchObject({ attribute_set: 'stool', version: 4 });
  const items = ['oak', 'oak', 'ash'].map((wood, index) => ({
    sku: `S-${index}`,
    values: { wood },
    attribute_set: 'chair',
  }));
  await rest('POST /products/batch', { json: { items } });
  const json = { filter: { sku: { starts_with: 'S-' } }, patch: { parent: 'B' }, expected_count: 3 };
  for (const dry_run of [true, false]) {
    const { json: job } = await rest('POST /products/bulk', { json: { ...json, dry_run } });
    await served.runJob(String(job.id));
    expect((await rest(`GET /import-export/jobs/${job.id}`)).json).toMatchObject({
      progress: { updated: 2, failed: 1 },
      error_summary: [{ code: 'axis-duplicate' }],
    });
  }
});
