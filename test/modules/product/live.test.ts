// Risk: a product is shown where it should not be, disappears where it should stay, or moves without anybody being told.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import type { ProductItem } from '../../../src/modules/product/index.ts';
import {
  createProduct,
  deleteProduct,
  restoreProduct,
  setProductStatus,
  updateProduct,
} from '../../../src/modules/product/index.ts';
import { call, connect } from '../../adapters/mcp/mcp-client.ts';
import { restOf } from '../../adapters/rest/rest-client.ts';
import { cellWrite, productModel } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { lastSequenceOf } from '../../support/last-sequence.ts';
import { serveProgram } from '../../support/served-program.ts';

const EUR = [{ amount: '9.90', currency: 'EUR' }];
const WHOLE = [
  cellWrite('name', 'Shirt', { locale: 'en_US' }),
  cellWrite('name', 'Hemd', { locale: 'de_DE' }),
  cellWrite('price', EUR),
];
/** Everywhere in the shop: `web` publishes complete products only, `print` any. */
const EVERYWHERE = ['print/en_US', 'web/de_DE', 'web/en_US'];

let catalogue: TestOrganization;
beforeEach(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'clothing', requiredAttributes: { web: ['name', 'price'] } },
  ]);
});
afterEach(() => catalogue?.close());

const write = (operation: Parameters<TestOrganization['runner']['write']>[1], input: unknown) =>
  catalogue.runner.write(catalogue.owner, operation as never, input as never);
const create = (item: ProductItem) => write(createProduct as never, item);
const update = (ref: string, patch: object) => write(updateProduct as never, { ref, patch });
const publish = (ref: string) => write(setProductStatus as never, { ref, status: 'published' });

/** Where a product is live by its field; the filter and the reasons have to say the same of each channel and locale. */
async function live(sku: string): Promise<string[]> {
  const { data, errors } = await catalogue.execute(
    `query ($sku: ID!) { product(ref: $sku) { live { channel { code } locale { code } }
      visibility { channel { code } locale { code } live reasons { code blocks } } } }`,
    { sku },
  );
  expect(errors).toBeUndefined();
  type Scope = { channel: { code: string }; locale: { code: string } };
  const { product } = data as {
    product: { live: Scope[]; visibility: (Scope & { live: boolean; reasons: { blocks: boolean }[] })[] };
  };
  const nameOf = ({ channel, locale }: Scope) => `${channel.code}/${locale.code}`;
  const places = product.live.map(nameOf);
  for (const scope of product.visibility) {
    expect([nameOf(scope), scope.live]).toEqual([nameOf(scope), places.includes(nameOf(scope))]);
    expect([nameOf(scope), scope.reasons.some(({ blocks }) => blocks)]).toEqual([nameOf(scope), !scope.live]);
  }
  for (const place of [...EVERYWHERE, 'web/fr_FR']) {
    const [channel, locale] = place.split('/');
    const found = await catalogue.execute(
      'query ($filter: ProductFilter) { products(filter: $filter) { nodes { sku } } }',
      { filter: { live: { channel, locale }, sku: { eq: sku } } },
    );
    expect(found.data, place).toEqual({ products: { nodes: places.includes(place) ? [{ sku }] : [] } });
  }
  return places;
}

/** The public events of products after a number: type, SKU, version and where they are live or no longer. */
async function moves(after: number): Promise<string[]> {
  const { data } = await catalogue.execute(
    'query ($after: BigInt) { events(afterSequence: $after, types: ["product.*"]) { nodes { type data } } }',
    { after: String(after) },
  );
  const { events } = data as {
    events: {
      nodes: {
        type: string;
        data: { sku: string; version: number; transitions?: Record<string, string>[] };
      }[];
    };
  };
  return events.nodes.map(({ type, data: { sku, version, transitions = [] } }) => {
    const places = transitions
      .filter(({ type: kind }) => kind !== 'status_changed')
      .map(({ type: kind, channel, locale }) => `${kind === 'published' ? '+' : '-'}${channel}/${locale}`);
    return [`${type.slice('product.'.length)} ${sku} ${version}`, ...places].join(' ');
  });
}
const last = () => lastSequenceOf(catalogue, catalogue.owner.organizationId);

describe('a simple product', () => {
  beforeEach(() => create({ sku: 'A', attributeSet: 'clothing', values: WHOLE, status: 'published' }));

  test('is live where it is published, sold and complete, and each change of that has an event', async () => {
    const start = await last();
    expect(await live('A')).toEqual(EVERYWHERE);
    await update('A', { channels: { set: ['web'] } });
    expect(await live('A')).toEqual(['web/de_DE', 'web/en_US']);
    await write(setProductStatus as never, { ref: 'A', status: 'draft' });
    expect(await live('A')).toEqual([]);
    await publish('A');
    await write(deleteProduct as never, { ref: 'A' });
    await write(restoreProduct as never, { ref: 'A' });
    expect(await live('A')).toEqual(['web/de_DE', 'web/en_US']);
    expect(await moves(start)).toEqual([
      'updated A 2 -print/en_US',
      'updated A 3 -web/de_DE -web/en_US',
      'updated A 4 +web/de_DE +web/en_US',
      'deleted A 5 -web/de_DE -web/en_US',
      'restored A 6 +web/de_DE +web/en_US',
    ]);
    expect((await moves(0)).slice(0, 1)).toEqual(['created A 1 +print/en_US +web/de_DE +web/en_US']);
  });

  test('stays live in German when its English text is gone, or a locale without its text is added', async () => {
    const start = await last();
    await update('A', { values: [cellWrite('name', null, { locale: 'en_US' })] });
    expect(await live('A')).toEqual(['print/en_US', 'web/de_DE']);
    await seedConfiguration(catalogue, upsertChannels, [
      { code: 'web', locales: ['en_US', 'de_DE', 'fr_FR'] },
    ]);
    expect(await live('A')).toEqual(['print/en_US', 'web/de_DE']);
    await update('A', { values: [cellWrite('name', 'Chemise', { locale: 'fr_FR' })] });
    expect(await live('A')).toEqual(['print/en_US', 'web/de_DE', 'web/fr_FR']);
    expect(await moves(start)).toEqual(['updated A 2 -web/en_US', 'updated A 3 +web/fr_FR']);
  });

  test('follows the requirements of its set, the publishing rule and the activity of channels', async () => {
    const start = await last();
    await seedConfiguration(catalogue, upsertAttributeSets, [
      { code: 'clothing', requiredAttributes: { web: ['name', 'price', 'brand'] } },
    ]);
    expect(await live('A')).toEqual(['print/en_US']);
    await seedConfiguration(catalogue, upsertChannels, [{ code: 'web', publishGuard: 'none' }]);
    expect(await live('A')).toEqual(EVERYWHERE);
    await seedConfiguration(catalogue, upsertChannels, [{ code: 'print', active: false }]);
    expect(await live('A')).toEqual(['web/de_DE', 'web/en_US']);
    expect(await moves(start)).toEqual([
      'live_changed A 1 -web/de_DE -web/en_US',
      'live_changed A 1 +web/de_DE +web/en_US',
      'live_changed A 1 -print/en_US',
    ]);
    const { data } = await catalogue.execute('{ product(ref: "A") { version revisions { totalCount } } }');
    expect(data).toEqual({ product: { version: 1, revisions: { totalCount: 1 } } });
  });
});

test('what stands below a model is live only while the model is published, and has events of its own', async () => {
  await create(productModel('M', { values: WHOLE, status: 'published', variantLayout: 'by_size' }));
  for (const size of ['s', 'm'])
    await create({ sku: `M-${size}`, parent: 'M', values: [cellWrite('size', size)], status: 'published' });
  await create({ sku: 'M-l', parent: 'M', values: [cellWrite('size', 'l')] });
  const start = await last();
  await write(setProductStatus as never, { ref: 'M', status: 'draft' });
  expect(await live('M-s')).toEqual([]);
  await publish('M');
  expect(await live('M-s')).toEqual(EVERYWHERE);
  await update('M', { values: [cellWrite('name', null, { locale: 'de_DE' })] });
  expect(await live('M-m')).toEqual(['print/en_US', 'web/en_US']);
  const gone = '-print/en_US -web/de_DE -web/en_US';
  const back = gone.replaceAll('-', '+');
  const found = await moves(start);
  expect([found.slice(0, 3), found.slice(3, 6), found.slice(6)].map((part) => part.toSorted())).toEqual([
    [`live_changed M-m 1 ${gone}`, `live_changed M-s 1 ${gone}`, `updated M 2 ${gone}`],
    [`live_changed M-m 1 ${back}`, `live_changed M-s 1 ${back}`, `updated M 3 ${back}`],
    ['live_changed M-m 1 -web/de_DE', 'live_changed M-s 1 -web/de_DE', 'updated M 4 -web/de_DE'],
  ]);
});

test('says of each channel and locale why it is not live, with what to fix', async () => {
  const values = [cellWrite('name', 'Hemd', { locale: 'de_DE' })];
  await create(productModel('M', { values, variantLayout: 'by_size', channels: { set: ['web'] } }));
  await create({ sku: 'M-s', parent: 'M', values: [cellWrite('size', 's')] });
  await create({ sku: 'N' });
  const { data } = await catalogue.execute(`
    fragment Reasons on Product {
      visibility(channel: "web", locale: "de_DE") {
        reasons { code message attribute { code } product { sku } category { code } }
      }
      print: visibility(channel: "print", locale: "en_US") { reasons { code } }
    }
    { variant: product(ref: "M-s") { ...Reasons } bare: product(ref: "N") { ...Reasons } }`);
  const reason = (code: string, message: string, named: object = {}) => ({
    code,
    message,
    attribute: null,
    product: null,
    category: null,
    ...named,
  });
  const status = reason('STATUS', 'The product is not published. Publish it.');
  const category = reason(
    'NO_CATEGORY',
    "The product is in no category below 'shop', the tree of the channel. Add one.",
    { category: { code: 'shop' } },
  );
  expect(data).toEqual({
    variant: {
      visibility: [
        {
          reasons: [
            status,
            reason('PARENT_STATUS', 'A model above the product is not published. Publish the model.', {
              product: { sku: 'M' },
            }),
            reason('MISSING_VALUE', "The attribute 'price' has no value for de_DE. Write it.", {
              attribute: { code: 'price' },
            }),
            category,
          ],
        },
      ],
      print: [{ reasons: [{ code: 'STATUS' }, { code: 'PARENT_STATUS' }, { code: 'NOT_SOLD' }] }],
    },
    bare: {
      visibility: [
        {
          reasons: [
            status,
            reason('NO_ATTRIBUTE_SET', 'The product has no attribute set. Set one.'),
            category,
          ],
        },
      ],
      print: [{ reasons: [{ code: 'STATUS' }, { code: 'NO_ATTRIBUTE_SET' }] }],
    },
  });
});

test('is computed until it is stored, for the field and for the filter', async () => {
  await create({ sku: 'A', attributeSet: 'clothing', values: WHOLE, status: 'published' });
  await update('A', { values: [cellWrite('name', null, { locale: 'en_US' })] });
  const { owner } = catalogue.database;
  await owner.query('UPDATE public.product SET live_in = NULL');
  await owner.query('INSERT INTO search.unknown_live SELECT id FROM public.organization');
  await owner.query(
    `UPDATE public.organization SET structure_revision = nextval('tenancy.structure_revision')::int`,
  );
  expect(await live('A')).toEqual(['print/en_US', 'web/de_DE']);
});

test('is read and searched by REST and MCP, and a dry run by REST counts who would move', async () => {
  const served = await serveProgram();
  const rest = restOf(served);
  const client = await connect(served, '2026');
  try {
    const filter = { channel: 'webshop', locale: 'de_DE' };
    await served.seedDemo();
    const { json } = await rest('GET /products/LO-WREN?fields=sku,live');
    expect(json.live).toContainEqual(filter);
    const { visibility } = (await rest('GET /products/LO-WREN?expand=visibility')).json;
    expect(visibility).toContainEqual({ ...filter, live: true, reasons: [] });
    const search = { filter: { live: filter, sku: 'LO-WREN' } };
    const found = (await rest('POST /products/search', { json: search })).json.items;
    expect(found).toMatchObject([{ sku: 'LO-WREN' }]);
    expect((await call(client, 'search_products', search)).json.items).toMatchObject([{ sku: 'LO-WREN' }]);
    const dry = await rest('PATCH /channels/webshop?dry_run=true&expand=effects', {
      json: { active: false },
    });
    const effect = {
      kind: 'leaves_live',
      ...filter,
      severity: 'loss',
      currency: null,
      attribute: null,
      count: expect.any(Number),
      value_count: null,
      is_exact: true,
      filter: { live: filter },
    };
    const products = expect.arrayContaining([effect]);
    expect(dry.json.effects).toEqual({
      complete: true,
      products,
      entities: [],
      storefronts: [],
      references: [],
    });
  } finally {
    await client.close();
    await served.close();
  }
}, 60_000);
