// Risk: prices changed by percent are off by a cent, changed where there are none, or cannot be taken back exactly.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restOf } from '../doors/rest/rest-client.ts';
import { type ServedCatalogue, serveCatalogue } from '../support/served-catalogue.ts';

let served: ServedCatalogue;
let rest: ReturnType<typeof restOf>;
beforeAll(async () => {
  served = await serveCatalogue();
  rest = restOf(served);
  for (const code of ['EUR', 'USD']) await rest(`PATCH /currencies/${code}`, { json: { enabled: true } });
  await rest('POST /option-sets', { json: { code: 'woods' } });
  for (const code of ['oak', 'ash'])
    await rest('POST /option-sets/woods/options', { json: { code, labels: { en_US: code } } });
  const attributes = [
    { code: 'price', type: 'price', validation: { max: '100' } },
    { code: 'wood', type: 'select', option_set: 'woods' },
    { code: 'name', type: 'text' },
  ];
  for (const json of attributes) expect((await rest('POST /attributes', { json })).status).toBe(201);
  const set = {
    code: 'chair',
    attributes: attributes.map(({ code }) => ({ code })),
    variant_layouts: [{ code: 'by_wood', levels: [{ axes: ['wood'], attributes: [] }] }],
  };
  expect((await rest('POST /attribute-sets', { json: set })).status).toBe(201);
  const price = (EUR: string, USD: string) => ({
    price: {
      value: [
        { amount: EUR, currency: 'EUR' },
        { amount: USD, currency: 'USD' },
      ],
    },
  });
  const items = [
    { sku: 'A', attribute_set: 'chair', values: price('19.99', '24.90') },
    { sku: 'B', attribute_set: 'chair', values: price('99.00', '120') },
    { sku: 'C', attribute_set: 'chair', values: { name: 'Without price' } },
    { sku: 'M', type: 'model', attribute_set: 'chair', variant_layout: 'by_wood', values: price('10', '11') },
    { sku: 'M-OAK', parent: 'M', values: { wood: 'oak' } },
    { sku: 'M-ASH', parent: 'M', values: { wood: 'ash', ...price('12.5', '13') } },
  ];
  // B has a price in dollars that its maximum would refuse now.
  expect((await rest('POST /products/batch', { json: { items } })).json).toMatchObject({
    summary: { created: 5, failed: 1 },
  });
  items.splice(1, 1, { sku: 'B', attribute_set: 'chair', values: price('99.00', '90') });
  expect((await rest('POST /products/batch', { json: { items: [items[1]] } })).json).toMatchObject({
    summary: { created: 1 },
  });
}, 60_000);
afterAll(() => served.close());

type Values = Record<string, { source?: string; value: { amount: string; currency: string }[] }[]>;

const FILTER = { attribute_set: 'chair' };
const REQUEST = {
  filter: FILTER,
  expected_count: 6,
  adjust: [{ attribute: 'price', currency: 'EUR', percent: '5' }],
};

async function run(json: object) {
  const { status, json: job } = await rest('POST /products/bulk', { json });
  expect(status).toBe(202);
  await served.runJob(String(job.id));
  return (await rest(`GET /import-export/jobs/${job.id}`)).json;
}

async function prices() {
  const entries = ['A', 'B', 'C', 'M', 'M-OAK', 'M-ASH'].map(async (sku) => {
    const { json } = await rest(`GET /products/${sku}?fields=values`);
    const [cell] = (json.values as Values).price ?? [];
    const own = cell === undefined || cell.source === 'inherited' ? [] : cell.value;
    return [sku, own.map(({ amount, currency }) => `${amount} ${currency}`)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const BEFORE = {
  A: ['19.99 EUR', '24.90 USD'],
  B: ['99.00 EUR', '90 USD'],
  C: [],
  M: ['10 EUR', '11 USD'],
  'M-OAK': [],
  'M-ASH': ['12.5 EUR', '13 USD'],
};

test('a preview says old and new values, and changes nothing', async () => {
  const { status, json } = await rest('POST /products/bulk/preview', {
    json: { filter: FILTER, adjust: REQUEST.adjust },
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({ total_count: 6, updated: 3, unchanged: 2, failed: 1 });
  const bySku = Object.fromEntries((json.results as { sku: string }[]).map((one) => [one.sku, one]));
  expect(bySku.A).toMatchObject({
    outcome: 'updated',
    changes: [
      {
        path: 'values.price',
        old: [
          { amount: '19.99', currency: 'EUR' },
          { amount: '24.90', currency: 'USD' },
        ],
        new: [
          { amount: '20.99', currency: 'EUR' },
          { amount: '24.90', currency: 'USD' },
        ],
      },
    ],
    problem: null,
  });
  expect(bySku.B).toMatchObject({
    outcome: 'failed',
    changes: [],
    problem: { errors: [{ code: 'above-maximum', attribute: 'price' }] },
  });
  expect(await prices()).toEqual(BEFORE);
});

test('a dry run and the change agree; own prices change, the rest stays; undo is exact', async () => {
  const tried = await run(REQUEST);
  expect(tried).toMatchObject({ dry_run: true, progress: { updated: 3, unchanged: 2, failed: 1 } });
  expect(await prices()).toEqual(BEFORE);
  const done = await run({ ...REQUEST, dry_run: false });
  expect(done.progress).toEqual(tried.progress);
  expect(await prices()).toEqual({
    ...BEFORE,
    A: ['20.99 EUR', '24.90 USD'],
    M: ['10.50 EUR', '11 USD'],
    'M-ASH': ['13.13 EUR', '13 USD'],
  });
  const reverted = await rest('POST /changes/revert', {
    json: { selection: { job_id: done.id }, dry_run: false },
  });
  expect(reverted.json).toMatchObject({ report: { updated: 3 } });
  expect(await prices()).toEqual(BEFORE);
});

test('two currencies and other values change together', async () => {
  const done = await run({
    filter: { sku: ['A'] },
    expected_count: 1,
    dry_run: false,
    patch: { values: { name: 'Chair' } },
    adjust: [
      { attribute: 'price', currency: 'EUR', amount: '1', ending: '0.95' },
      { attribute: 'price', currency: 'USD', percent: '-10', decimals: 0 },
    ],
  });
  expect(done).toMatchObject({ progress: { updated: 1 } });
  expect((await prices()).A).toEqual(['20.95 EUR', '22 USD']);
});

test.each([
  [{ adjust: [{ attribute: 'price', percent: '5' }] }, '/adjust/0/currency', 'required'],
  [{ adjust: [{ attribute: 'name', percent: '5' }] }, '/adjust/0/attribute', 'value-not-allowed'],
  [{ adjust: [] }, '/patch', 'required'],
  [{ adjust: REQUEST.adjust, delete: true }, '/adjust', 'value-not-allowed'],
  [{ adjust: REQUEST.adjust, patch: { values: { price: null } } }, '/adjust/0/attribute', 'duplicate-item'],
])('%j is refused', async (change, pointer, code) => {
  const json = { filter: FILTER, expected_count: 6, ...change };
  expect(await rest('POST /products/bulk', { json })).toMatchObject({
    status: 422,
    json: { errors: [{ pointer, code }] },
  });
});
