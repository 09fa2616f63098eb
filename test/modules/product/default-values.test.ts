// Risk: new products begin without what their attributes promise, or cannot be created because a default is out of use.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { updateEntity, upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { updateOption } from '../../../src/modules/option-set/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    {
      code: 'weight',
      standardUnit: 'GRAM',
      units: [{ code: 'GRAM', labels: {}, symbol: 'g', factor: '1', offset: '0' }],
    },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'brand' }]);
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    mode: 'upsert',
    errorPolicy: 'reject_all',
    entityType: 'brand',
    items: [{ code: 'House' }, { code: 'Guest' }],
  });
});
afterAll(() => catalogue.close());

const execute = async (document: string, variables: object = {}) => {
  const { data, errors } = await catalogue.execute(document, { ...variables });
  expect(errors).toBeUndefined();
  return data as Record<string, never>;
};

type Input = { readonly code: string; readonly [field: string]: unknown };

/** Creates attributes with their defaults through the graph, and a set of them. */
async function givenDefaults(set: string, attributes: readonly Input[]): Promise<void> {
  for (const input of attributes) {
    const answer = await execute(
      'mutation ($input: CreateAttributeInput!) { createAttribute(input: $input) { ... on Problem { errors { code path } } } }',
      { input },
    );
    expect(answer).toEqual({ createAttribute: {} });
  }
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: set, attributes: attributes.map(({ code }) => ({ code })) },
  ]);
}

const create = async (input: object) =>
  (
    await execute(
      `mutation ($input: CreateProductInput!) { createProduct(input: $input) {
         ... on ProductPayload { product { data(form: CELLS) } } ... on Problem { code errors { code path } } } }`,
      { input },
    )
  ).createProduct;

test('a new product gets the default of each attribute that nobody names', async () => {
  await givenDefaults('full', [
    { code: 'd_select', type: 'SELECT', optionSet: 'colors', defaultValue: 'RED' },
    { code: 'd_list', type: 'MULTI_SELECT', optionSet: 'colors', defaultValue: ['blue', 'Red'] },
    { code: 'd_entity', type: 'ENTITY', entityType: 'brand', defaultValue: 'HOUSE' },
    { code: 'd_entities', type: 'ENTITY_LIST', entityType: 'brand', defaultValue: ['guest', 'house'] },
    { code: 'd_text', type: 'TEXT', defaultValue: 'new' },
    { code: 'd_flag', type: 'BOOLEAN', defaultValue: false },
    { code: 'd_price', type: 'PRICE', defaultValue: [{ amount: 1, currency: 'eur' }] },
    {
      code: 'd_weight',
      type: 'MEASUREMENT',
      measurementFamily: 'weight',
      defaultValue: { amount: '5', unit: 'gram' },
    },
    { code: 'd_number', type: 'NUMBER', defaultValue: '1.50' },
    { code: 'd_localized', type: 'TEXT', localizable: true, defaultValue: 'nowhere' },
  ]);
  const defaults = {
    d_entities: [{ value: ['Guest', 'House'] }],
    d_entity: [{ value: 'House' }],
    d_flag: [{ value: false }],
    d_list: [{ value: ['blue', 'red'] }],
    d_number: [{ value: '1.50' }],
    d_price: [{ value: [{ amount: '1', currency: 'EUR' }] }],
    d_select: [{ value: 'red' }],
    d_text: [{ value: 'new' }],
    d_weight: [{ value: { amount: '5', unit: 'GRAM' } }],
  };
  expect(await create({ sku: 'PLAIN', attributeSet: 'full' })).toEqual({ product: { data: defaults } });

  const { d_select: _cleared, ...others } = defaults;
  expect(
    await create({
      sku: 'NAMED',
      attributeSet: 'full',
      values: [
        { attribute: 'D_SELECT', value: null },
        { attribute: 'd_entity', value: 'guest' },
      ],
    }),
  ).toEqual({ product: { data: { ...others, d_entity: [{ value: 'Guest' }] } } });
});

test('only creating gives defaults: not changing, not another set, not a batch that finds the product', async () => {
  await givenDefaults('colored', [
    { code: 'tone', type: 'SELECT', optionSet: 'colors', defaultValue: 'blue' },
  ]);
  await create({ sku: 'BARE' });
  const change = `mutation {
    updateProduct(ref: "BARE", input: { attributeSet: "colored" }) { ... on ProductPayload { product { data(form: CELLS) } } }
    upsertProducts(items: [{ sku: "BARE", status: IN_REVIEW }, { sku: "FRESH", attributeSet: "colored" }]) {
      ... on UpsertProductsPayload { results { product { data(form: CELLS) } } } } }`;
  expect(await execute(change)).toEqual({
    updateProduct: { product: { data: {} } },
    upsertProducts: {
      results: [{ product: { data: {} } }, { product: { data: { tone: [{ value: 'blue' }] } } }],
    },
  });
});

test('each member of a family gets the defaults that belong to its level', async () => {
  await givenDefaults('family', [
    { code: 'material', type: 'ENTITY', entityType: 'brand', defaultValue: 'House' },
    { code: 'shade', type: 'SELECT', optionSet: 'colors' },
    { code: 'label', type: 'SELECT', optionSet: 'sizes', defaultValue: 's' },
  ]);
  const levels = [{ axes: ['shade'], attributes: ['label'] }];
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'family', variantLayouts: [{ code: 'by_shade', labels: {}, levels }] },
  ]);
  const root = { sku: 'ROOT', attributeSet: 'family', type: 'MODEL', variantLayout: 'by_shade' };
  expect(await create(root)).toEqual({ product: { data: { material: [{ value: 'House' }] } } });
  const below = { sku: 'LEAF', parent: 'ROOT', values: [{ attribute: 'shade', value: 'red' }] };
  expect(await create(below)).toEqual({
    product: {
      data: {
        label: [{ value: 's' }],
        material: [{ value: 'House', source: 'inherited' }],
        shade: [{ value: 'red' }],
      },
    },
  });
});

test('a default that went out of use is left out; products can still be created', async () => {
  await givenDefaults('dated', [
    { code: 'old_color', type: 'SELECT', optionSet: 'colors', defaultValue: 'green' },
    { code: 'old_brand', type: 'ENTITY', entityType: 'brand', defaultValue: 'Guest' },
    { code: 'still', type: 'TEXT', defaultValue: 'here' },
  ]);
  await catalogue.runner.write(catalogue.owner, updateOption, {
    patch: { optionSet: 'colors', code: 'green', active: false },
  });
  await catalogue.runner.write(catalogue.owner, updateEntity, {
    entityType: 'brand',
    code: 'Guest',
    patch: { active: false },
  });
  expect(await create({ sku: 'LATER', attributeSet: 'dated' })).toEqual({
    product: { data: { still: [{ value: 'here' }] } },
  });
  expect(
    await create({
      sku: 'TOLD',
      attributeSet: 'dated',
      values: [{ attribute: 'old_color', value: 'green' }],
    }),
  ).toEqual({
    code: 'validation-failed',
    errors: [{ code: 'option-inactive', path: ['values', '0', 'value'] }],
  });
});

test('a default is judged by the rules of its attribute when these change', async () => {
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'rated', type: 'number', defaultValue: 5 }]);
  const { updateAttribute } =
    await execute(`mutation { updateAttribute(code: "rated", input: { validation: { max: 3 } }) {
    ... on Problem { errors { code path } } } }`);
  expect(updateAttribute).toEqual({ errors: [{ code: 'above-maximum', path: ['defaultValue'] }] });
});
