// Risk: people read English, or caches give the sentence of one reader to another.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerIn } from './mcp/mcp-client.ts';
import { serveDemo } from './rest/rest-client.ts';

let demo: Awaited<ReturnType<typeof serveDemo>>;
beforeAll(async () => {
  demo = await serveDemo();
}, 60_000);
afterAll(() => demo.close());

const GERMAN = { 'accept-language': 'de-AT, de;q=0.9, en;q=0.5' };
const FRENCH = { 'accept-language': 'fr' };
const PARAMS = { kind: 'product', ref: 'NONE' };
const MISSING = { message_key: 'not-found', params: PARAMS };

test('REST answers in the language of the request, and caches are told', async () => {
  const { rest } = demo;
  const [english, german, french] = await Promise.all(
    [{}, GERMAN, FRENCH].map((headers) => rest('GET /products/NONE', { headers })),
  );
  expect(english?.json).toMatchObject({ detail: "There is no product 'NONE'.", ...MISSING });
  expect(german?.json).toMatchObject({ detail: 'Produkt „NONE“ gibt es nicht.', ...MISSING });
  expect(french?.json).toMatchObject({ detail: 'Produit «\u202fNONE\u202f» introuvable.', ...MISSING });
  expect(german?.headers.get('vary')).toContain('Accept-Language');
  expect((await rest('GET /channels')).headers.get('vary')).toContain('Accept-Language');
});

test('the errors of items of a batch, too', async () => {
  const { json } = await demo.rest('POST /products/batch', {
    json: { items: [{ sku: 'BAD', sort: 1, colour: 2 }] },
    headers: GERMAN,
  });
  const [result] = json.results as readonly Record<string, unknown>[];
  expect(result).toMatchObject({
    status: 'failed',
    problem: { detail: '2 Felder sind nicht gültig.', message_key: 'fields-invalid', params: { count: 2 } },
  });
});

test('each error of a field, with what may have been meant', async () => {
  const json = { sku: 'BAD', attribute_set: 'lamp', values: { finish: 'oyled_oak', nothing: 1 } };
  const answer = await demo.rest('POST /products', { json, headers: GERMAN });
  const errors = answer.json.errors as readonly { readonly message: string; readonly message_key: string }[];
  expect(errors.map(({ message, message_key: key }) => [key, message])).toEqual([
    ['did-you-mean', '„oyled_oak“ ist keine der Optionen („finishes“). Meinten Sie „oiled_oak“?'],
    ['not-found', 'Attribut „nothing“ gibt es nicht.'],
  ]);
});

test('the errors of rows of a file, with what to do about them', async () => {
  const { json } = await demo.rest('POST /import-export/preview', {
    json: { resource: 'products', format: 'csv', text: 'sku;finish\nLO-WREN;oyled_oak\n;oiled_oak\n' },
    headers: GERMAN,
  });
  const rows = json.rows as readonly { readonly errors: readonly { message: string; hint: string }[] }[];
  expect(rows.flatMap(({ errors }) => errors.map(({ message, hint }) => [message, hint]))).toEqual([
    ['„oyled_oak“ ist keine der Optionen („finishes“). Meinten Sie „oiled_oak“?', 'Meinten Sie „oiled_oak“?'],
    [expect.any(String), 'Füllen Sie die Zelle aus.'],
  ]);
});

test('GraphQL, in results of mutations and with the key for programs', async () => {
  const query = `mutation {
    updateProduct(ref: "NONE", input: { attributeSet: "lamps" }) {
      ... on Problem { detail messageKey params errors { message messageKey params } }
    }
  }`;
  const response = await demo.request('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.token}`, 'content-type': 'application/json', ...GERMAN },
    body: JSON.stringify({ query }),
  });
  expect((await response.json()).data.updateProduct).toEqual({
    detail: 'Produkt „NONE“ gibt es nicht.',
    messageKey: 'not-found',
    params: PARAMS,
    errors: [],
  });
});

test('MCP', async () => {
  const response = await demo.request('/_mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...FRENCH,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_product', arguments: { ref: 'NONE' } },
    }),
  });
  const text = await response.text();
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  expect(answerIn(message.result)).toMatchObject({
    detail: 'Produit «\u202fNONE\u202f» introuvable.',
    ...MISSING,
  });
});
