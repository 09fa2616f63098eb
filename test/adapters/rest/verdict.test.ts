// Risk: asking whether a product would be good is answered like an attempt to write it, or with places of another door.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveDemo } from './rest-client.ts';

let served: Awaited<ReturnType<typeof serveDemo>>;
beforeAll(async () => {
  served = await serveDemo();
}, 60_000);
afterAll(() => served.close());

const bad = { sku: 'NEW', attribute_set: 'lampp', values: { warranty_years: -1 } };

const NEAR = {
  message_key: 'did-you-mean',
  params: {
    message: { key: 'not-found', params: { kind: 'attribute set', ref: 'lampp' } },
    suggestions: ['lamp'],
  },
};

test('a product that would be refused is no refused request: 200, with places in the body', async () => {
  const { status, json } = await served.rest('POST /products/validate', { json: bad });
  expect(status).toBe(200);
  expect(json).toEqual({
    valid: false,
    completeness: [],
    problem: {
      type: 'http://catalograph.test:4000/problems/validation-failed',
      title: 'Validation failed',
      status: 422,
      detail: "There is no attribute set 'lampp'. Did you mean 'lamp'?",
      ...NEAR,
      code: 'validation-failed',
    },
    errors: [
      {
        code: 'reference-not-found',
        pointer: '/attribute_set',
        message: "There is no attribute set 'lampp'. Did you mean 'lamp'?",
        ...NEAR,
        attribute: null,
        channel: null,
        locale: null,
        value: 'lampp',
        suggestions: ['lamp'],
        taken_by: null,
      },
    ],
  });
});

test('one that would be written has neither problem nor errors', async () => {
  const { status, json } = await served.rest('POST /products/validate', {
    json: { sku: 'LO-WREN', status: 'draft' },
  });
  expect([status, json.valid, json.problem, json.errors]).toEqual([200, true, null, []]);
});

test('a body that cannot be read is a refused request', async () => {
  const { status, json } = await served.rest('POST /products/validate', { json: { sku: 'NEW', nope: 1 } });
  expect([status, json.code]).toEqual([422, 'unknown-property']);
});

test('a question asked by POST is answered anew, whatever answer the client still has', async () => {
  const first = await served.rest('POST /products/validate', { json: bad });
  const again = await served.rest('POST /products/validate', {
    json: bad,
    headers: { 'if-none-match': first.headers.get('etag') ?? '*' },
  });
  expect([again.status, again.json]).toEqual([200, first.json]);
});

test('the item of a batch names the page of its problem by the same address as any other answer', async () => {
  const { json } = await served.rest('POST /products/batch', {
    json: { mode: 'create', items: [{ sku: 'LO-WREN' }] },
  });
  const [item] = json.results as readonly { readonly problem: { readonly type: string } }[];
  expect(item?.problem.type).toBe('http://catalograph.test:4000/problems/duplicate-sku');
});
