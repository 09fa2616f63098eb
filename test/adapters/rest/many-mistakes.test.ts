// Risk: who sends thousands of mistakes keeps the server busy with working each of them out.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveDemo } from './rest-client.ts';

let served: Awaited<ReturnType<typeof serveDemo>>;
beforeAll(async () => {
  served = await serveDemo();
  await served.rest('POST /entity-types', { json: { code: 'designer' } });
}, 60_000);
afterAll(() => served.close());

const values = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`colour_${index}`, 1]));
const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`labelz${index}`, 1]));
const REPORTED = 'More than 20 fields are not valid. The first 20 are listed.';

interface Mistakes {
  readonly detail: string;
  readonly errors: readonly { readonly suggestions: readonly string[] }[];
}

const BATCHES: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'POST /products/batch': [
    { sku: 'NEW-1', attribute_set: 'lamp', values },
    { sku: 'NEW-2', attribute_set: 'lamp', values },
    { sku: 'NEW-3', ...unknown },
  ],
  'POST /entities/batch': [
    { entity_type: 'designer', code: 'new_1', values },
    { entity_type: 'designer', code: 'new_2', ...unknown },
  ],
  'POST /attributes/batch': [
    { code: 'new_1', type: 'text', labels: values },
    { code: 'new_2', type: 'text', ...unknown },
  ],
  'POST /categories/batch': [
    { code: 'new_1', labels: values },
    { code: 'new_2', ...unknown },
  ],
};

test.each(Object.entries(BATCHES))('%s works out what it lists, item by item', async (route, items) => {
  const { json } = await served.rest(route, { json: { items } });
  const results = json.results as { errors: Mistakes['errors']; problem: Mistakes }[];
  expect(results.map(({ errors, problem }) => [errors.length, problem.detail])).toEqual(
    items.map(() => [20, REPORTED]),
  );
  const suggested = results
    .flatMap(({ errors }) => errors)
    .filter(({ suggestions }) => suggestions.length > 0);
  expect(suggested.length).toBeLessThanOrEqual(20);

  const whole = await served.rest(route, { json: { items, error_policy: 'reject_all' } });
  expect([whole.status, whole.json.detail]).toEqual([422, REPORTED]);
  expect(whole.json.errors).toHaveLength(20);
});

test('a filter and a single write list the first mistakes, too', async () => {
  const single = await served.rest('POST /products', { json: { sku: 'NEW', attribute_set: 'lamp', values } });
  expect([single.status, single.json.detail]).toEqual([422, REPORTED]);
  const attributes = Object.fromEntries(
    Object.keys(values)
      .slice(0, 45)
      .map((code) => [code, 1]),
  );
  const filter = await served.rest('POST /products/search', { json: { filter: { attributes } } });
  expect(filter.status).toBe(422);
  expect((filter.json.errors as unknown[]).length).toBeLessThanOrEqual(20);
});
