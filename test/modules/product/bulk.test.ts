// Risk: a batch with bad items among good ones loses some, writes others, or takes a statement per item.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { type ProductItem, updateProduct, upsertProducts } from '../../../src/modules/product/index.ts';
import {
  cellWrite,
  productFamily,
  productModel,
  seedProducts,
  simpleProduct,
} from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
/** Each test writes into an organization of its own. */
let shop: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

beforeEach(async () => {
  shop = { ...catalogue, owner: await catalogue.addOrganization('Shop') };
  await seedClothingCatalogue(shop, shop.owner);
  await seedConfiguration(shop, upsertAssociationTypes, [
    { code: 'similar', twoWay: true },
    { code: 'pack', quantified: true },
  ]);
  await seedProducts(shop, [
    simpleProduct('STORED'),
    simpleProduct('OLD'),
    simpleProduct('EAN', { attributeSet: 'clothing', values: [cellWrite('ean', 'taken')] }),
    ...productFamily('TENT', { colors: ['red'], sizes: ['s'] }),
  ]);
  await shop.runner.write(shop.owner, updateProduct, { ref: 'OLD', patch: { status: 'in_review' } });
});

/** What is wrong with an item: its refusal, and code and path of each fault. */
type Reported = readonly [refusal: string, ...faults: string[]];

/** Twenty-four items that are each bad in their own way, with what they are told. */
const BAD: readonly (readonly [item: ProductItem, told: Reported])[] = [
  [simpleProduct(''), ['validation-failed', 'required sku']],
  [simpleProduct(' BLANK'), ['validation-failed', 'invalid-format sku']],
  [simpleProduct('search'), ['reserved-sku', 'reserved-sku sku']],
  [
    simpleProduct('NO-SET', { attributeSet: 'accesories' }),
    ['validation-failed', 'reference-not-found attributeSet'],
  ],
  [valued('MISSPELT', 'nam', 'x'), ['validation-failed', 'attribute-not-found values.nam']],
  [valued('NOT-IN-SET', 'brand', 'x'), ['validation-failed', 'attribute-not-in-set values.brand']],
  [valued('NO-OPTION', 'color', 'rood'), ['validation-failed', 'option-not-found values.color']],
  [valued('NO-NUMBER', 'stock', 'many'), ['validation-failed', 'wrong-type values.stock']],
  [valued('NEGATIVE', 'stock', -1), ['validation-failed', 'below-minimum values.stock']],
  [valued('HALF', 'stock', 1.5), ['validation-failed', 'too-many-decimals values.stock']],
  [valued('NO-LOCALE', 'name', 'x'), ['validation-failed', 'locale-required values.name']],
  [
    { sku: 'LOCALE', attributeSet: 'accessories', values: [cellWrite('name', 'x', { locale: 'xx_XX' })] },
    ['validation-failed', 'locale-not-enabled values.name'],
  ],
  [
    { sku: 'CHANNEL', attributeSet: 'accessories', values: [cellWrite('stock', 1, { channel: 'web' })] },
    ['validation-failed', 'channel-not-allowed values.stock'],
  ],
  [
    { ...valued('TWICE', 'stock', 1), values: [cellWrite('stock', 1), cellWrite('stock', 2)] },
    ['validation-failed', 'duplicate-item values.stock'],
  ],
  [
    {
      sku: 'CURRENCY',
      attributeSet: 'clothing',
      values: [cellWrite('price', [{ amount: '1', currency: 'GBP' }])],
    },
    ['validation-failed', 'currency-not-enabled values.price.0.currency'],
  ],
  [
    { sku: 'TAKEN', attributeSet: 'clothing', values: [cellWrite('ean', 'taken')] },
    ['validation-failed', 'not-unique values.ean'],
  ],
  [
    simpleProduct('SHOP', { channels: { set: ['shop'] } }),
    ['validation-failed', 'reference-not-found channels.set.0'],
  ],
  [
    simpleProduct('CATEGORY', { categories: { set: ['clothes', 'moon'] } }),
    ['validation-failed', 'category-not-found categories.set.1'],
  ],
  [{ sku: 'ORPHAN', parent: 'NOBODY' }, ['validation-failed', 'product-not-found parent']],
  [{ sku: 'NO-AXIS', parent: 'TENT-red' }, ['validation-failed', 'axis-missing values.size']],
  [
    { sku: 'SAME-AXES', parent: 'TENT-red', values: [cellWrite('size', 's')] },
    ['validation-failed', 'axis-duplicate values'],
  ],
  [
    simpleProduct('LINK', {
      associations: [{ type: 'pack', products: { add: [{ ref: 'NOBODY', quantity: 1 }] } }],
    }),
    ['validation-failed', 'product-not-found associations.0.products.add.0.ref'],
  ],
  [simpleProduct('STORED', { type: 'model' }), ['immutable-property', 'immutable-property type']],
  [simpleProduct('OLD', { ifVersion: 1, status: 'archived' }), ['version-mismatch']],
  [
    simpleProduct('UNCLASSIFIED', { attributeSet: null, status: 'published' }),
    ['not-publishable', 'value-not-allowed status'],
  ],
];

function valued(sku: string, attribute: string, value: string | number): ProductItem {
  return { sku, attributeSet: 'accessories', values: [cellWrite(attribute, value)] };
}

/** A batch of `size` items in which the bad ones are spread evenly among new products. */
function batchOf(size: number): { readonly item: ProductItem; readonly reported: Reported | null }[] {
  const batch = Array.from({ length: size - BAD.length }, (_, index) => ({
    item: simpleProduct(`NEW-${index}`, { categories: { add: ['sale'] } }),
    reported: null as Reported | null,
  }));
  const distance = Math.floor(size / BAD.length);
  for (const [index, [item, reported]] of BAD.entries())
    batch.splice(index * distance, 0, { item, reported });
  return batch;
}

const writeBatch = async (
  items: readonly ProductItem[],
  errorPolicy: 'reject_failed' | 'reject_all' = 'reject_failed',
) =>
  (await shop.runner.write(shop.owner, upsertProducts, { items, mode: 'upsert', errorPolicy })).output
    .results;

const rowsOf = async (text: string) =>
  (await catalogue.database.owner.query(text, [shop.owner.organizationId])).rows;

test('answers each of 500 items for itself, and writes all that are good in one transaction', async () => {
  const batch = batchOf(500);
  const results = await writeBatch(batch.map(({ item }) => item));
  expect(
    results.map(({ index, sku, outcome, version, refusal }) => ({
      index,
      sku,
      outcome,
      version,
      reported:
        refusal === null
          ? null
          : [refusal.code, ...refusal.errors.map(({ code, path }) => `${code} ${path.join('.')}`)],
    })),
  ).toEqual(
    batch.map(({ item: { sku }, reported }, index) => ({
      index,
      sku,
      reported,
      ...(reported === null ? { outcome: 'created', version: 1 } : { outcome: 'failed', version: null }),
    })),
  );
  expect(
    await rowsOf(
      `SELECT count(*)::int AS products, count(DISTINCT product.xmin::text)::int AS transactions,
              count(event.sequence)::int AS events
       FROM product LEFT JOIN ledger.event
         ON event.organization_id = $1 AND event.object_id = product.id AND event.xmin = product.xmin
       WHERE product.organization_id = $1 AND product.sku LIKE 'NEW-%'`,
    ),
  ).toEqual([{ products: 475, transactions: 1, events: 475 }]);
  expect(
    await rowsOf(
      "SELECT sku, status, version FROM product WHERE organization_id = $1 AND sku IN ('STORED', 'OLD') ORDER BY sku",
    ),
  ).toEqual([
    { sku: 'OLD', status: 'in_review', version: 2 },
    { sku: 'STORED', status: 'draft', version: 1 },
  ]);
});

test('sends the same statements for 500 items as for 50, also when many of them are behind or misspelt', async () => {
  const stored = Array.from({ length: 60 }, (_, index) => `BEHIND-${index}`);
  await seedProducts(
    shop,
    stored.map((sku) => simpleProduct(sku)),
  );
  await seedProducts(
    shop,
    stored.map((sku) => simpleProduct(sku, { status: 'in_review' })),
  );
  const statementsOf = async (size: number, behind: readonly string[], prefix: string) => {
    const items = batchOf(size - 3 * behind.length).map(({ item }) => ({
      ...item,
      sku: item.sku.replace('NEW', prefix),
    }));
    const misspelt = behind.flatMap((_, index) => [
      valued(`${prefix}-C${index}`, 'color', `rod${index}`),
      { ...valued(`${prefix}-S${index}`, 'size', `xl${index}`), attributeSet: 'clothing' },
    ]);
    const stale = behind.map((sku) => simpleProduct(sku, { ifVersion: 1 }));
    catalogue.takeStatements();
    const results = await writeBatch([...items, ...misspelt, ...stale]);
    expect(results.slice(-3 * behind.length).every(({ outcome }) => outcome === 'failed')).toBe(true);
    return catalogue.takeStatements();
  };
  const few = await statementsOf(50, stored.slice(0, 2), 'FEW');
  expect(few).toMatchInlineSnapshot(`
    [
      "BEGIN",
      "structure.read",
      "product.find",
      "product.lock",
      "product.stored_links",
      "option.resolve",
      "option.choices",
      "option.names",
      "category.codes",
      "product.axis_keys",
      "product.unique_owners",
      "ledger.changes_since",
      "product.find",
      "product.insert",
      "search.insert",
      "search.insert_usages",
      "ledger.append",
      "COMMIT",
    ]
  `);
  expect(await statementsOf(500, stored, 'MANY')).toEqual(few);
});

test('writes nothing when one is refused and all are to be good, and says where the fault is', async () => {
  const before = await rowsOf('SELECT last_sequence FROM ledger.counter WHERE organization_id = $1');
  const refused = writeBatch(
    [simpleProduct('GOOD'), valued('BAD', 'stock', -1), simpleProduct('BETTER')],
    'reject_all',
  );
  await expect(refused).rejects.toMatchObject({
    code: 'validation-failed',
    errors: [{ code: 'below-minimum', path: ['items', '1', 'values', 'stock'] }],
  });
  expect(
    await rowsOf("SELECT sku FROM product WHERE organization_id = $1 AND sku IN ('GOOD', 'BETTER')"),
  ).toEqual([]);
  expect(await rowsOf('SELECT last_sequence FROM ledger.counter WHERE organization_id = $1')).toEqual(before);
});

test('later items may refer to earlier ones: models, siblings, links and values', async () => {
  const [boot, red, small] = productFamily('BOOT', { colors: ['red'], sizes: ['s'] });
  if (boot === undefined || red === undefined || small === undefined)
    throw new Error('A family has three members.');
  const items: ProductItem[] = [
    boot,
    red,
    small,
    { sku: 'BOOT-red-s2', parent: 'BOOT-red', values: [cellWrite('size', 's')] },
    simpleProduct('LACE', {
      associations: [{ type: 'similar', products: { add: [{ ref: 'BOOT-red-s' }] } }],
    }),
    simpleProduct('BOX', {
      associations: [
        {
          type: 'pack',
          products: {
            set: [
              { ref: 'LACE', quantity: 2 },
              { ref: 'TENT', quantity: 1 },
            ],
          },
        },
      ],
    }),
    { sku: 'SECOND', attributeSet: 'clothing', values: [cellWrite('ean', 'BOOT-red-s')] },
    simpleProduct('EARLY', { associations: [{ type: 'similar', products: { add: [{ ref: 'LATE' }] } }] }),
    simpleProduct('LATE'),
    { sku: 'CHILD', parent: 'LATER-MODEL', values: [cellWrite('color', 'blue')] },
    productModel('LATER-MODEL'),
  ];
  const results = await writeBatch(items);
  expect(
    results.map(({ sku, outcome, refusal }) => [
      sku,
      outcome,
      ...(refusal?.errors ?? []).map(({ code, path }) => `${code} ${path.join('.')}`),
    ]),
  ).toEqual([
    ['BOOT', 'created'],
    ['BOOT-red', 'created'],
    ['BOOT-red-s', 'created'],
    ['BOOT-red-s2', 'failed', 'axis-duplicate values'],
    ['LACE', 'created'],
    ['BOX', 'created'],
    ['SECOND', 'failed', 'not-unique values.ean'],
    ['EARLY', 'failed', 'product-not-found associations.0.products.add.0.ref'],
    ['LATE', 'created'],
    ['CHILD', 'failed', 'product-not-found parent'],
    ['LATER-MODEL', 'created'],
  ]);
  const { data } = await shop.execute(
    `{ boot: product(ref: "BOOT-red-s") { label(locale: "en_US") parent { sku } ...Links }
       box: product(ref: "BOX") { ...Links } }
     fragment Links on Product { associations { type { code } products { quantity product { sku } } } }`,
    {},
    shop.owner,
  );
  expect(data).toEqual({
    boot: {
      label: 'BOOT, red, [s]',
      parent: { sku: 'BOOT-red' },
      associations: [{ type: { code: 'similar' }, products: [{ quantity: null, product: { sku: 'LACE' } }] }],
    },
    box: {
      associations: [
        {
          type: { code: 'pack' },
          products: [
            { quantity: 2, product: { sku: 'LACE' } },
            { quantity: 1, product: { sku: 'TENT' } },
          ],
        },
      ],
    },
  });
});

test('a refused item leaves no trace for the items after it', async () => {
  const results = await writeBatch([
    { sku: 'NEW', attributeSet: 'clothing', values: [cellWrite('ean', '1'), cellWrite('brand', 5)] },
    { sku: 'OTHER', attributeSet: 'clothing', values: [cellWrite('ean', '1')] },
    simpleProduct('NEW', { values: [cellWrite('stock', 3)] }),
    { sku: 'EAN', values: [cellWrite('ean', 'other'), cellWrite('brand', 5)] },
    { sku: 'HEIR', attributeSet: 'clothing', values: [cellWrite('ean', 'taken')] },
    { sku: 'EAN', values: [cellWrite('ean', 'free')] },
    { sku: 'HEIR', attributeSet: 'clothing', values: [cellWrite('ean', 'taken')] },
  ]);
  expect(results.map(({ sku, outcome }) => [sku, outcome])).toEqual([
    ['NEW', 'failed'],
    ['OTHER', 'created'],
    ['NEW', 'created'],
    ['EAN', 'failed'],
    ['HEIR', 'failed'],
    ['EAN', 'updated'],
    ['HEIR', 'created'],
  ]);
});
