// Risk: a REST client gets another answer than the contract says: status, headers, body or problem.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestAnswer, serveDemo } from './rest-client.ts';

let served: Awaited<ReturnType<typeof serveDemo>>;
let rest: typeof served.rest;
beforeAll(async () => {
  served = await serveDemo();
  rest = served.rest;
}, 60_000);
afterAll(() => served.close());

/** A problem without what differs from request to request. */
const problem = ({ status, json, headers }: RestAnswer) => {
  // What the key and its values are, languages.test.ts shows.
  const { request_id: id, message_key: _key, params: _params, ...details } = json as Record<string, unknown>;
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect({ id, status: json.status }).toEqual({ id: headers.get('x-request-id'), status });
  return details;
};
const codeOf = ({ status, json }: RestAnswer) => `${status} ${json.code}`;

describe('lists', () => {
  test('GET /channels answers the envelope, whatever media type a request without body claims', async () => {
    const answer = await rest('GET /channels?fields=code,labels,locales,conversion_units,publish_guard', {
      headers: { 'content-type': 'application/json' },
    });
    expect({ status: answer.status, json: answer.json }).toEqual({
      status: 200,
      json: {
        items: [
          {
            code: 'marketplace',
            labels: { de_DE: 'Marktplatz', en_US: 'Marketplace' },
            locales: ['de_DE', 'de_AT'],
            conversion_units: {},
            publish_guard: 'none',
          },
          {
            code: 'webshop',
            labels: { de_DE: 'Webshop', en_US: 'Web shop' },
            locales: ['en_US', 'de_DE'],
            conversion_units: { net_weight: 'KILOGRAM', overall_height: 'CENTIMETER' },
            publish_guard: 'complete',
          },
        ],
        search_after: null,
        has_more: false,
      },
    });
  });

  test('keys that are values of an enum are its words, in answers and in bodies', async () => {
    const set = await rest('GET /attribute-sets/lamp?fields=roles');
    expect(set.json).toEqual({ roles: { summary: 'teaser', price: 'list_price' } });
    const body = { roles: { summary: null, seo_title: 'title', seo_titel: 'title' } };
    const refused = await rest('PATCH /attribute-sets/lamp?dry_run=true', { json: body });
    expect(refused.json.errors).toEqual([
      expect.objectContaining({
        code: 'value-not-allowed',
        pointer: '/roles/seo_titel',
        suggestions: ['seo_title'],
      }),
    ]);
    const { seo_titel: _typo, ...roles } = body.roles;
    const written = await rest('PATCH /attribute-sets/lamp?dry_run=true&fields=roles', {
      json: { roles },
    });
    expect(written.json).toMatchObject({ roles: { price: 'list_price', seo_title: 'title' } });
  });

  test('pages lead to each other by cursor and Link until the last one', async () => {
    const seen: unknown[] = [];
    let path = '/products?limit=10&fields=sku&with_count=true';
    for (let page = 0; page < 3; page += 1) {
      const { json, headers } = await rest(`GET ${path}`);
      const items = json.items as readonly { sku: string }[];
      seen.push(...items.map(({ sku }) => sku));
      expect(json.total).toBe(26);
      const next = /^<\/api\/v1([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      expect(json.has_more).toBe(page < 2);
      expect(next === undefined).toBe(page === 2);
      expect(json.search_after === null).toBe(page === 2);
      path = next ?? path;
    }
    expect(new Set(seen).size).toBe(26);
  });

  test('a filter in the query finds what the same filter in a search body finds', async () => {
    const filter = { status: ['published'], sku: { starts_with: 'LO-S' }, attribute_set: 'lamp' };
    const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&sort=-sku&fields=sku`;
    const got = await rest(`GET /products?${query}`);
    const searched = await rest('POST /products/search', {
      json: { filter, sort: ['-sku'], fields: ['sku'], search_after: null },
    });
    expect(searched.json).toEqual(got.json);
    expect((got.json.items as { sku: string }[])[0]).toEqual({ sku: expect.stringMatching(/^LO-S/) });
    expect(searched.headers.get('link')).toBe(null);
  });

  test('mistakes in a filter are told with their place, null with the way to say it', async () => {
    const answer = await rest('POST /products/search', { json: { filter: { stat: 'draft', parent: null } } });
    expect(problem(answer)).toEqual({
      type: 'http://catalograph.test:4000/problems/validation-failed',
      title: 'Validation failed',
      status: 422,
      detail: '2 fields are not valid.',
      instance: '/api/v1/products/search',
      code: 'validation-failed',
      errors: [
        {
          code: 'unknown-property',
          pointer: '/filter/stat',
          message: "There is no key 'stat' here. Did you mean 'status'?",
          message_key: 'did-you-mean',
          params: { message: { key: 'key-unknown', params: { name: 'stat' } }, suggestions: ['status'] },
          attribute: null,
          channel: null,
          locale: null,
          value: null,
          suggestions: ['status'],
        },
        {
          code: 'wrong-type',
          pointer: '/filter/parent',
          message: `'parent' is compared with a value, never with null. Use {"empty": true} for what has none.`,
          message_key: 'operand-null-or-empty',
          params: { subject: { key: 'quoted', params: { name: 'parent' } } },
          attribute: null,
          channel: null,
          locale: null,
          value: null,
          suggestions: [],
        },
      ],
    });
  });
});

describe('one object', () => {
  test('is shown flat in one language with names beside codes, and expanded', async () => {
    const { json } = await rest(
      'GET /products/lo-wren?values=flat&locales=de_DE&labels=true&attributes=finish,dimmable,body_material&fields=sku,label,values',
    );
    expect(json).toEqual({
      sku: 'LO-WREN',
      label: 'Tischleuchte Wren',
      values: {
        body_material: [
          { code: 'oak', label: 'Eiche' },
          { code: 'linen', label: 'Leinen' },
        ],
        dimmable: true,
        finish: { code: 'oiled_oak', label: 'Eiche geölt' },
      },
    });
    const expanded = await rest('GET /products/LO-WREN?fields=sku,publications');
    expect(Object.keys(expanded.json)).toEqual(['sku', 'publications']);
  });

  test('flat values are in exactly one language', async () => {
    expect(codeOf(await rest('GET /products/LO-WREN?values=flat&locales=de_DE,en_US'))).toBe(
      '400 invalid-parameter',
    );
  });

  test('has a tag that answers 304 until it changes', async () => {
    const first = await rest('GET /products/LO-WREN');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"1\.[\w-]{16}"$/);
    const again = await rest('GET /products/LO-WREN', { headers: { 'if-none-match': `W/${tag}` } });
    expect({ status: again.status, text: again.text, tag: again.headers.get('etag') }).toEqual({
      status: 304,
      text: '',
      tag: `W/${tag}`,
    });
    const other = await rest('GET /products/LO-WREN?fields=sku', { headers: { 'if-none-match': tag } });
    expect(other.status).toBe(200);
  });

  test('a list has a tag that answers 304 until one of its items changes', async () => {
    const list = 'GET /attribute-groups?fields=code,label';
    const tag = (await rest(list)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{16}"$/);
    const asked = { headers: { 'if-none-match': tag } };
    expect([(await rest(list, asked)).status, (await rest('GET /attribute-groups', asked)).status]).toEqual([
      304, 200,
    ]);
    expect((await rest('POST /attribute-groups', { json: { code: 'new_one' } })).status).toBe(201);
    expect((await rest(list, asked)).status).toBe(200);
    const search = await rest('POST /products/search', { json: { limit: 1 }, ...asked });
    expect([search.status, search.headers.get('etag')]).toEqual([200, null]);
  });

  test('HEAD answers what GET would, without the content', async () => {
    const head = await rest('HEAD /products/LO-WREN');
    const get = await rest('GET /products/LO-WREN');
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
  });
});

describe('a product, from its creation to its end', () => {
  test('is created at a place, with a SKU of any characters', async () => {
    const answer = await rest('POST /products', {
      json: {
        sku: 'R/1 ä',
        attribute_set: 'lamp',
        values: { title: { locale: 'en_US', value: 'Reading lamp' }, dimmable: true },
        categories: ['table_lamps'],
        associations: {},
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1/products/${answer.json.id}`);
    const { json } = await rest('GET /products/R%2F1%20%C3%A4?attributes=title,dimmable');
    expect(json.values).toEqual({
      dimmable: [{ value: true }],
      title: [{ locale: 'en_US', value: 'Reading lamp' }],
    });
    expect((await rest(`GET ${(answer.headers.get('location') ?? '').slice(7)}`)).json.sku).toBe('R/1 ä');
  });

  test('a second one of its SKU is a conflict', async () => {
    const answer = await rest('POST /products', { json: { sku: 'r/1 Ä' } });
    expect(problem(answer)).toMatchObject({ code: 'duplicate-sku', status: 409 });
  });

  test('PATCH changes what it names; a cell, null, and an added category', async () => {
    const answer = await rest(
      'PATCH /products/R%2F1%20%C3%A4?attributes=title,dimmable&fields=version,values,categories',
      {
        json: {
          values: { title: [{ locale: 'de_DE', value: 'Leselampe' }], dimmable: null },
          categories: { add: ['lamps_by_place'] },
        },
        headers: { 'content-type': 'application/merge-patch+json' },
      },
    );
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        version: 2,
        categories: ['lamps_by_place', 'table_lamps'],
        values: {
          title: [
            { locale: 'de_DE', value: 'Leselampe' },
            { locale: 'en_US', value: 'Reading lamp' },
          ],
        },
      },
    ]);
  });

  test('what was read can be sent back as it is, and changes nothing', async () => {
    const { json } = await rest(
      'GET /products/R%2F1%20%C3%A4?fields=sku,attribute_set,status,categories,values',
    );
    const answer = await rest('PATCH /products/R%2F1%20%C3%A4', { json });
    expect([answer.status, answer.json.version]).toEqual([200, 2]);
  });

  test('If-Match refuses a version that is behind, naming what is in the way', async () => {
    const answer = await rest('PATCH /products/R%2F1%20%C3%A4', {
      json: { values: { title: { locale: 'de_DE', value: 'Lampe' } } },
      headers: { 'if-match': '"1"' },
    });
    expect(problem(answer)).toMatchObject({
      code: 'version-mismatch',
      status: 412,
      current_version: 2,
      your_version: 1,
      conflicting_changes: [{ path: 'values.title', locale: 'de_DE', new: 'Leselampe' }],
    });
    const tag = (await rest('GET /products/R%2F1%20%C3%A4')).headers.get('etag') ?? '';
    const fresh = await rest('PATCH /products/R%2F1%20%C3%A4', {
      json: { values: { title: { locale: 'de_DE', value: 'Lampe' } } },
      headers: { 'if-match': `"1.unknown", ${tag}` },
    });
    expect(fresh.json.version).toBe(3);
    const stale = await rest('PATCH /products/R%2F1%20%C3%A4', {
      json: { values: { title: { locale: 'de_DE', value: 'Leuchte' } } },
      headers: { 'if-match': '"1", W/"2.unknown"' },
    });
    expect(problem(stale)).toMatchObject({ status: 412, your_version: 2 });
    expect(codeOf(await rest('PATCH /products/LO-WREN', { json: {}, headers: { 'if-match': 'x' } }))).toBe(
      '400 invalid-parameter',
    );
  });

  test('mistakes point into the body that was sent', async () => {
    const answer = await rest('PATCH /products/R%2F1%20%C3%A4', {
      json: {
        values: {
          title: [
            { locale: 'en_US', value: 'x' },
            { locale: 'xx_XX', value: 'x' },
          ],
          finish: 'gold',
        },
      },
    });
    const errors = answer.json.errors as readonly { code: string; pointer: string }[];
    expect(errors.map(({ code, pointer }) => `${code} ${pointer}`).sort()).toEqual([
      'locale-not-enabled /values/title/1/locale',
      'option-not-found /values/finish',
    ]);
  });

  test('a dry run says what would be and stores nothing', async () => {
    const answer = await rest('PATCH /products/R%2F1%20%C3%A4?dry_run=true', {
      json: { status: 'in_review' },
    });
    expect([answer.status, answer.headers.get('dry-run'), answer.json.status]).toEqual([
      200,
      'true',
      'in_review',
    ]);
    expect(answer.json.id).toMatch(/^dry_prd_/);
    const removal = await rest('DELETE /products/R%2F1%20%C3%A4?dry_run=true');
    expect([removal.status, removal.json.code]).toEqual([200, 'R/1 ä']);
    expect((await rest('GET /products/R%2F1%20%C3%A4')).json.status).toBe('draft');
  });

  test('its status moves, its history is kept, it goes and comes back', async () => {
    const moved = await rest('POST /products/R%2F1%20%C3%A4/status', {
      json: { status: 'in_review', comment: 'Look' },
    });
    expect([moved.status, moved.json.status]).toEqual([200, 'in_review']);
    const { json } = await rest(
      'GET /products/R%2F1%20%C3%A4/revisions?fields=version,comment,origin&limit=1',
    );
    expect(json.items).toEqual([{ version: 4, comment: 'Look', origin: 'rest' }]);
    const one = await rest('GET /products/R%2F1%20%C3%A4/revisions/4?fields=version,changes');
    expect(one.json).toEqual({
      version: 4,
      changes: [{ path: 'status', channel: null, locale: null, old: 'draft', new: 'in_review' }],
    });
    expect(codeOf(await rest('GET /products/R%2F1%20%C3%A4/revisions/99'))).toBe('404 not-found');
    const wrong = await rest('POST /products/R%2F1%20%C3%A4/status', { json: { status: 'in_review' } });
    expect(wrong.status).toBe(200);
    const gone = await rest('DELETE /products/R%2F1%20%C3%A4');
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect(codeOf(await rest('GET /products/R%2F1%20%C3%A4'))).toBe('410 deleted');
    expect(codeOf(await rest('GET /products/R%2F1%20%C3%A4/variants'))).toBe('410 deleted');
    const back = await rest('POST /products/R%2F1%20%C3%A4/restore');
    expect([back.status, back.json.sku]).toEqual([200, 'R/1 ä']);
    expect(codeOf(await rest('GET /products/NOBODY'))).toBe('404 not-found');
  });
});

describe('upsert and batch', () => {
  test('PATCH with upsert creates what is missing and changes what is there', async () => {
    const send = (json: object) => rest('PATCH /channels/kiosk?upsert=true', { json });
    const made = await send({ locales: ['en_US'], currencies: ['EUR'], labels: { en_US: 'Kiosk' } });
    expect([made.status, made.headers.get('location'), made.json.code]).toEqual([
      201,
      '/api/v1/channels/kiosk',
      'kiosk',
    ]);
    const changed = await send({ code: 'KIOSK', labels: { de_DE: 'Kiosk' } });
    expect([
      changed.status,
      changed.headers.get('location'),
      changed.json.labels,
      changed.json.version,
    ]).toEqual([200, null, { de_DE: 'Kiosk', en_US: 'Kiosk' }, 2]);
    expect(codeOf(await send({ code: 'other' }))).toBe('422 validation-failed');
    expect(codeOf(await send({ publish_guard: 'sometimes' }))).toBe('422 validation-failed');
    const product = await rest('PATCH /products/UP-1?upsert=true', {
      json: { categories: { add: ['table_lamps'] } },
    });
    expect([product.status, product.json.sku, product.json.categories]).toEqual([
      201,
      'UP-1',
      ['table_lamps'],
    ]);
    expect(codeOf(await rest('PATCH /products/UP-2', { json: {} }))).toBe('404 not-found');
  });

  test('a batch writes the good items and tells what is wrong with each of the others', async () => {
    const { status, json } = await rest('POST /products/batch', {
      json: {
        items: [
          { sku: 'B1' },
          { sku: 'B2', nope: 1 },
          { sku: 'B3', attribute_set: 'zz' },
          { sku: 'LO-WREN', version: 99 },
        ],
      },
    });
    expect(status).toBe(200);
    expect(json.summary).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 3 });
    const results = json.results as readonly Record<string, unknown>[];
    expect(
      results.map(({ index, sku, status: outcome, version }) => ({ index, sku, outcome, version })),
    ).toEqual([
      { index: 0, sku: 'B1', outcome: 'created', version: 1 },
      { index: 1, sku: 'B2', outcome: 'failed', version: null },
      { index: 2, sku: 'B3', outcome: 'failed', version: null },
      { index: 3, sku: 'LO-WREN', outcome: 'failed', version: null },
    ]);
    expect(results[0]?.errors).toEqual([]);
    expect(results[1]?.errors).toMatchObject([{ code: 'unknown-property', pointer: '/nope' }]);
    expect(results[2]?.errors).toMatchObject([{ code: 'reference-not-found', pointer: '/attribute_set' }]);
  });

  test('lines in, lines out, with the mode in the query', async () => {
    const lines = '{"sku":"N1"}\n\n{"sku":"B1"}\n';
    const { headers, text } = await rest('POST /products/batch?mode=create', {
      body: lines,
      headers: { 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' },
    });
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    const results = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results.map(({ sku, status, problem: why }) => [sku, status, why?.code])).toEqual([
      ['N1', 'created', undefined],
      ['B1', 'failed', 'duplicate-sku'],
    ]);
  });

  test('a batch that is all or nothing is refused with the place of each mistake', async () => {
    const refused = await rest('POST /option-sets/finishes/options/batch', {
      json: { error_policy: 'reject_all', items: [{ code: 'x' }, { code: 'y', labels: { xx: 1 } }] },
    });
    expect(problem(refused)).toMatchObject({
      code: 'validation-failed',
      errors: [{ pointer: '/items/1/labels/xx' }],
    });
  });

  test('more than 500 items are too many', async () => {
    const items = Array.from({ length: 501 }, (_none, index) => ({ sku: `M${index}` }));
    expect(codeOf(await rest('POST /products/batch', { json: { items } }))).toBe('413 payload-too-large');
  });
});

describe('a key against doing things twice', () => {
  test('the same request has one effect, another one is refused', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await rest('POST /categories', { json: { code: 'once' }, headers });
    const second = await rest('POST /categories', { json: { code: 'once' }, headers });
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([
      201,
      201,
      'true',
    ]);
    expect(second.json).toEqual(first.json);
    const other = await rest('POST /categories', { json: { code: 'twice' }, headers });
    expect(codeOf(other)).toBe('422 idempotency-key-reused');
  });
});

describe('what the door does not understand', () => {
  const REFUSALS: readonly (readonly [string, Parameters<typeof rest>[1], string])[] = [
    ['GET /products?limt=2', {}, '400 unknown-parameter'],
    ['GET /products?limit=2&limit=3', {}, '400 invalid-parameter'],
    ['GET /products?limit=many', {}, '400 invalid-parameter'],
    ['GET /products?limit=101', {}, '400 limit-out-of-range'],
    ['GET /products?search_after=tampered', {}, '400 invalid-cursor'],
    ['GET /products?filter={', {}, '400 malformed-json'],
    ['GET /products?expand=everything', {}, '400 invalid-parameter'],
    ['GET /products/%ff', {}, '400 invalid-parameter'],
    ['GET /channels', { as: null }, '401 missing-token'],
    ['GET /channels', { as: 'pim_nonsense' }, '401 invalid-token'],
    ['GET /tokens', {}, '403 role-forbidden'],
    ['PUT /products', {}, '405 method-not-allowed'],
    ['PUT /media/x/content', {}, '405 method-not-allowed'],
    ['GET /channels', { headers: { accept: 'text/html' } }, '406 not-acceptable'],
    [
      'POST /channels',
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      '415 unsupported-media-type',
    ],
    ['POST /channels', { body: '{', headers: { 'content-type': 'application/json' } }, '400 malformed-json'],
    ['POST /channels', {}, '400 malformed-json'],
    ['POST /channels', { json: [] }, '422 validation-failed'],
    ['POST /channels', { json: { code: 'a', local: [] } }, '422 unknown-property'],
    [
      'POST /channels',
      { body: `{"code":"${'x'.repeat(1_000_001)}"}`, headers: { 'content-type': 'application/json' } },
      '413 payload-too-large',
    ],
    [
      'POST /products/search',
      {
        body: `${'{"filter":'.repeat(70)}1${'}'.repeat(70)}`,
        headers: { 'content-type': 'application/json' },
      },
      '400 malformed-json',
    ],
    ['POST /products', { json: { sku: 'X' }, headers: { 'if-match': '"1"' } }, '400 invalid-parameter'],
  ];
  test.each(REFUSALS)('%s %j is %s', async (route, request, expected) => {
    expect(codeOf(await rest(route, request))).toBe(expected);
  });

  test('405 and OPTIONS name the methods of a path, also those of other doors', async () => {
    expect((await rest('PUT /media')).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    const options = await rest('OPTIONS /products/x', { as: null });
    expect([options.status, options.headers.get('allow'), options.headers.get('accept-patch')]).toEqual([
      204,
      'GET, HEAD, PATCH, DELETE, OPTIONS',
      'application/merge-patch+json, application/json',
    ]);
  });

  test('a missing scope is told before anything of the body is looked at, and noted', async () => {
    const token = await served.mint(['settings:read']);
    const answer = await rest('POST /channels', { json: { nonsense: 1 }, as: token });
    expect(problem(answer)).toMatchObject({
      code: 'insufficient-scope',
      required_scopes: ['settings:write'],
    });
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="settings:write"',
    );
    // The answer does not wait for the note.
    const noted = async () => (await rest('GET /audit?kind=scope.refused&limit=1&fields=data')).json.items;
    await expect.poll(noted).toMatchObject([{ data: { door: 'rest', required_scopes: ['settings:write'] } }]);
  });

  test('who may only write is answered key facts of what they wrote, and no more', async () => {
    const token = await served.mint(['products:write']);
    const made = await rest('POST /products', { json: { sku: 'W1', attribute_set: 'lamp' }, as: token });
    expect([made.status, made.json]).toEqual([201, { id: expect.any(String), sku: 'W1', version: 1 }]);
    expect(codeOf(await rest('GET /products/W1', { as: token }))).toBe('403 insufficient-scope');
    const expanded = await rest('PATCH /products/W1?expand=completeness', {
      json: { status: 'archived' },
      as: token,
    });
    expect(codeOf(expanded)).toBe('403 insufficient-scope');
    expect((await rest('GET /products/W1')).json.status).toBe('draft');
  });
});

describe('what is written is read', () => {
  test('external ids are an object by system, and a list of them is refused', async () => {
    const path = '/products/LO-BULB-4W?fields=external_refs';
    await rest('PATCH /products/LO-BULB-4W', { json: { external_refs: { erp: '4711', shop: 'b-4' } } });
    expect((await rest(`GET ${path}`)).json).toMatchObject({ external_refs: { erp: '4711', shop: 'b-4' } });
    const changed = await rest('PATCH /products/LO-BULB-4W', { json: { external_refs: { shop: null } } });
    expect(changed.json).toMatchObject({ external_refs: { erp: '4711' } });
    expect((await rest(`GET ${path}`)).json.external_refs).toEqual({ erp: '4711' });
    const json = { external_refs: [{ system: 'erp', id: '4711' }] };
    const refused = await rest('PATCH /products/LO-BULB-4W', { json });
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer: '/external_refs' }] } });
  });

  test('a model tells its axes and counts its children; a variant has neither', async () => {
    const details = 'fields=variant_layout,variant_axes,children_count,variants_count,deleted_at';
    const { json: found } = await rest('POST /products/search', {
      json: { filter: { type: 'model' }, sort: ['sku'], limit: 1 },
    });
    const [{ sku }] = found.items as [{ sku: string }];
    const below = { filter: { parent: sku, type: 'model' }, with_count: true, limit: 1 };
    const { json: children } = await rest('POST /products/search', { json: below });
    const all = await rest(`GET /products/${sku}/variants?limit=100`);
    expect((await rest(`GET /products/${sku}?${details}`)).json).toEqual({
      variant_layout: 'finish_then_power',
      variant_axes: ['finish'],
      deleted_at: null,
      children_count: children.total,
      variants_count: (all.json.items as unknown[]).length,
    });
    const [child] = children.items as [{ sku: string }];
    const { json: variants } = await rest('POST /products/search', {
      json: { filter: { parent: child.sku }, with_count: true, limit: 1 },
    });
    expect((await rest(`GET /products/${child.sku}?${details}`)).json).toEqual({
      variant_layout: 'finish_then_power',
      variant_axes: ['wattage', 'lamp_size'],
      deleted_at: null,
      children_count: variants.total,
      variants_count: variants.total,
    });
    const [variant] = variants.items as [{ sku: string }];
    expect((await rest(`GET /products/${variant.sku}?${details}`)).json).toEqual({
      variant_layout: 'finish_then_power',
      variant_axes: [],
      deleted_at: null,
      children_count: 0,
      variants_count: 0,
    });
  });

  test('links to entities are read by type and code', async () => {
    await rest('POST /entity-types', { json: { code: 'brand' } });
    await rest('POST /entities', { json: { entity_type: 'brand', code: 'acme' } });
    await rest('POST /association-types', { json: { code: 'made_by' } });
    const json = { associations: { made_by: { entities: ['brand/acme'] } } };
    const written = await rest('PATCH /products/LO-BULB-4W', { json });
    expect(written.json.errors).toBeUndefined();
    const read = await rest('GET /products/LO-BULB-4W?expand=associations&fields=associations');
    expect(read.json.associations).toEqual({ made_by: { products: [], entities: ['brand/acme'] } });
  });

  test('a group of attributes tells their codes', async () => {
    const { json } = await rest('GET /attributes?limit=100&fields=code,group');
    const items = json.items as readonly { code: string; group: string | null }[];
    const group = items.find((item) => item.group !== null)?.group;
    const { json: found } = await rest(`GET /attribute-groups/${group}`);
    expect((found.attributes as string[]).toSorted()).toEqual(
      items.filter((item) => item.group === group).map(({ code }) => code),
    );
  });
});
