// Risk: clients are told of a filter that does not work, or never hear of one that does.
import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue.close());

interface FilterField {
  readonly field: string;
  readonly type: string;
  readonly operators: readonly string[];
  readonly values: readonly string[] | null;
}

async function listed(): Promise<readonly FilterField[]> {
  const { data } = await catalogue.execute(
    '{ productFilterFields { field type operators optionSet values } }',
  );
  return data?.productFilterFields as FilterField[];
}

const snakeCase = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Parts of the filter that join or shape conditions instead of naming a property. */
const NO_PROPERTIES = ['and', 'or', 'not', 'channel', 'locale', 'attributes'];
/** By condition: what says where or how, not what something is compared with. */
const NO_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  categories: ['descendants'],
  externalRefs: ['system'],
  associations: ['type'],
  completeness: ['channel', 'locale', 'scope'],
};

test('names each property that the filter takes, with the operators that it takes, and no other', async () => {
  const filter = guardedSchema().getType('ProductFilter');
  if (!isInputObjectType(filter)) throw new Error('There is no filter of products.');
  const accepted = Object.values(filter.getFields())
    .filter(({ name }) => !NO_PROPERTIES.includes(name))
    .map(({ name, type }) => {
      const condition = getNamedType(type);
      const fields = isInputObjectType(condition) ? condition.getFields() : {};
      const operators = Object.values(fields).filter((one) => !NO_OPERATORS[name]?.includes(one.name));
      const operand = getNamedType(fields.eq?.type);
      return {
        field: snakeCase(name),
        operators: operators.map((one) => snakeCase(one.name)),
        values: isEnumType(operand) ? operand.getValues().map(({ value }) => value) : null,
      };
    });
  const properties = (await listed()).filter(({ field }) => !field.startsWith('attributes.'));
  const reported = properties.map(({ field, operators, values }) => ({ field, operators, values }));
  // The schema has its parts in the order of the alphabet.
  const sorted = (fields: typeof reported) =>
    fields
      .map(({ operators, values, ...rest }) => ({
        ...rest,
        operators: [...operators].sort(),
        values: values === null ? null : [...values].sort(),
      }))
      .sort((a, b) => (a.field < b.field ? -1 : 1));
  expect(sorted(reported)).toEqual(sorted(accepted));
});

test('tells what the operands of a property are', async () => {
  const types = Object.fromEntries((await listed()).map(({ field, type }) => [field, type]));
  expect(types).toEqual({
    q: 'search',
    id: 'id',
    sku: 'text',
    type: 'enum',
    status: 'enum',
    attribute_set: 'code',
    parent: 'product',
    channels: 'channel',
    categories: 'category',
    tags: 'text',
    external_refs: 'external_ref',
    associations: 'association',
    completeness: 'completeness',
    publication: 'publication',
    live: 'live',
    created_at: 'datetime',
    effective_updated_at: 'datetime',
    updated_at: 'datetime',
    'attributes.brand': 'text',
    'attributes.color': 'select',
    'attributes.description': 'rich_text',
    'attributes.ean': 'text',
    'attributes.name': 'text',
    'attributes.price': 'price',
    'attributes.size': 'select',
    'attributes.stock': 'number',
    'attributes.washable': 'boolean',
  });
});

test('tells of an attribute what it can be compared, sorted and counted by', async () => {
  const { data } = await catalogue.execute(
    '{ productFilterFields { field operators optionSet localizable scopable sortable countable state } }',
  );
  const fields = data?.productFilterFields as FilterField[];
  expect(fields.find(({ field }) => field === 'attributes.color')).toEqual({
    field: 'attributes.color',
    operators: ['eq', 'ne', 'in', 'nin', 'empty'],
    optionSet: 'colors',
    localizable: false,
    scopable: false,
    sortable: false,
    countable: true,
    state: 'READY',
  });
  expect(fields.find(({ field }) => field === 'attributes.name')).toMatchObject({
    localizable: true,
    scopable: false,
    sortable: true,
    countable: false,
    state: 'READY',
  });
});

test('finds no product without an id and every product with one', async () => {
  await seedProducts(catalogue, [simpleProduct('CAP')]);
  const { data } = await catalogue.execute(`{
    without: products(filter: { id: { empty: true } }) { totalCount }
    with: products(filter: { id: { empty: false } }) { totalCount }
  }`);
  expect(data).toEqual({ without: { totalCount: 0 }, with: { totalCount: 1 } });
});
