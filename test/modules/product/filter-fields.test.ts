// Risk: clients are told of a filter that does not work, or never hear of one that does.
import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSchema } from '../../../src/doors/graphql/schema.ts';
import { givenProducts, simple } from '../../support/builders.ts';
import { createTestCatalogue, type TestCatalogue } from '../../support/catalogue.ts';
import { givenShop } from '../../support/shop.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
  await givenShop(catalogue);
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
const NO_PROPERTIES = ['and', 'or', 'not'];
const NO_OPERATORS = ['descendants', 'system'];

test('names each property that the filter takes, with the operators that it takes, and no other', async () => {
  const filter = buildSchema().getType('ProductFilter');
  if (!isInputObjectType(filter)) throw new Error('There is no filter of products.');
  const accepted = Object.values(filter.getFields())
    .filter(({ name }) => !NO_PROPERTIES.includes(name))
    .map(({ name, type }) => {
      const condition = getNamedType(type);
      if (!isInputObjectType(condition)) throw new Error(`${name} takes no conditions.`);
      const operators = Object.values(condition.getFields()).filter(
        (one) => !NO_OPERATORS.includes(one.name),
      );
      const operand = getNamedType(condition.getFields().eq?.type);
      return {
        field: snakeCase(name),
        operators: operators.map((one) => snakeCase(one.name)),
        values: isEnumType(operand) ? operand.getValues().map(({ value }) => value) : null,
      };
    });
  const told = (await listed()).map(({ field, operators, values }) => ({ field, operators, values }));
  // The schema has its parts in the order of the alphabet.
  const sorted = (fields: typeof told) =>
    fields
      .map(({ operators, values, ...rest }) => ({
        ...rest,
        operators: [...operators].sort(),
        values: values === null ? null : [...values].sort(),
      }))
      .sort((a, b) => (a.field < b.field ? -1 : 1));
  expect(sorted(told)).toEqual(sorted(accepted));
});

test('tells what the operands of a property are', async () => {
  const types = Object.fromEntries((await listed()).map(({ field, type }) => [field, type]));
  expect(types).toEqual({
    id: 'id',
    sku: 'text',
    type: 'enum',
    status: 'enum',
    attribute_set: 'code',
    parent: 'product',
    categories: 'category',
    external_refs: 'external_ref',
    created_at: 'datetime',
    updated_at: 'datetime',
  });
});

test('finds no product without an id and every product with one', async () => {
  await givenProducts(catalogue, [simple('CAP')]);
  const { data } = await catalogue.execute(`{
    without: products(filter: { id: { empty: true } }) { totalCount }
    with: products(filter: { id: { empty: false } }) { totalCount }
  }`);
  expect(data).toEqual({ without: { totalCount: 0 }, with: { totalCount: 1 } });
});
