// Risk: a property that is declared cannot be written, filtered by or read in the APIs, and nobody notices.
import { type GraphQLNamedType, isInputObjectType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { isApplicable, PRODUCT_PROPERTIES } from '../../../src/modules/property/index.ts';

const schema = guardedSchema();
const fieldsOf = (type: GraphQLNamedType | undefined): string[] =>
  isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [];

const properties = Object.keys(PRODUCT_PROPERTIES);
const filtered = Object.entries(PRODUCT_PROPERTIES).flatMap(([key, { filter }]) =>
  isApplicable(filter) ? [key] : [],
);

test.each([
  ['Product', properties],
  ['CreateProductInput', properties],
  ['UpsertProductInput', properties],
  // The type follows from the parent.
  ['UpdateProductInput', properties.filter((key) => key !== 'type')],
  ['ProductFilter', filtered],
])('%s has a field for each property', (type, expected) => {
  const fields = new Set(fieldsOf(schema.getType(type)));
  expect(expected.filter((key) => !fields.has(key))).toEqual([]);
});
