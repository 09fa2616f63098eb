// Risk: a key of a storefront opens another API, a token opens a shop, or a shop shows what is not live or not exposed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_ROUTES } from '../../src/adapters/files/files-app.ts';
import { readManifest } from '../../src/adapters/manifest/read-manifest.ts';
import { encodeId } from '../../src/kernel/ids.ts';
import type { Session } from '../../src/kernel/session.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../src/modules/channel/index.ts';
import { openUserSession } from '../../src/modules/organization/index.ts';
import { deleteProduct } from '../../src/modules/product/index.ts';
import { upsertStorefronts } from '../../src/modules/storefront/index.ts';
import { createStorefrontKey, revokeStorefrontKey } from '../../src/modules/storefront-key/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../support/builders.ts';
import type { TestOrganization } from '../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { schema } from './support/authorization-world.ts';

let served: ServedProgram;
let owner: Session;
let publishable: string;
let secret: string;
/** Keys of another storefront of the organization, and of another organization. */
let neighbour: string;
let foreignKey: string;
/** Ids by SKU. */
const ids = new Map<string, string>();

const HIDDEN = ['DRAFT', 'PRINT', 'GERMAN', 'ARCHIVED', 'DELETED'];
const CANARY = 'xylophone';

async function furnish(session: Session): Promise<void> {
  const world = { runner: served.catalogue.runner, owner: session } as TestOrganization;
  await seedClothingCatalogue(world, session);
  await seedConfiguration(world, upsertChannels, [{ code: 'web', slugsEnabled: true }]);
  await seedConfiguration(world, upsertAttributes, [
    { code: 'title', type: 'text', localizable: true, searchable: true },
    { code: 'hidden', type: 'text', searchable: true, filterable: true },
  ]);
  await seedConfiguration(world, upsertAttributeSets, [
    {
      code: 'lamp',
      attributes: ['title', 'hidden'],
      attributeAsLabel: 'title',
      requiredAttributes: { '*': ['title'] },
    },
  ]);
  await seedConfiguration(world, upsertStorefronts, [
    {
      code: 'shop',
      channel: 'web',
      attributes: ['title'],
      previewUrl: 'https://shop.example/{slug}?preview={token}',
    },
  ]);
}

const lamp = (sku: string, locales: readonly string[], more: object = {}) =>
  simpleProduct(sku, {
    attributeSet: 'lamp',
    status: 'published',
    values: [
      ...locales.map((locale) => cellWrite('title', `Lamp ${sku}`, { locale })),
      cellWrite('hidden', CANARY),
    ],
    ...more,
  });

beforeAll(async () => {
  served = await serveProgram();
  const { runner, database } = served.catalogue;
  const sessionOf = async (organizationId: string) => {
    const origin = { door: 'console', requestId: 'test' } as const;
    const session = await openUserSession(database.owner, organizationId, served.ownerOfIt.email, origin);
    if (session === null) throw new Error('The owner is missing.');
    return session;
  };
  owner = await sessionOf(served.organizationId);
  const foreign = await sessionOf((await served.openSecondOrganization('Strangers')).organizationId);
  for (const session of [owner, foreign]) await furnish(session);
  const both = ['en_US', 'de_DE'];
  const world = { runner, owner } as TestOrganization;
  const idsBySku = await seedProducts(world, [
    lamp('LIVE', both),
    lamp('DRAFT', both, { status: 'draft' }),
    lamp('PRINT', both, { channels: { set: ['print'] } }),
    lamp('GERMAN', both),
    lamp('ARCHIVED', both, { status: 'archived' }),
    lamp('DELETED', both),
  ]);
  await seedProducts(world, [{ sku: 'GERMAN', values: [cellWrite('title', null, { locale: 'en_US' })] }]);
  await runner.write(owner, deleteProduct, { ref: 'DELETED' });
  const others = await seedProducts(world, [lamp('FOREIGN', both)], foreign);
  for (const [sku, id] of [...idsBySku, ...others]) ids.set(sku, id);
  await seedConfiguration(world, upsertStorefronts, [
    { code: 'outlet', channel: 'web', attributes: ['title'] },
  ]);
  const keyOf = async (kind: 'publishable' | 'secret', storefront = 'shop', session = owner) =>
    (await runner.write(session, createStorefrontKey, { storefront, name: 'Shop', kind })).output.key;
  neighbour = await keyOf('publishable', 'outlet');
  foreignKey = await keyOf('publishable', 'shop', foreign);
  publishable = await keyOf('publishable');
  secret = await keyOf('secret');
});
afterAll(() => served?.close());

const codeOf = async (response: Response) => {
  const { code, errors } = await response.json().catch(() => ({}));
  return `${response.status} ${code ?? errors?.[0]?.extensions?.code}`;
};

test('no route, no document and no tool takes a key of a storefront', async () => {
  const routes = readManifest(schema).operations.flatMap(({ rest }) => rest);
  const wrong: string[] = [];
  const refuses = async (path: string, init: RequestInit, from: string, keys = [publishable, secret]) => {
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    for (const key of keys) {
      const headers = { ...json, authorization: `Bearer ${key}` };
      const outcome = await codeOf(await served.request(path, { ...init, headers, from }));
      if (outcome !== '401 invalid-token')
        wrong.push(`${init.method} ${path} ${key.slice(0, 2)}: ${outcome}`);
    }
  };
  for (const [index, { method, path }] of routes.entries()) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    const at = `/api/v1${path.replaceAll(/\{\w+\}/g, 'LIVE')}`;
    // One kind for each route: they are told apart by nothing there.
    const key = index % 2 === 0 ? secret : publishable;
    await refuses(at, { method, ...body }, `192.0.2.${index % 200}`, [key]);
  }
  const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
  await refuses('/graphql', post({ query: '{ me { role } }' }), '192.0.2.250');
  await refuses('/_mcp', post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), '192.0.2.250');
  await refuses('/api/v1/media/picture/content', { method: 'GET' }, '192.0.2.250');
  await refuses('/api/v1/media', { method: 'POST', body: 'x' }, '192.0.2.250');
  expect(wrong).toEqual([]);
  expect(routes.length).toBeGreaterThan(100);
  expect(FILE_ROUTES.length).toBeGreaterThan(0);
});

const shop = async (query: string, init: { key?: string; preview?: string; locale?: string } = {}) => {
  const { key = publishable, preview = '', locale = 'en_US' } = init;
  const isSecret = key.startsWith('sk_');
  const parameters = new URLSearchParams({ query, locale, ...(preview !== '' && { preview }) });
  const path = isSecret ? '/shop/graphql' : `/shop/${key}/graphql`;
  const headers = isSecret ? { authorization: `Bearer ${key}` } : {};
  return served.answer(new Request(`http://catalograph.test:4000${path}?${parameters}`, { headers }));
};

test('a shop takes no token, and no key that is revoked or of an inactive storefront', async () => {
  const { runner } = served.catalogue;
  const query = '{ channel { code } }';
  expect((await shop(query)).status).toBe(200);
  expect((await shop(query, { key: secret })).status).toBe(200);
  expect(await codeOf(await shop(query, { key: served.token }))).toBe('400 secret-key-in-url');
  const headers = { authorization: `Bearer ${served.token}` };
  const byToken = new Request(`http://catalograph.test:4000/shop/graphql?query={channel{code}}`, { headers });
  expect(await codeOf(await served.answer(byToken))).toBe('401 invalid-key');
  const input = { storefront: 'shop', name: 'Over', kind: 'publishable' } as const;
  const { id, key } = (await runner.write(owner, createStorefrontKey, input)).output;
  expect((await shop(query, { key })).status).toBe(200);
  await runner.write(owner, revokeStorefrontKey, { id });
  await expect.poll(async () => codeOf(await shop(query, { key }))).toBe('401 revoked-key');
  const world = { runner, owner } as TestOrganization;
  await seedConfiguration(world, upsertStorefronts, [{ code: 'closed', channel: 'web', active: false }]);
  const closed = await runner.write(owner, createStorefrontKey, { ...input, storefront: 'closed' });
  expect(await codeOf(await shop(query, { key: closed.output.key }))).toBe('401 revoked-key');
});

/** Everything that a shop may be asked for products, with how each is looked for. */
async function everythingSaid(init: { key?: string; preview?: string; locale?: string }): Promise<string> {
  const single = [...ids].flatMap(([sku, id], at) => [
    `a${at}: product(by: { sku: "${sku}" }) { ...shown }`,
    `b${at}: product(by: { slug: "lamp-${sku.toLowerCase()}" }) { ...shown }`,
    `c${at}: node(id: "${encodeId('Product', id)}") { id }`,
  ]);
  const queries = [
    `{ ${single.join(' ')} } fragment shown on Product { sku label }`,
    '{ products(first: 50) { totalCount nodes { sku label } facets { label } } }',
    '{ lampProducts(first: 50, sort: { label: ASC }) { totalCount nodes { sku title } } }',
    '{ search(q: "Lamp", first: 50) { totalCount nodes { sku } } }',
    `{ search(q: "${CANARY}") { totalCount nodes { sku } } }`,
    '{ suggest(q: "lam") { products { sku } terms } }',
    '{ urls(kind: PRODUCT) { nodes { slug } } }',
    '{ lamp(by: { sku: "LIVE" }) { hidden } }',
    '{ lampProducts(filter: { hidden: { eq: "x" } }) { totalCount } }',
    '{ lampProducts(sort: { hidde: ASC }) { totalCount } }',
    '{ lampProducts(refine: [{ facet: "hidden", values: ["x"] }]) { totalCount } }',
  ];
  const texts = [];
  for (const query of queries) {
    const response = await shop(query, init);
    expect(response.status).toBeLessThan(500);
    const text = await response.text();
    // What is sent back of the question says nothing about the catalogue.
    texts.push(
      text.replaceAll(
        /Cannot query field \\"hidden\\"|Field \\"hidden\\"|Field \\"hidde\\"|'hidden'|"(?:value|ref)":"hidden"/g,
        '',
      ),
    );
  }
  return texts.join('\n');
}

const skusIn = (text: string) =>
  [...ids]
    .filter(([sku, id]) => text.includes(sku) || text.includes(encodeId('Product', id)))
    .map(([sku]) => sku);

test('a shop shows what is live in its channel and locale, and nothing else', async () => {
  const english = await everythingSaid({});
  expect(skusIn(english)).toEqual(['LIVE']);
  expect(english.match(/"totalCount":\d+/g)).toEqual([
    '"totalCount":1',
    '"totalCount":1',
    '"totalCount":1',
    '"totalCount":0',
  ]);
  expect(skusIn(await everythingSaid({ locale: 'de_DE' }))).toEqual(['LIVE', 'GERMAN']);
  expect(skusIn(await everythingSaid({ key: secret }))).toEqual(['LIVE']);
  expect(HIDDEN.filter((sku) => english.toLowerCase().includes(sku.toLowerCase()))).toEqual([]);
});

test('what is not exposed is in no answer, schema or error', async () => {
  const responseText = await everythingSaid({});
  const files = await Promise.all(
    ['schema.graphql', 'introspection.json'].map(async (name) =>
      (await served.answer(new Request(`http://catalograph.test:4000/shop/${publishable}/${name}`))).text(),
    ),
  );
  for (const text of [responseText, ...files]) {
    expect(text).not.toContain(CANARY);
    expect(text).not.toMatch(/hidden(?!Count)/);
  }
});

test('preview shows drafts to a secret key or by a link alone, and never what is archived, deleted or foreign', async () => {
  expect((await (await shop('{ channel { code } }', { preview: 'true' })).json()).errors).toHaveLength(1);
  const link = await served.graphql('{ previewLink(code: "shop", product: "DRAFT") { url } }');
  const { url } = (link.data?.previewLink ?? { url: '' }) as { readonly url: string };
  expect(url).toMatch(/^https:\/\/shop\.example\/lamp-draft\?preview=/i);
  const token = new URL(url).searchParams.get('preview') ?? '';
  for (const way of [
    { key: secret, preview: 'true' },
    { key: publishable, preview: token },
  ]) {
    const responseText = await everythingSaid(way);
    expect(skusIn(responseText)).toEqual(expect.arrayContaining(['LIVE', 'DRAFT']));
    for (const sku of ['ARCHIVED', 'DELETED', 'FOREIGN']) expect(skusIn(responseText)).not.toContain(sku);
  }
  const response = await shop('{ product(by: { sku: "DRAFT" }) { sku } }', { preview: token });
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(await codeOf(await shop('{ channel { code } }', { preview: `${token}x` }))).toBe(
    '403 invalid-signature',
  );
});

test('a cursor works for its storefront and context alone, and only as it was made', async () => {
  const lists = [
    'products(first: 1, sort: { label: ASC }',
    'lampProducts(first: 1, sort: { label: ASC }',
    'search(q: "lamp", first: 1',
    'urls(kind: PRODUCT, first: 1',
  ];
  const preview = { key: secret, preview: 'true' };
  for (const list of lists) {
    const firstPage = await (
      await shop(`{ list: ${list}) { pageInfo { endCursor } } }`, { ...preview, locale: 'de_DE' })
    ).json();
    const cursor: string = firstPage.data.list.pageInfo.endCursor;
    const nodes = list.startsWith('urls') ? 'nodes { slug }' : 'totalCount nodes { sku label }';
    const ask = async (init: Parameters<typeof shop>[1], after = cursor) =>
      (await shop(`{ list: ${list}, after: ${JSON.stringify(after)}) { ${nodes} } }`, init)).text();
    expect(await ask({ ...preview, locale: 'de_DE' })).toContain('"nodes":[{');
    const [payload = '', signature = ''] = cursor.split('.');
    const last = payload.at(-1) === 'A' ? 'B' : 'A';
    const wrong = [
      await ask({ key: neighbour, locale: 'de_DE' }),
      await ask({ key: foreignKey, locale: 'de_DE' }),
      await ask({ locale: 'en_US' }),
      await ask({ ...preview, locale: 'de_DE' }, `${payload.slice(0, -1)}${last}.${signature}`),
      await ask({ ...preview, locale: 'de_DE' }, payload),
    ];
    for (const text of wrong)
      expect([list, text]).toEqual([list, expect.stringContaining('"code":"invalid-cursor"')]);
    // Without preview it is bounded by what is visible.
    const visible = await ask({ locale: 'de_DE' });
    expect(skusIn(visible).filter((sku) => !['LIVE', 'GERMAN'].includes(sku))).toEqual([]);
  }
});
