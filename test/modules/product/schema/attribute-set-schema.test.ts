// Risk: clients, forms and agents build products by a schema that is of another set, another channel or another day.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { GraphQLInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedSchema } from '../../../../src/adapters/graphql/schema.ts';
import type { JsonObject, JsonValue } from '../../../../src/kernel/json.ts';
import { upsertAssociationTypes } from '../../../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../../src/modules/attribute-set/index.ts';
import { upsertEntities } from '../../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../../src/modules/entity-type/index.ts';
import { upsertMeasurementFamilies } from '../../../../src/modules/measurement/index.ts';
import { upsertOptionSets, upsertOptions } from '../../../../src/modules/option-set/index.ts';
import { updateOrganization } from '../../../../src/modules/organization/index.ts';
import { createProduct, exampleProduct, loadListedMetadata } from '../../../../src/modules/product/index.ts';
import { readStructure } from '../../../../src/modules/structure/index.ts';
import { readCellWrites } from '../../../../src/modules/values/cells/read-cell-writes.ts';
import { pgTransaction } from '../../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';

const MEMBERS = [
  'name',
  'slogan',
  'color',
  'size',
  'price',
  'ean',
  'washable',
  'weight',
  'brand_record',
  'nut',
];

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await catalogue.runner.write(catalogue.owner, updateOrganization, { patch: { defaultLocale: 'en_US' } });
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'pack', quantified: true }]);
  await seedConfiguration(catalogue, upsertOptions, [{ code: 'beige', optionSet: 'colors', active: false }]);
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'nuts' }]);
  const nuts = Array.from({ length: 101 }, (_, index) => ({ code: `M${index}`, optionSet: 'nuts' }));
  await seedConfiguration(catalogue, upsertOptions, nuts);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'brand' }]);
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    mode: 'upsert',
    errorPolicy: 'reject_all',
    entityType: 'brand',
    items: [{ code: 'Alpina' }, { code: 'Berga', active: false }],
  });
  const unit = (code: string, factor: string) => ({ code, labels: {}, symbol: code, factor, offset: '0' });
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    { code: 'weight', standardUnit: 'KILOGRAM', units: [unit('KILOGRAM', '1'), unit('GRAM', '0.001')] },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    {
      code: 'name',
      labels: { en_US: 'Name', de_DE: 'Bezeichnung' },
      guidelines: { en_US: 'As on the box.' },
    },
    { code: 'slogan', type: 'text', localizable: true, scopable: true, availableLocales: ['de_DE'] },
    { code: 'weight', type: 'measurement', measurementFamily: 'weight' },
    { code: 'brand_record', type: 'entity', entityType: 'brand' },
    { code: 'nut', type: 'select', optionSet: 'nuts' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'caps',
      labels: { en_US: 'Caps' },
      description: 'Worn on the head.',
      attributes: [{ code: 'name' }, { code: 'stock' }],
      requiredAttributes: { '*': ['name'], print: ['stock'] },
    },
    { code: 'clothing', attributes: MEMBERS.map((code) => ({ code })) },
  ]);
});
afterAll(() => catalogue.close());

interface Answered extends JsonObject {
  readonly properties: JsonObject & { readonly values: { readonly properties: Record<string, JsonObject> } };
  readonly $defs: Record<string, JsonObject>;
}

const QUERY =
  'query ($code: String!, $channel: String) { attributeSetSchema(code: $code, channel: $channel) }';
async function schemaOf(code: string, channel: string | null = null): Promise<Answered> {
  const { data, errors } = await catalogue.execute(QUERY, { code, channel });
  expect(errors).toBeUndefined();
  return data?.attributeSetSchema as Answered;
}

function validatorOf(schema: object) {
  const ajv = new Ajv2020({ strict: true, strictTypes: true, strictTuples: true, strictRequired: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

test('describes a product of a set as it is written', async () => {
  const { properties, $defs, ...about } = await schemaOf('CAPS');
  expect(about).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Caps',
    description:
      'Worn on the head. A new product of this attribute set. A missing value that a channel requires is not an error: the product is incomplete. An update contains only the changes; null clears a value.',
    type: 'object',
    required: ['sku'],
    additionalProperties: false,
  });
  expect(properties.values).toEqual({
    type: 'object',
    properties: {
      name: {
        title: 'Name',
        description: 'As on the box. Required in print, web.',
        anyOf: [
          { type: 'null' },
          { $ref: '#/$defs/name.cell' },
          { type: 'array', items: { $ref: '#/$defs/name.cell' }, minItems: 1 },
        ],
        examples: [[{ locale: 'en_US', value: 'Text' }]],
      },
      stock: {
        description: 'Required in print.',
        anyOf: [
          { $ref: '#/$defs/stock.value' },
          { $ref: '#/$defs/stock.cell' },
          { type: 'array', items: { $ref: '#/$defs/stock.cell' }, minItems: 1 },
        ],
        examples: [1],
      },
    },
    additionalProperties: { type: 'null', description: 'No attribute of the set: can only be cleared.' },
  });
  const marks = {
    value: true,
    source: {
      enum: ['own', 'inherited', 'fallback', null],
      description: 'Returned by reads; inherited and fallback values are skipped.',
    },
    in_set: { description: 'Returned by reads; ignored in writes.' },
    partial: {
      type: ['boolean', 'null'],
      description:
        'Prices in currencies that `value` does not name stay, and an amount of null removes one; false replaces all prices.',
    },
  };
  expect($defs).toEqual({
    empty: { enum: [null, ''], description: 'No value.' },
    decimal: expect.objectContaining({ type: 'string' }),
    cell: {
      type: 'object',
      properties: { channel: { type: 'null' }, locale: { type: 'null' }, ...marks },
      required: ['value'],
      additionalProperties: false,
    },
    localized_cell: {
      type: 'object',
      properties: { channel: { type: 'null' }, locale: { enum: ['en_US', 'de_DE', 'fr_FR'] }, ...marks },
      required: ['value', 'locale'],
      additionalProperties: false,
    },
    'name.cell': {
      $ref: '#/$defs/localized_cell',
      type: 'object',
      properties: {
        value: { anyOf: [{ $ref: '#/$defs/empty' }, { type: 'string', maxLength: 255 }] },
      },
    },
    'stock.value': {
      description: 'At least 0, whole numbers.',
      anyOf: [{ $ref: '#/$defs/empty' }, { type: 'integer', minimum: 0 }, { $ref: '#/$defs/decimal' }],
    },
    'stock.cell': {
      $ref: '#/$defs/cell',
      type: 'object',
      properties: { value: { $ref: '#/$defs/stock.value' } },
    },
    'required:print': {
      enum: ['name', 'stock'],
      description: 'Attributes that a product needs to be complete in print.',
    },
    'required:web': {
      enum: ['name'],
      description: 'Attributes that a product needs to be complete in web.',
    },
  });
});

test('names every property that a creation takes', async () => {
  const input = guardedSchema().getType('CreateProductInput');
  const fields = input instanceof GraphQLInputObjectType ? Object.keys(input.getFields()) : [];
  const wire = fields.map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(Object.keys((await schemaOf('caps')).properties).sort()).toEqual(wire.sort());
});

test('lists active options and entities, and only counts those that there is no room for', async () => {
  const { $defs } = await schemaOf('clothing');
  expect([$defs['options:colors'], $defs['entities:brand'], $defs['options:nuts']]).toEqual([
    { enum: ['red', 'blue', 'green'] },
    { enum: ['Alpina'] },
    {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{1,100}$',
      description: "Code of one of the 101 options of the set 'nuts'; too many to list.",
    },
  ]);
});

test('describes what one channel needs and takes alone', async () => {
  const { properties, $defs } = await schemaOf('clothing', 'PRINT');
  const { name, slogan, ean } = properties.values.properties;
  expect([name?.description, ean?.description]).toEqual(['As on the box. Required in print.', 'Unique.']);
  // The channel has no locale in which there are slogans.
  expect([slogan?.examples, $defs['slogan.cell']?.properties]).toEqual([
    undefined,
    expect.objectContaining({ locale: { not: {} } }),
  ]);
  expect($defs.localized_cell?.properties).toMatchObject({ locale: { enum: ['en_US'] } });
  expect(JSON.stringify($defs['price.cell'])).toContain('"currency":{"enum":["USD"]}');
  expect(Object.keys($defs).filter((key) => key.startsWith('required:'))).toEqual(['required:print']);
});

test('refuses an unknown channel by its likely name, and answers null for an unknown set', async () => {
  const { errors } = await catalogue.execute(QUERY, { code: 'caps', channel: 'prnt' });
  expect(errors?.map(({ message }) => message)).toEqual([
    "validation-failed: There is no channel 'prnt'. Did you mean 'print'?",
  ]);
  expect(await schemaOf('moons')).toBeNull();
});

const CREATED: JsonObject = { sku: 'CAP-1', attribute_set: 'caps' };
test.each<readonly [string, boolean, JsonValue]>([
  ['a draft without values', true, CREATED],
  ['a product without a SKU', false, { values: {} }],
  ['a SKU with a blank in front', false, { ...CREATED, sku: ' CAP' }],
  ['another set', false, { ...CREATED, attribute_set: 'clothing' }],
  ['a status', true, { ...CREATED, status: 'in_review' }],
  ['a status that there is not', false, { ...CREATED, status: 'sold' }],
  ['a misspelt property', false, { ...CREATED, label: 'Cap' }],
  ['channels', true, { ...CREATED, channels: ['web'] }],
  ['every channel', true, { ...CREATED, channels: null }],
  ['an unknown channel', false, { ...CREATED, channels: ['moon'] }],
  ['categories', true, { ...CREATED, categories: ['clothes'] }],
  ['a link with a quantity', true, linked({ ref: 'HAT', quantity: 2 })],
  ['a link without the quantity of its type', false, linked('HAT')],
  ['an unknown type of link', false, { ...CREATED, associations: { similar: { products: [] } } }],
  ['a value of an attribute that the set lacks', false, { ...CREATED, values: { color: 'red' } }],
  ['clearing an attribute that the set lacks', true, { ...CREATED, values: { color: null } }],
])('takes or refuses as a write does: %s', async (_what, verdict, product) => {
  expect(validatorOf(await schemaOf('caps'))(product)).toBe(verdict);
});

function linked(link: JsonValue): JsonValue {
  return { ...CREATED, associations: { pack: { products: [link] } } };
}

test.each(['caps', 'clothing', 'accessories'])(
  'the example of a product of %s can be created',
  async (code) => {
    const { database, owner, runner } = catalogue;
    const context = {
      ...pgTransaction(database.of(owner.organizationId).pool),
      session: owner,
      modules: runner.modules,
      now: new Date(),
    };
    const structure = await readStructure(context);
    const set = structure.sets.get(code);
    if (set === undefined) throw new Error(`There is no set ${code}.`);
    const example = exampleProduct(set, structure, await loadListedMetadata(context, set));
    expect(validatorOf(await schemaOf(code))(example)).toBe(true);
    expect(Object.keys(example.values ?? {})).toEqual(set.attributes.map((attribute) => attribute.code));

    const { writes, problems } = readCellWrites(example.values);
    expect(problems).toEqual([]);
    const dryRun = await runner.dryRun(owner, createProduct, {
      sku: String(example.sku),
      attributeSet: String(example.attribute_set),
      values: writes,
    });
    expect(dryRun.output).toMatchObject({ sku: 'EXAMPLE-1', outcome: 'created' });
    await dryRun.end();
  },
);

test('reads what it lists in a constant number of statements', async () => {
  await schemaOf('clothing');
  catalogue.takeStatements();
  await schemaOf('clothing');
  expect(catalogue.takeStatements()).toEqual([
    'structure.revision',
    'option.choices',
    'entity_reference.choices',
  ]);
});
