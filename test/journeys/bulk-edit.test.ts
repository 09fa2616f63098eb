// Risk: a bulk edit changes other products than were counted, loses one on its way, or changes some when it only tries.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restOf } from '../adapters/rest/rest-client.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

const LAMPS = 600;
const BULK = 'POST /products/bulk';

let served: ServedProgram;
let rest: ReturnType<typeof restOf>;
beforeAll(async () => {
  served = await serveProgram();
  rest = restOf(served);
  const attribute = (code: string, more: object) => rest('POST /attributes', { json: { code, ...more } });
  await attribute('motto', { type: 'text' });
  await attribute('stock', { type: 'number', validation: { max: '100' } });
  await attribute('serial', { type: 'text', unique: true });
  await rest('POST /attribute-sets', { json: { code: 'bare', attributes: [{ code: 'serial' }] } });
  const attributes = ['motto', 'stock', 'serial'].map((code) => ({ code }));
  await rest('POST /attribute-sets', { json: { code: 'lamp', attributes } });
  for (let start = 0; start < LAMPS; start += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      sku: `LAMP-${start + index}`,
      attribute_set: start + index < 3 ? 'bare' : 'lamp',
    }));
    expect((await rest('POST /products/batch', { json: { items } })).status).toBe(200);
  }
}, 60_000);
afterAll(() => served.close());

const count = async (filter: object) =>
  (await rest('POST /products/search', { json: { filter, limit: 1, with_count: true } })).json.total;

async function edited(json: object) {
  const { status, json: job } = await rest(BULK, { json });
  expect(status).toBe(202);
  await served.runJob(String(job.id));
  return (await rest(`GET /import-export/jobs/${job.id}`)).json;
}

test('all products of a filter are tried and then changed, though none is found by it any more', async () => {
  const filter = { sku: { starts_with: 'LAMP' }, attributes: { motto: { empty: true } } };
  const request = { filter, patch: { values: { motto: 'New' } }, expected_count: LAMPS };
  const tried = await edited(request);
  // Three have a set without mottos.
  const verdict = { total: LAMPS, processed: LAMPS, updated: LAMPS - 3, unchanged: 0, failed: 3 };
  const status = 'completed_with_errors';
  expect(tried).toMatchObject({ type: 'bulk', status, dry_run: true, progress: verdict });
  expect(await count(filter)).toBe(LAMPS);
  const done = await edited({ ...request, dry_run: false });
  expect(done).toMatchObject({ status, dry_run: false, progress: verdict });
  expect(await count({ attributes: { motto: 'New' } })).toBe(LAMPS - 3);
  expect(done.error_summary).toEqual([{ code: 'attribute-not-in-set', count: 3, example_row: 1 }]);
  expect((await rest(`GET /import-export/jobs/${done.id}/errors?limit=1`)).json.items).toMatchObject([
    { row: 1, ref: 'LAMP-0', code: 'attribute-not-in-set', attribute: 'motto' },
  ]);
  const again = await edited({
    ...request,
    filter: { attributes: { motto: 'New' } },
    expected_count: LAMPS - 3,
  });
  expect(again).toMatchObject({ status: 'completed', progress: { unchanged: LAMPS - 3, updated: 0 } });
  expect((await rest('GET /products/LAMP-9/revisions?limit=1')).json.items).toMatchObject([
    { version: 2, changes: [{ old: null, new: 'New' }] },
  ]);
});

test('a try knows of variants that a step before has changed, as the change itself does', async () => {
  await rest('POST /option-sets', { json: { code: 'woods' } });
  for (const code of ['oak', 'ash', 'birch'])
    await rest('POST /option-sets/woods/options', { json: { code } });
  await rest('POST /attributes', { json: { code: 'wood', type: 'select', option_set: 'woods' } });
  const layout = { code: 'by_wood', levels: [{ axes: ['wood'], attributes: [] }] };
  const set = { code: 'chair', attributes: [{ code: 'wood' }], variant_layouts: [layout] };
  expect((await rest('POST /attribute-sets', { json: set })).status).toBe(201);
  const create = async (items: object[]) => {
    const { json } = await rest('POST /products/batch', { json: { items } });
    expect(json).toMatchObject({ summary: { created: items.length } });
  };
  const variant = (sku: string, wood: string) => ({ sku, parent: 'MODEL', values: { wood } });
  await create([{ sku: 'MODEL', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood' }]);
  await create([variant('CHAIR-OAK', 'oak')]);
  // So many that the other variant is of another step.
  for (const part of [0, 1, 2, 3, 4])
    await create(
      Array.from({ length: 100 }, (_, index) => ({
        sku: `CHAIR-${part}-${index}`,
        attribute_set: 'chair',
      })),
    );
  await create([variant('CHAIR-ASH', 'ash')]);
  const request = { filter: { sku: { starts_with: 'CHAIR' } }, patch: { values: { wood: 'birch' } } };
  const tried = await edited({ ...request, expected_count: 502 });
  const done = await edited({ ...request, expected_count: 502, dry_run: false });
  for (const job of [tried, done]) {
    expect(job).toMatchObject({ progress: { updated: 501, failed: 1 } });
    expect((await rest(`GET /import-export/jobs/${job.id}/errors`)).json.items).toMatchObject([
      { row: 502, ref: 'CHAIR-ASH', code: 'axis-duplicate' },
    ]);
  }
});

test('a try knows of two-way links that a step before has removed from their other end', async () => {
  expect((await rest('POST /association-types', { json: { code: 'PAIR', two_way: true } })).status).toBe(201);
  const items = [
    { sku: 'PAIR-MODEL', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood' },
    { sku: 'PAIR-OTHER', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood' },
    { sku: 'PAIR-OAK', parent: 'PAIR-OTHER', values: { wood: 'oak' } },
    { sku: 'PAIR-MODEL', associations: { PAIR: { products: ['PAIR-OAK'] } } },
  ];
  const { json } = await rest('POST /products/batch', { json: { items } });
  expect(json).toMatchObject({ summary: { failed: 0 } });
  // Models are a step of their own.
  const filter = { sku: ['PAIR-MODEL', 'PAIR-OAK'] };
  const request = { filter, patch: { associations: { PAIR: { products: [] } } }, expected_count: 2 };
  const tried = await edited(request);
  const done = await edited({ ...request, dry_run: false });
  for (const job of [tried, done]) expect(job).toMatchObject({ progress: { updated: 1, unchanged: 1 } });
});

test('a count that differs is refused, at once or when the products have changed since', async () => {
  const request = { filter: { sku: ['LAMP-3', 'LAMP-4'] }, patch: { values: { stock: 1 } }, dry_run: false };
  expect(await rest(BULK, { json: { ...request, expected_count: 3 } })).toMatchObject({
    status: 409,
    json: { code: 'count-mismatch', detail: 'The filter finds 2 products, not 3.' },
  });
  const { json: job } = await rest(BULK, { json: { ...request, expected_count: 2 } });
  await rest('DELETE /products/LAMP-4');
  await served.runJob(String(job.id));
  expect((await rest(`GET /import-export/jobs/${job.id}`)).json).toMatchObject({
    status: 'failed',
    progress: { processed: 0 },
    failure: { code: 'count-mismatch', detail: 'The filter finds 1 product, not 2.' },
  });
});

test.each([
  [1, { filter: {}, patch: { status: 'archived' } }, '/filter'],
  [1, { filter: { sku: 'LAMP-3' }, patch: {} }, '/patch'],
  [1, { filter: { sku: 'LAMP-3' }, patch: { sku: 'LAMP-X' } }, '/patch/sku'],
  [1, { filter: { skuu: 'LAMP-3' }, patch: { status: 'draft' } }, '/filter/skuu'],
  [2, { filter: { sku: ['LAMP-3', 'LAMP-4'] }, patch: { values: { serial: 'S' } } }, '/patch/values/serial'],
  [
    2,
    { filter: { sku: ['LAMP-3', 'LAMP-4'] }, patch: { external_refs: { erp: '1' } } },
    '/patch/external_refs',
  ],
])('what is no bulk edit of %i is refused: %j', async (count, request, pointer) => {
  expect((await rest(BULK, { json: { ...request, expected_count: count } })).json).toMatchObject({
    errors: [{ pointer }],
  });
});

test('delete deletes what the filter finds: variants before their model, though they were made after it', async () => {
  const variant = (sku: string, parent: string, wood: string) => ({ sku, parent, values: { wood } });
  const items = [
    { sku: 'GONE-MODEL', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood' },
    { sku: 'KEPT-MODEL', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood' },
    ...['oak', 'ash'].map((wood) => variant(`GONE-${wood}`, 'GONE-MODEL', wood)),
    ...['oak', 'ash'].map((wood) => variant(`KEPT-${wood}`, 'KEPT-MODEL', wood)),
    { sku: 'GONE-simple' },
  ];
  const { json } = await rest('POST /products/batch', { json: { items } });
  expect(json).toMatchObject({ summary: { created: items.length } });
  const filter = {
    sku: ['KEPT-MODEL', 'KEPT-oak', ...items.map(({ sku }) => sku).filter((sku) => /^GONE/.test(sku))],
  };
  const request = { filter, delete: true, expected_count: 6 };
  const tried = await edited(request);
  expect(await count(filter)).toBe(6);
  const done = await edited({ ...request, dry_run: false });
  for (const job of [tried, done]) {
    expect(job).toMatchObject({
      status: 'completed_with_errors',
      progress: { processed: 6, deleted: 5, updated: 0, failed: 1 },
    });
    expect((await rest(`GET /import-export/jobs/${job.id}/errors`)).json.items).toMatchObject([
      {
        ref: 'KEPT-MODEL',
        code: 'has-variants',
        message:
          "'KEPT-MODEL' has 1 product below it. Delete the variants first, or include them in the filter.",
        hint: 'Change the filter so that it also finds the products below. The job deletes them before their model.',
      },
    ]);
  }
  expect(await count(filter)).toBe(1);
  expect(await rest('GET /products/GONE-oak')).toMatchObject({ status: 410 });
  expect(await rest('GET /products/KEPT-ash')).toMatchObject({ status: 200 });
});

test('delete with force deletes variants with their model, which come back with it by one undo', async () => {
  const variant = (wood: string) => ({ sku: `FAMILY-${wood}`, parent: 'FAMILY', values: { wood } });
  const items = [
    { sku: 'FAMILY', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood' },
    variant('oak'),
    variant('ash'),
  ];
  await rest('POST /products/batch', { json: { items } });
  const all = { sku: items.map(({ sku }) => sku) };
  // One of the variants is found too.
  const request = {
    filter: { sku: ['FAMILY', 'FAMILY-oak'] },
    ...({ delete: true, force: true, expected_count: 2 } as const),
  };
  const verdict = { status: 'completed', progress: { processed: 2, deleted: 2, failed: 0 } };
  expect(await edited(request)).toMatchObject(verdict);
  expect(await count(all)).toBe(3);
  const done = await edited({ ...request, dry_run: false });
  expect(done).toMatchObject(verdict);
  expect(await count(all)).toBe(0);
  const undone = await rest('POST /changes/revert', {
    json: { selection: { job_id: done.id }, dry_run: false },
  });
  expect(undone.json).toMatchObject({ report: { restored: 3, conflicts: [] } });
  expect(await count(all)).toBe(3);
});

test.each([
  [{ delete: true, patch: { status: 'draft' } }, '/patch', 'value-not-allowed'],
  [{ force: true, patch: { status: 'draft' } }, '/force', 'value-not-allowed'],
  [{ delete: false }, '/patch', 'required'],
  [{}, '/patch', 'required'],
])('what is neither a change nor a deletion is refused: %j', async (request, pointer, code) => {
  const json = { ...request, filter: { sku: 'LAMP-3' }, expected_count: 1 };
  expect(await rest(BULK, { json })).toMatchObject({ status: 422, json: { errors: [{ pointer, code }] } });
});

const WITH_FILTER = `mutation ($filter: ProductFilter, $patch: UpdateProductInput, $count: Int, $dryRun: Boolean!, $items: [UpsertProductInput!]) {
  upsertProducts(filter: $filter, patch: $patch, expectedCount: $count, dryRun: $dryRun, items: $items) {
    __typename
    ... on UpsertProductsPayload { updated failed results { sku outcome problem { code } } }
    ... on Problem { code detail errors { path code } }
  } }`;

test('a filter stands in for the items of a batch, models first, refused with the real count', async () => {
  await rest('POST /products/batch', {
    json: {
      items: [
        { sku: 'F-MODEL', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood' },
        { sku: 'F-oak', parent: 'F-MODEL', values: { wood: 'oak' } },
        { sku: 'F-bare' },
      ],
    },
  });
  const filter = { sku: { startsWith: 'F-' } };
  const ask = async (variables: object) => {
    const { data } = await served.graphql(WITH_FILTER, { variables: { dryRun: false, ...variables } });
    return data?.upsertProducts as { readonly results: readonly { readonly sku: string }[] };
  };
  const patch = { status: 'PUBLISHED' };
  expect(await ask({ filter, patch, count: 2 })).toMatchObject({
    code: 'count-mismatch',
    detail: 'The filter finds 3 products, not 2.',
  });
  const verdict = {
    updated: 2,
    failed: 1,
    results: [
      { sku: 'F-MODEL', outcome: 'UPDATED' },
      { sku: 'F-bare', outcome: 'FAILED', problem: { code: 'not-publishable' } },
      { sku: 'F-oak', outcome: 'UPDATED' },
    ],
  };
  const sorted = (answer: Awaited<ReturnType<typeof ask>>) => ({
    ...answer,
    results: answer.results.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)),
  });
  expect(sorted(await ask({ filter, patch, count: 3, dryRun: true }))).toMatchObject(verdict);
  expect((await rest('GET /products/F-oak')).json).toMatchObject({ status: 'draft', version: 1 });
  expect(sorted(await ask({ filter, patch, count: 3 }))).toMatchObject(verdict);
  expect((await rest('GET /products/F-oak')).json).toMatchObject({ status: 'published', version: 2 });
  // Counts by a filter would tell what is stored.
  const as = await served.mint(['products:write']);
  const { errors } = await served.graphql(WITH_FILTER, {
    as,
    variables: { dryRun: true, filter, patch, count: 3 },
  });
  expect(errors[0]?.extensions).toMatchObject({
    code: 'insufficient-scope',
    requiredScopes: ['products:read'],
  });
  const refusals: [object, string, string][] = [
    [{}, 'items', 'required'],
    [{ filter, patch }, 'expectedCount', 'required'],
    [{ filter, count: 3 }, 'patch', 'required'],
    [{ patch, count: 3 }, 'filter', 'required'],
    [{ items: [], count: 3 }, 'expectedCount', 'value-not-allowed'],
    [{ filter: {}, patch, count: 3 }, 'filter', 'required'],
    [{ filter: { sku: { startsWith: 'LAMP' } }, patch, count: LAMPS - 1 }, 'filter', 'too-many-items'],
  ];
  for (const [variables, field, code] of refusals)
    expect(await ask(variables)).toMatchObject({ errors: [{ path: [field], code }] });
});
