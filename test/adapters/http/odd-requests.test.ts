// Risk: a request that no well-behaved client sends breaks the server, or is refused without a word of what was wrong.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnstorableText, unstorableReason } from '../../../src/kernel/text/storable-text.ts';
import { serveDemo } from '../rest/rest-client.ts';

let served: Awaited<ReturnType<typeof serveDemo>>;
beforeAll(async () => {
  served = await serveDemo();
}, 60_000);
afterAll(() => served.close());

const ZERO = 'a\u0000b';

test('zero and halves of characters are found wherever they are, whole characters are not', () => {
  expect([unstorableReason('💡 שלום'), unstorableReason('')]).toEqual([null, null]);
  expect(findUnstorableText({ a: [1, { b: 'ok', 'c\ud800': 2 }] })).toEqual({
    path: ['a', '1', 'c\ud800'],
    why: { key: 'unstorable-surrogate', params: {} },
  });
  expect(findUnstorableText([null, ['x', ZERO]])?.path).toEqual(['1', '1']);
});

test('REST names the place in the body, the item of a batch or the part of the path', async () => {
  const { json } = await served.rest('POST /products', {
    json: { sku: ZERO, attribute_set: 'lamp', values: { [ZERO]: 1, title: [{ value: 'x\ud800' }] } },
  });
  expect(
    (json.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code]),
  ).toEqual([
    ['/sku', 'invalid-format'],
    [`/values/${ZERO}`, 'invalid-format'],
    ['/values/title/0/value', 'invalid-format'],
  ]);
  const batch = await served.rest('POST /attribute-sets/batch', {
    json: { items: [{ code: ZERO }, { code: 'z_ok' }] },
  });
  expect(batch.json.summary).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 1 });
  const path = await served.rest('GET /currencies/%00');
  expect([path.status, path.json.code, path.json.detail]).toEqual([
    400,
    'invalid-parameter',
    'The code in the path holds the character U+0000, which cannot be stored.',
  ]);
});

test('GraphQL names the variable, and refuses the same in the text of a document', async () => {
  const asked = await served.graphql('query ($code: String!) { attribute(code: $code) { id } }', {
    variables: { code: ZERO },
  });
  expect(asked.errors[0]).toMatchObject({
    message: 'The variable /code holds the character U+0000, which cannot be stored.',
    extensions: { code: 'invalid-parameter', parameter: 'variables' },
  });
  for (const zero of ['\\u0000', '\\u{0}']) {
    const { errors } = await served.graphql(`{ attribute(code: "${zero}") { id } }`);
    expect(errors[0]?.extensions).toMatchObject({ code: 'invalid-parameter', parameter: 'query' });
  }
});

test('what GraphQL refuses before it looks at a request is told like every other refusal', async () => {
  const ask = (headers: Record<string, string>) =>
    served.request('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${served.token}`, ...headers },
      body: '{"query":"{ __typename }"}',
    });
  for (const [headers, status, code] of [
    [{ 'content-type': 'application/xml' }, 415, 'unsupported-media-type'],
    [{ 'content-type': 'application/json', accept: 'application/xml' }, 406, 'not-acceptable'],
  ] as const) {
    const response = await ask(headers);
    const { errors } = (await response.json()) as { errors: { extensions: object }[] };
    expect([response.status, errors[0]?.extensions]).toEqual([
      status,
      expect.objectContaining({ code, status, type: `http://catalograph.test:4000/problems/${code}` }),
    ]);
  }
});

test('a route that takes no body refuses one, of whatever type; nothing and {} are none', async () => {
  const send = (body: string, type = 'text/plain') =>
    served.rest('DELETE /attributes/dimmable?dry_run=true', { body, headers: { 'content-type': type } });
  const refused = await send('{"force":true}');
  expect([refused.status, refused.json.detail]).toEqual([400, 'deleteAttribute takes no body.']);
  expect((await send('x'.repeat(1_000_000))).status).toBe(400);
  for (const body of ['', '{}', ' { } ']) expect((await send(body)).json.code).toBe('resource-in-use');
});

test('an item that cannot be read has null for what it does not say', async () => {
  const { json } = await served.rest('POST /entities/batch', { json: { items: [{ values: 1 }] } });
  expect((json.results as object[])[0]).toMatchObject({
    index: 0,
    entity_type: null,
    code: null,
    status: 'failed',
  });
});

test('keys that every JavaScript object has are keys like any other', async () => {
  const body = '{"code":"odd","__proto__":"x","hasOwnProperty":1}';
  for (const path of ['/association-types/batch', '/attribute-groups', '/products/search']) {
    const { status, json } = await served.rest(`POST ${path}`, {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([path, status, json.code]).toEqual([path, 422, 'unknown-property']);
  }
  const { json } = await served.rest('POST /products/batch', {
    body: '{"items":[{"sku":"ODD","__proto__":1,"version":"7"}]}',
    headers: { 'content-type': 'application/json' },
  });
  expect((json.results as object[])[0]).toMatchObject({ sku: 'ODD', version: null, status: 'failed' });
});

test('a file whose code cannot be stored is none, and a parameter that cannot be is refused', async () => {
  expect((await served.rest('GET /media/%00/content')).json.code).toBe('not-found');
  const { status, json } = await served.rest('POST /media?filename=a%00b.txt', { body: 'x' });
  expect([status, json.code, json.parameter]).toEqual([400, 'invalid-parameter', 'filename']);
});
