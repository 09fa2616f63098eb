// Risk: a window of time misses what lies on its borders, or a day is taken for a moment of it without a message.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveDemo } from './rest-client.ts';

let served: Awaited<ReturnType<typeof serveDemo>>;
beforeAll(async () => {
  served = await serveDemo();
  await served.rest('POST /attributes', { json: { code: 'goes_live', type: 'datetime' } });
  await served.rest('POST /attribute-sets', {
    json: { code: 'timed', attributes: [{ code: 'goes_live' }] },
  });
  for (const [sku, value] of Object.entries(TIMES))
    await served.rest('POST /products', {
      json: { sku, attribute_set: 'timed', values: { goes_live: { value } } },
    });
}, 60_000);
afterAll(() => served.close());

const TIMES = {
  T1: '2026-02-28T22:59:59.999Z',
  T2: '2026-03-01T00:00:00+01:00',
  T3: '2026-03-31T23:59:59.999+02:00',
  T4: '2026-04-01T00:00:00+02:00',
};

const search = (filter: object) =>
  served.rest('POST /products/search', { json: { filter, sort: ['sku'], limit: 10 } });
const skusAt = async (condition: object) => {
  const { json } = await search({ attributes: { goes_live: condition } });
  return (json.items as { sku: string }[] | undefined)?.map(({ sku }) => sku) ?? json;
};

test.each([
  [{ between: ['2026-03-01T00:00:00+01:00', '2026-03-31T23:59:59.999+02:00'] }, ['T2', 'T3']],
  [{ between: ['2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'] }, ['T2', 'T3', 'T4']],
  [{ gte: '2026-02-28T23:00:00Z', lt: '2026-03-31T22:00:00Z' }, ['T2', 'T3']],
  [{ gte: '2026-04-01T00:00:00+02:00' }, ['T4']],
  [{ lt: '2026-02-28T23:00:00Z' }, ['T1']],
])('a window %j of an attribute finds %j', async (condition, skus) => {
  expect(await skusAt(condition)).toEqual(skus);
});

test.each([{ between: ['2026-03-01', '2026-03-31'] }, { gte: '2026-03-01' }, { gte: '2026-03-01T00:00:00' }])(
  '%j has no time or no offset and is rejected, for attributes and properties',
  async (condition) => {
    expect((await search({ attributes: { goes_live: condition } })).status).toBe(422);
    expect((await search({ updated_at: condition })).status).toBe(422);
  },
);

test('windows of the last change include both ends', async () => {
  const { json } = await search({ sku: 'T1' });
  const [{ updated_at: time }] = json.items as [{ updated_at: string }];
  const countOf = async (condition: object) => {
    const page = await search({ sku: 'T1', updated_at: condition });
    return (page.json.items as unknown[]).length;
  };
  expect(await countOf({ between: [time, time] })).toBe(1);
  expect(await countOf({ gte: time })).toBe(1);
  expect(await countOf({ gt: time })).toBe(0);
  expect(await countOf({ lt: time })).toBe(0);
});
