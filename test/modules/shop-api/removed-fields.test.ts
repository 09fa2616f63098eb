// Risk: documents of a front end break on the day on which something is no longer exposed, or show its values further.
import { printSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf } from '../../../src/kernel/ids.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { createShopSchemas } from '../../../src/modules/shop-api/index.ts';
import { loadStorefront, type Storefront, upsertStorefronts } from '../../../src/modules/storefront/index.ts';
import { readStructure } from '../../../src/modules/structure/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { openShop } from '../../support/storefront.ts';

let catalogue: TestOrganization;
let storefrontId: string;
let now = new Date('2026-11-23T10:00:00Z');

const EVERYTHING = ['name', 'brand', 'color', 'colors', 'price', 'washable', 'maker', 'stock'];
const EXPOSED = { attributes: EVERYTHING, entityTypes: ['maker'], associationTypes: ['spare_parts'] };

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'maker' }]);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'spare_parts' }]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'maker', type: 'entity', entityType: 'maker', filterable: true },
    { code: 'colors', type: 'multi_select', optionSet: 'colors', filterable: true },
    ...['brand', 'color', 'washable', 'price'].map((code) => ({ code, filterable: true })),
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'clothing',
      attributes: ['name', 'brand', 'color', 'colors', 'price', 'size', 'ean', 'washable', 'maker'],
    },
  ]);
  await seedConfiguration(catalogue, upsertStorefronts, [{ code: 'shop', channel: 'print', ...EXPOSED }]);
  const { data } = await catalogue.execute('{ storefront(code: "shop") { id } }');
  storefrontId = decodeIdOf('Storefront', (data?.storefront as { id: string } | undefined)?.id ?? '') ?? '';
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    items: [{ entityType: 'maker', code: 'acme', labels: { en_US: 'Acme' } }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  } as never);
  await seedProducts(catalogue, [
    simpleProduct('TIE', {
      attributeSet: 'accessories',
      status: 'published',
      channels: { set: ['print'] },
      values: [cellWrite('name', 'Tie', { locale: 'en_US' })],
    }),
    simpleProduct('SHIRT', {
      attributeSet: 'clothing',
      status: 'published',
      channels: { set: ['print'] },
      values: [
        cellWrite('name', 'Shirt', { locale: 'en_US' }),
        cellWrite('brand', 'canary'),
        cellWrite('color', 'red'),
        cellWrite('colors', ['red']),
        cellWrite('washable', true),
        cellWrite('maker', 'acme'),
        cellWrite('price', [{ amount: '9.90', currency: 'USD' }]),
      ],
    }),
  ]);
});
afterAll(() => catalogue?.close());

const stored = async (): Promise<Storefront> => {
  const transaction = pgTransaction(catalogue.database.of(catalogue.owner.organizationId).pool);
  const reading = { ...transaction, session: catalogue.owner };
  const found = await loadStorefront(reading, await readStructure(reading), storefrontId);
  if (found === null) throw new Error('The storefront is missing.');
  return found;
};

/** A process: it knows what it was asked for before. */
const processOf = () =>
  createShopSchemas({
    history: {
      clock: { now: () => now },
      transactionOf: (id) => pgTransaction(catalogue.database.of(id).pool),
    },
  });

const DOCUMENT = `{
  clothing(by: { sku: "SHIRT" }) {
    brand color { code } colors { code } washable maker { label } priceValue { amount } priceValues { amount }
    spareParts { totalCount nodes { sku } facets { code } sorts { field } pageInfo { hasNextPage } }
  }
  found: clothingProducts(filter: { brand: { eq: "canary" }, maker: { in: ["acme"] } }, sort: { priceValue: ASC }) {
    totalCount
  }
  without: clothingProducts(filter: { brand: { exists: false } }, sort: { label: ASC }) { totalCount }
  accessories(by: { sku: "TIE" }) { stock }
  accessoriesProducts(filter: { sku: { eq: "TIE" } }) { totalCount }
  maker(by: { code: "acme" }) { code label }
}`;

const NO_LINKS = { totalCount: 0, nodes: [], facets: [], sorts: [], pageInfo: { hasNextPage: false } };

test('what is no longer exposed stays for 30 days, deprecated and empty, in all processes', async () => {
  const process = processOf();
  const before = await openShop(catalogue, await stored(), process);
  const first = await before.ask(DOCUMENT);
  expect(first.errors).toBeUndefined();
  expect(first.data).toMatchObject({
    clothing: {
      brand: 'canary',
      colors: [{ code: 'red' }],
      priceValues: [{ amount: '9.90' }],
      spareParts: NO_LINKS,
    },
    found: { totalCount: 1 },
    without: { totalCount: 0 },
    accessories: { stock: null },
    accessoriesProducts: { totalCount: 1 },
    maker: { label: 'Acme' },
  });
  expect(printSchema(before.schema)).not.toContain('Removed on');

  const left = { attributes: ['brand', 'washable'], entityTypes: [], associationTypes: [] };
  const dryRun = await catalogue.execute(
    `mutation { updateStorefront(code: "shop", dryRun: true, input: { attributes: ["brand", "washable"], entityTypes: [] }) {
       ... on StorefrontPayload { storefront { schema } } } }`,
  );
  expect(JSON.stringify(dryRun.data)).toContain('color: Option @deprecated(reason: ');

  await seedConfiguration(catalogue, upsertStorefronts, [{ code: 'shop', ...left }]);
  now = new Date('2026-11-24T10:00:00Z');
  const after = await openShop(catalogue, await stored(), process);
  const sdl = printSchema(after.schema);
  expect(sdl.match(/^ {2}\w+(\(by: \w+!\))?: \S+ @deprecated.*$/gm)?.join('\n')).toMatchInlineSnapshot(`
    "  label: Direction @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      name: String @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      color: Option @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      colors: [Option!]! @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      priceValue: Money @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      priceValues: [Money!]! @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      maker: Maker @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      name: String @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      color: Option @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      stock: Decimal @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      accessories(by: ProductBy!): Accessories @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      maker(by: EntityBy!): Maker @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      name: TextFilter @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      color: OptionFilter @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      colors: OptionFilter @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      priceValue: MoneyFilter @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      maker: EntityFilter @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      label: Direction @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      priceValue: Direction @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      name: TextFilter @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      color: OptionFilter @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      stock: NumberFilter @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      label: Direction @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")
      stock: Direction @deprecated(reason: "Removed on 2026-12-24. Has no values until then.")"
  `);
  const second = await after.ask(DOCUMENT);
  expect(second.errors).toBeUndefined();
  expect(second.data).toEqual({
    clothing: {
      brand: 'canary',
      washable: true,
      color: null,
      colors: [],
      maker: null,
      priceValue: null,
      priceValues: [],
      spareParts: NO_LINKS,
    },
    found: { totalCount: 0 },
    without: { totalCount: 0 },
    accessories: null,
    accessoriesProducts: { totalCount: 0 },
    maker: null,
  });

  // A process that starts later, and the management API, show the same.
  now = new Date('2026-12-20T10:00:00Z');
  expect(printSchema((await openShop(catalogue, await stored(), processOf())).schema)).toBe(sdl);
  const { data } = await catalogue.execute('{ storefront(code: "shop") { schema } }');
  expect(data?.storefront).toEqual({ schema: sdl });

  now = new Date('2026-12-24T00:00:00Z');
  const over = await openShop(catalogue, await stored(), process);
  expect(printSchema(over.schema)).not.toMatch(
    /Removed on|accessories|Accessories|maker|spareParts|color: Option/,
  );
});

test('names that change and sets that lose an attribute keep what they had; what comes back is itself again', async () => {
  now = new Date('2027-01-10T10:00:00Z');
  const early = await stored();
  const earlier = await openShop(catalogue, early, processOf());
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'brand', apiName: 'label_text' }]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'clothing', apiName: 'Garment', attributes: ['name', 'brand', 'color', 'size', 'price', 'ean'] },
  ]);
  const renamed = await openShop(catalogue, await stored(), processOf());
  const sdl = printSchema(renamed.schema);
  const reason = '@deprecated(reason: "Removed on 2027-02-09. Has no values until then.")';
  expect(sdl).toContain(`clothing(by: ProductBy!): Clothing ${reason}`);
  expect(sdl).toContain(`clothingProducts`);
  expect(sdl).toContain('garment(by: ProductBy!): Garment\n');
  const { data } = await renamed.ask(
    '{ clothing(by: { sku: "SHIRT" }) { brand washable } garment(by: { sku: "SHIRT" }) { label_text } }',
  );
  expect(data).toEqual({ clothing: null, garment: { label_text: 'canary' } });

  // Somebody who has not heard of the change yet does not make it undone.
  const stale = await processOf().of(earlier.structure, early);
  expect(printSchema(stale.schema)).not.toContain('label_text: String @');
  expect(printSchema((await openShop(catalogue, await stored(), processOf())).schema)).toBe(sdl);

  await seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'clothing', apiName: 'Clothing' }]);
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'brand', apiName: 'brand' }]);
  const back = await openShop(catalogue, await stored(), processOf());
  expect(printSchema(back.schema)).toContain(`garment(by: ProductBy!): Garment ${reason}`);
  expect((await back.ask('{ clothing(by: { sku: "SHIRT" }) { brand } }')).data).toEqual({
    clothing: { brand: 'canary' },
  });
});
