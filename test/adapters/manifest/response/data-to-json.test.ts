// Risk: what REST and MCP send loses a value, or renames a code as if it were a word of the schema.
import { buildSchema, graphqlSync, isObjectType, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { dataToJson } from '../../../../src/adapters/manifest/response/data-to-json.ts';
import { outputShape } from '../../../../src/adapters/manifest/response/output-shape.ts';
import type { TypeExtensions } from '../../../../src/graphql/extensions.ts';

const schema = buildSchema(`
  type Query { lamp: Lamp }
  type Lamp { createdAt: String, status: Status, brand: Brand, brands: [Brand!]!, labels: [Label!]!, cells: [Cell!]!, links: [Link!]!, rules: Rules!, secondBrand: Brand }
  enum Status { IN_REPAIR ON }
  type Brand { code: String!, name: String }
  type Label { locale: String!, text: String! }
  type Cell { attribute: String!, locale: String, value: String }
  type Link { ref: String!, quantity: Int }
  type Rules { maxLength: Int, min: Int }
`);
const extensions: Record<string, TypeExtensions> = {
  Label: { keyedList: { by: 'locale', value: 'text' } },
  Cell: { keyedList: { by: 'attribute', many: true } },
  Link: { shorthand: 'ref' },
  Rules: { omitsNulls: true },
};
for (const [name, said] of Object.entries(extensions)) {
  const type = schema.getType(name);
  if (isObjectType(type)) type.extensions = { ...said };
}
const LAMP = {
  createdAt: 'now',
  status: 'IN_REPAIR',
  brand: { code: 'Acme_X', name: 'Acme' },
  brands: [{ code: 'a' }, { code: 'bB' }],
  labels: [
    { locale: 'en_US', text: 'Lamp' },
    { locale: '__proto__', text: 'Odd' },
  ],
  cells: [
    { attribute: 'netWeight', locale: null, value: '1' },
    { attribute: 'name', locale: 'en_US', value: 'L' },
    { attribute: 'name', locale: 'de_DE', value: 'M' },
  ],
  links: [{ ref: 'SKU-1' }, { ref: 'SKU-2', quantity: 2 }],
  rules: { maxLength: 5 },
  secondBrand: null,
};

function answer(selection: string) {
  const [operation] = parse(selection).definitions;
  const type = schema.getType('Lamp');
  if (operation?.kind !== Kind.OPERATION_DEFINITION || !isObjectType(type)) throw new Error('no selection');
  const { data } = graphqlSync({ schema, source: `{ lamp ${selection} }`, rootValue: { lamp: LAMP } });
  return JSON.stringify(dataToJson(outputShape(schema, type, operation.selectionSet.selections), data?.lamp));
}

test('keys are in snake_case, values of enums in lower case', () => {
  expect(answer('{ createdAt status }')).toBe('{"created_at":"now","status":"in_repair"}');
});

test('a reference of which one key is selected is that key', () => {
  expect(answer('{ brand { code } brands { code } secondBrand { code } }')).toBe(
    '{"brand":"Acme_X","brands":["a","bB"],"second_brand":null}',
  );
  expect(answer('{ createdAt brand { code name } }')).toBe(
    '{"created_at":"now","brand":{"code":"Acme_X","name":"Acme"}}',
  );
});

test('a keyed list is an object by its keys, which stay as they are', () => {
  expect(answer('{ createdAt labels { locale text } }')).toBe(
    '{"created_at":"now","labels":{"en_US":"Lamp","__proto__":"Odd"}}',
  );
  expect(answer('{ createdAt cells { attribute locale value } }')).toBe(
    '{"created_at":"now","cells":{"netWeight":[{"locale":null,"value":"1"}],"name":[{"locale":"en_US","value":"L"},{"locale":"de_DE","value":"M"}]}}',
  );
});

test('an object with a short form has it when nothing else is set, and leaves out nulls where it says so', () => {
  expect(answer('{ createdAt links { ref quantity } rules { maxLength min } }')).toBe(
    '{"created_at":"now","links":["SKU-1",{"ref":"SKU-2","quantity":2}],"rules":{"max_length":5}}',
  );
});
