// Risk: a front end is answered in the wrong words or money, caches keep what they must not, or a hidden name gets out.
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTRIBUTES } from '../../../prisma/demo/attributes.ts';
import { clientFiles } from '../../../src/tools/client-files.ts';
import { contextUrls } from '../../../src/tools/shop-kit.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';
import { serveShop } from '../../support/served-shop.ts';
import { demoStorefront } from '../../support/storefront.ts';

let served: ServedProgram;
let shop: Awaited<ReturnType<typeof serveShop>>;
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  const attributes = ATTRIBUTES.map(({ code }) => code).filter((code) => code !== 'warranty_years');
  const storefront = demoStorefront(served.organizationId, { attributes, facets: ['finish'] });
  shop = await serveShop(served, { pk_demo: storefront, sk_demo: storefront });
});
afterAll(async () => {
  await shop?.close();
  await served?.close();
});

const WREN = '{ product(by: { sku: "LO-WREN" }) { label price { formatted } } }';

async function get(
  query: string,
  parameters: Readonly<Record<string, string>> = {},
  headers: HeadersInit = {},
) {
  const response = await shop.request(
    `/shop/pk_demo/graphql?${new URLSearchParams({ query, ...parameters })}`,
    { headers },
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

describe('the context', () => {
  test('is that of the storefront where nothing is said', async () => {
    const { status, headers, body } = await get(WREN);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: { product: { label: 'Wren table lamp', price: { formatted: '€89.00' } } },
        extensions: { context: { locale: 'en_US', currency: 'EUR', preview: false } },
      },
    });
    expect(headers.get('content-language')).toBe('en-US');
  });

  test('is taken from the document before the URL', async () => {
    const german = `query ($money: String) @inContext(locale: "de_DE", currency: $money) ${WREN}`;
    const variables = JSON.stringify({ money: 'USD' });
    const { body, headers } = await get(german, { locale: 'en_US', variables });
    expect(body.data.product.price.formatted.replace(/\s/g, ' ')).toBe('99,00 $');
    expect(headers.get('content-language')).toBe('de-DE');
    expect((await get(WREN, { locale: 'de-DE' })).body.extensions.context.locale).toBe('de_DE');
  });

  const FOREIGN_CURSOR = '{ products(after: "x") { nodes { sku } } }';
  const GERMAN_CURSOR = 'Der Cursor gehört nicht zu dieser Liste. Beginnen Sie ohne Cursor.';
  test.each([
    ['the storefront', '', {}, 'The cursor is not a cursor of this list. Start without a cursor.'],
    ['the URL', '', { locale: 'de_DE' }, GERMAN_CURSOR],
    ['the document', 'query @inContext(locale: "de_DE") ', { locale: 'en_US' }, GERMAN_CURSOR],
  ])('decides by the locale of %s in which language errors are', async (_of, head, parameters, message) => {
    const french = { 'accept-language': 'fr' };
    const { body } = await get(`${head}${FOREIGN_CURSOR}`, parameters, french);
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([message]);
  });

  test('decides in which language the refusal of a key is', async () => {
    const refusalIn = async (locale: string) => {
      const path = `/shop/sk_demo/graphql?${new URLSearchParams({ query: WREN, locale })}`;
      const { errors } = await (await shop.request(path)).json();
      return errors[0];
    };
    expect((await refusalIn('de_DE')).message).toMatch(
      /^Ein geheimer Schlüssel darf nicht in einer URL stehen/,
    );
    expect(await refusalIn('en_US')).toMatchObject({
      message: expect.stringMatching(/^A secret key must not be part of a URL/),
      extensions: { code: 'secret-key-in-url', messageKey: 'secret-key-in-url', params: {} },
    });
  });

  test.each([
    [
      'locale',
      'de_DD',
      'Die Storefront hat keine Sprache „de_DD“. Meinten Sie „de_DE“? Vorhanden: en_US, de_DE.',
    ],
    ['currency', 'CHF', "The storefront has no currency 'CHF'. It has EUR, USD."],
    ['preview', 'true', "'preview' needs a secret key or a preview link."],
  ])('refuses an unknown %s', async (name, value, message) => {
    const { body, headers } = await get(WREN, { [name]: value });
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([message]);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('answers to a publishable key', () => {
  test('may be kept by caches and are asked for again by their tag', async () => {
    const { headers } = await get(WREN);
    const kept = ['cache-control', 'cdn-cache-control', 'access-control-allow-origin', 'vary'];
    expect(kept.map((name) => headers.get(name))).toEqual([
      'public, max-age=0, must-revalidate',
      'max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      '*',
      'Accept',
    ]);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const again = await get(WREN, {}, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.body]).toEqual([304, null]);
  });

  test('are those of a secret key, which no cache keeps', async () => {
    const response = await shop.request('/shop/graphql', {
      method: 'POST',
      headers: { authorization: 'Bearer sk_demo', 'content-type': 'application/json' },
      body: JSON.stringify({ query: WREN }),
    });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect((await response.json()).data).toEqual((await get(WREN)).body.data);
  });

  test('can be asked for from any site', async () => {
    const preflight = await shop.request('/shop/pk_demo/graphql', { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  test('are null where nothing is there', async () => {
    const { status, body } = await get('{ product(by: { sku: "LO-NOWHERE" }) { sku } }');
    expect([status, body.data]).toEqual([200, { product: null }]);
  });

  test('suggest nothing that is not exposed', async () => {
    const { status, body } = await get('{ lamp(by: { sku: "LO-WREN" }) { warrantyYear titel } }');
    expect(status).toBe(200);
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([
      'Cannot query field "warrantyYear" on type "Lamp".',
      'Cannot query field "titel" on type "Lamp". Did you mean "title" or "label"?',
    ]);
  });

  test('to a key that is not there are errors', async () => {
    const response = await shop.request('/shop/pk_other/graphql?query={channel{code}}');
    expect([response.status, response.headers.get('cache-control')]).toEqual([401, 'private, no-store']);
    expect((await response.json()).errors[0].message).toBe('There is no such key.');
  });
});

test('answers compiled documents as interpreted ones', async () => {
  const query = `query ($sku: String!) { product(by: { sku: $sku }) { label options { code values { code } } ... on Lamp { overallHeight(unit: METER) { amount } } } }`;
  const variables = JSON.stringify({ sku: 'LO-HERON' });
  const first = await get(query, { variables });
  expect(first.body.errors).toBeUndefined();
  for (let run = 0; run < 3; run += 1) expect((await get(query, { variables })).body).toEqual(first.body);
});

test('answers HEAD as GET, without content', async () => {
  for (const path of [
    `/shop/pk_demo/graphql?${new URLSearchParams({ query: WREN })}`,
    '/shop/pk_demo/schema.graphql',
    '/shop/pk_demo/introspection.json',
  ]) {
    const [full, head] = await Promise.all(['GET', 'HEAD'].map((method) => shop.request(path, { method })));
    const headersOf = (response: Response | undefined) => [response?.status, ...(response?.headers ?? [])];
    expect(headersOf(head)).toEqual(headersOf(full));
    expect([head?.status, await head?.text()]).toEqual([200, '']);
    expect(head?.headers.get('etag')).not.toBeNull();
  }
});

test('takes refinements back as caches of clients hold them, in all runs', async () => {
  const query = `query ($refine: [Refinement!]) { products(refine: $refine) { totalCount } }`;
  const refine = [{ __typename: 'SelectedRefinement', facet: 'finish', values: ['oiled_oak'], min: null }];
  const counts: unknown[] = [];
  for (let run = 0; run < 4; run += 1) {
    const { body } = await get(query, { variables: JSON.stringify({ refine }) });
    counts.push(body.errors ?? body.data.products.totalCount);
  }
  expect(counts).toEqual([2, 2, 2, 2]);
});

test('gives its schema as files', async () => {
  const sdl = await shop.request('/shop/pk_demo/schema.graphql');
  expect(await sdl.text()).toContain('type Lamp implements Product & Node {');
  const json = await shop.request('/shop/pk_demo/introspection.json');
  expect((await json.json()).data.__schema.queryType.name).toBe('Query');
  const again = await shop.request('/shop/pk_demo/schema.graphql', {
    headers: { 'if-none-match': sdl.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

test('names the URL of each context, and what caches of clients are configured with', async () => {
  const { data } = (await get('{ channel { locales { code } currencies } }')).body;
  const urls = contextUrls('/shop/pk_demo/graphql', data.channel);
  expect(urls.map(({ locale, currency }) => [locale, currency])).toEqual([
    ['en_US', 'EUR'],
    ['en_US', 'USD'],
    ['de_DE', 'EUR'],
    ['de_DE', 'USD'],
  ]);
  const products = new URLSearchParams({ query: WREN });
  for (const { locale, currency, url } of urls) {
    const response = await shop.request(`${url}&${products}`);
    expect((await response.json()).extensions.context).toEqual({ locale, currency, preview: false });
  }
  expect(contextUrls('/x', { locales: [{ code: 'en_US' }], currencies: [] })).toEqual([
    { locale: 'en_US', currency: null, url: '/x?locale=en_US' },
  ]);
  const sdl = await (await shop.request('/shop/pk_demo/schema.graphql')).text();
  const kit = clientFiles(buildSchema(sdl));
  const embedded = JSON.parse(kit.get('embedded-types.json') ?? '[]') as readonly string[];
  expect(embedded).toEqual(expect.arrayContaining(['Money', 'Option', 'ProductEdge', 'SelectedRefinement']));
  for (const type of ['Lamp', 'Category', 'ListFacet'])
    expect([type, embedded.includes(type)]).toEqual([type, type === 'ListFacet']);
  const possible = JSON.parse(kit.get('possible-types.json') ?? '{}') as Record<string, readonly string[]>;
  expect(possible.Facet).toEqual(['ListFacet', 'RangeFacet']);
});
