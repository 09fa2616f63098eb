// Risk: somebody changes an object whose users he cannot see, or learns from its users what he may not read.
import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { OperationBudget } from '../../src/kernel/budget/operation-budget.ts';
import type { Session } from '../../src/kernel/session.ts';
import { upsertAssociationTypes } from '../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../src/modules/attribute-group/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertMeasurementFamilies } from '../../src/modules/measurement/index.ts';
import { deleteProduct } from '../../src/modules/product/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    {
      code: 'length',
      standardUnit: 'm',
      units: [
        { code: 'm', labels: {}, symbol: 'm', factor: '1', offset: '0' },
        { code: 'cm', labels: {}, symbol: 'cm', factor: '0.01', offset: '0' },
      ],
    },
  ]);
  await seedConfiguration(catalogue, upsertAttributeGroups, [{ code: 'sizes' }]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'height', type: 'measurement', measurementFamily: 'length', group: 'sizes' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'lamps', attributes: ['name', 'color', 'price', 'height'].map((code) => ({ code })) },
  ]);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'upsell' }]);
  const lamp = (sku: string, category: string) =>
    simpleProduct(sku, {
      attributeSet: 'lamps',
      categories: { set: [category] },
      values: [
        cellWrite('name', sku, { locale: 'de_DE' }),
        cellWrite('color', 'red'),
        cellWrite('price', [{ amount: '5', currency: 'EUR' }]),
        cellWrite('height', { amount: '5', unit: 'cm' }),
      ],
    });
  await seedProducts(catalogue, [
    lamp('L1', 'sale'),
    lamp('L2', 'sale'),
    lamp('L3', 'clothes'),
    lamp('GONE', 'sale'),
  ]);
  await seedProducts(catalogue, [
    { sku: 'L1', associations: [{ type: 'upsell', products: { set: [{ ref: 'L2' }] } }] },
  ]);
  await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: 'GONE' });
});
afterAll(() => catalogue.close());

const USAGE = 'usage { count isExact types { type count users(first: 2) { type code } } }';
const PRODUCTS = 'productsCount productsCountExact';

async function read(selection: string, session?: Session): Promise<Record<string, unknown>> {
  const { data, errors } = await catalogue.execute(`{ ${selection} }`, {}, session);
  expect(errors).toBeUndefined();
  return data as Record<string, unknown>;
}

const usageBy = (...types: readonly (readonly [type: string, ...codes: string[]])[]) => ({
  usage: {
    count: types.reduce((sum, [, ...codes]) => sum + codes.length, 0),
    isExact: true,
    types: types.map(([type, ...codes]) => ({
      type,
      count: codes.length,
      users: codes.slice(0, 2).map((code) => ({ type, code })),
    })),
  },
});
const lamps = { productsCount: 3, productsCountExact: true };

test('every kind of configuration that others refer to says what uses it', () => {
  const types = Object.values(guardedSchema().getTypeMap()).filter(
    (type) => 'getFields' in type && 'usage' in (type as GraphQLObjectType).getFields(),
  );
  expect(types.map(({ name }) => name).toSorted()).toMatchInlineSnapshot(`
    [
      "AssociationType",
      "Attribute",
      "AttributeGroup",
      "AttributeSet",
      "Category",
      "Channel",
      "Currency",
      "EntityType",
      "Locale",
      "MeasurementFamily",
      "MeasurementUnit",
      "Media",
      "Option",
      "OptionSet",
    ]
  `);
});

test.each([
  ['optionSet(code: "colors")', '', usageBy(['Attribute', 'color'])],
  [
    'option(optionSet: "COLORS", code: "Red")',
    PRODUCTS,
    { ...usageBy(['Product', 'L1', 'L2', 'L3']), ...lamps },
  ],
  [
    'option(optionSet: "colors", code: "blue")',
    PRODUCTS,
    { ...usageBy(), productsCount: 0, productsCountExact: true },
  ],
  [
    'attribute(code: "height")',
    PRODUCTS,
    { ...usageBy(['AttributeSet', 'lamps'], ['Product', 'L1', 'L2', 'L3']), ...lamps },
  ],
  ['attributeGroup(code: "sizes")', '', usageBy(['Attribute', 'height'])],
  [
    'attributeSet(code: "lamps")',
    'productsCount',
    { ...usageBy(['Product', 'L1', 'L2', 'L3']), productsCount: 3 },
  ],
  ['category(code: "sale")', 'productsCount', { ...usageBy(['Product', 'L1', 'L2']), productsCount: 2 }],
  [
    'category(code: "shop")',
    'productsCount productsBelowCount productsBelowCountExact',
    {
      ...usageBy(['Category', 'clothes', 'sale'], ['Channel', 'web']),
      productsCount: 0,
      productsBelowCount: 3,
      productsBelowCountExact: true,
    },
  ],
  [
    'associationType(code: "upsell")',
    PRODUCTS,
    { ...usageBy(['Product', 'L1']), productsCount: 1, productsCountExact: true },
  ],
  [
    'channel(code: "print")',
    PRODUCTS,
    { ...usageBy(['AttributeSet', 'clothing']), productsCount: 0, productsCountExact: true },
  ],
  [
    'locale(code: "de_DE")',
    PRODUCTS,
    { ...usageBy(['Channel', 'web'], ['Product', 'L1', 'L2', 'L3']), ...lamps },
  ],
  [
    'currency(code: "EUR")',
    PRODUCTS,
    { ...usageBy(['Channel', 'web'], ['Product', 'L1', 'L2', 'L3']), ...lamps },
  ],
  ['measurementFamily(code: "length")', '', usageBy(['Attribute', 'height'])],
])('%s names its users', async (field, more, expected) => {
  expect(await read(`object: ${field} { ${USAGE} ${more} }`)).toEqual({ object: expected });
});

test('units count their products', async () => {
  expect(await read(`measurementFamily(code: "length") { units { code ${PRODUCTS} ${USAGE} } }`)).toEqual({
    measurementFamily: {
      units: [
        { code: 'm', productsCount: 0, productsCountExact: true, ...usageBy(['Attribute', 'height']) },
        { code: 'cm', ...lamps, ...usageBy(['Product', 'L1', 'L2', 'L3']) },
      ],
    },
  });
});

test('a caller who may not read products learns their number alone', async () => {
  const session = sessionOf(catalogue.owner.organizationId, 'owner', ['settings:read']);
  expect(await read(`locale(code: "de_DE") { ${USAGE} }`, session)).toEqual({
    locale: {
      usage: {
        count: 4,
        isExact: true,
        types: [
          { type: 'Channel', count: 1, users: [{ type: 'Channel', code: 'web' }] },
          { type: 'Product', count: 3, users: [] },
        ],
      },
    },
  });
});

test('a page looks users and products of all its objects up in one statement each', async () => {
  catalogue.takeStatements();
  await read(`options(optionSet: "colors") { nodes { ${PRODUCTS} ${USAGE} } }`);
  expect(
    catalogue
      .takeStatements()
      .filter((name) => name.startsWith('option.'))
      .toSorted(),
  ).toEqual(['option.count_users', 'option.list', 'option.usage']);
  await read('categories { nodes { productsBelowCount productsBelowCountExact } }');
  expect(catalogue.takeStatements()).toEqual(['category.list', 'SELECT category', 'category.products_below']);
});

/** Returns the units of work that a selection costs. */
async function unitsOf(selection: string): Promise<number> {
  const spend = vi.spyOn(OperationBudget.prototype, 'spend');
  await read(selection);
  const units = spend.mock.calls.reduce((sum, [amount]) => sum + amount, 0);
  spend.mockRestore();
  return units;
}

test('users and their number cost for each object, by whichever field they are selected', async () => {
  const options = (selection: string) => unitsOf(`options(optionSet: "colors") { nodes { ${selection} } }`);
  const withoutUsers = await options('code');
  // Three options, a statement, and the one that has users.
  const count = 3 * 50 + 2 + 1;
  expect(await options('productsCount')).toBe(withoutUsers + count);
  expect(await options('productsCountExact')).toBe(withoutUsers + count);
  expect(await options(PRODUCTS)).toBe(withoutUsers + count);
  expect(await options('usage { count }')).toBe(withoutUsers + 3 * 100 + 2 + 1);
});

test('lists that look for users cost as a search does, and their total as much', async () => {
  const attributes = (argument: string) => unitsOf(`attributes${argument} { totalCount }`);
  const plain = await attributes('');
  expect(await attributes('(search: "co")')).toBe(plain + 2 * (50 - 20));
  expect(await attributes('(unused: true)')).toBe(plain + 2 * (50 - 20));
});

test.each([0, -1, 101])('%i users of a type are rejected', async (first) => {
  const { errors } = await catalogue.execute(
    `{ locale(code: "de_DE") { usage { types { users(first: ${first}) { code } } } } }`,
  );
  expect(errors?.[0]?.message).toBe(`A page can have 1 to 100 items, not ${first}.`);
});
