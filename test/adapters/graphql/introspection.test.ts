// Risk: a small document that everybody may send reads the schema many times over, and everybody else waits for it.
import { getIntrospectionQuery, type IntrospectionOptions, parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRepeatedIntrospection } from '../../../src/adapters/graphql/limit-introspection.ts';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

const TYPE = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';
const FIELDS = `fields(includeDeprecated: true) { name type { ${TYPE} } args { name type { ${TYPE} } } }`;
const times = (count: number, selection: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => selection(n)).join(' ');

/** Documents whose work grows by each repetition, with the reason for which they are rejected. */
const REPEATED: readonly (readonly [string, string, string])[] = [
  [
    '75 aliases of the schema',
    `{ ${times(75, (n) => `a${n}: __schema { ...S }`)} } fragment S on __Schema { types { name ${FIELDS} } }`,
    'A document can have one `__schema` or `__type`.',
  ],
  [
    'the schema and a type',
    '{ __schema { queryType { name } } __type(name: "Product") { name } }',
    'A document can have one `__schema` or `__type`.',
  ],
  [
    'aliases behind fragments',
    '{ ...A ... on Query { b: __schema { queryType { name } } } } fragment A on Query { a: __schema { queryType { name } } }',
    'A document can have one `__schema` or `__type`.',
  ],
  [
    'several operations of one document',
    'query A { __schema { queryType { name } } } query B { __type(name: "Product") { name } }',
    'A document can have one `__schema` or `__type`.',
  ],
  [
    '20 aliases of all types below one schema',
    `{ __schema { ${times(20, (n) => `a${n}: types { ...T }`)} } } fragment T on __Type { name ${FIELDS} }`,
    '`types` stands twice below one field of the schema. Request it once.',
  ],
  [
    'aliases of a list behind fragments',
    '{ __schema { types { ...A ...B } } } fragment A on __Type { a: fields { name } } fragment B on __Type { b: fields { name } }',
    '`fields` stands twice below one field of the schema. Request it once.',
  ],
  [
    'aliases of a text',
    `{ __schema { types { fields { ${times(300, (n) => `a${n}: name`)} } } } }`,
    '`name` stands twice below one field of the schema. Request it once.',
  ],
  [
    'aliases of a type',
    `{ __schema { types { fields { a: type { ${TYPE} } b: type { ${TYPE} } } } } }`,
    '`type` stands twice below one field of the schema. Request it once.',
  ],
  [
    'lists below lists of all types',
    '{ __schema { types { fields { args { type { inputFields { name } } } } } } }',
    '`inputFields` lists types below two other lists. Request the names of the types, and each type by `__type`.',
  ],
];

test.each(REPEATED)('rejects %s', async (_what, document, message) => {
  const operationName = document.startsWith('query A') ? { operationName: 'A' } : {};
  const { status, data, errors } = await served.graphql(document, { as: null, ...operationName });
  expect([status, data, errors.map((error) => [error.extensions.code, error.message])]).toEqual([
    400,
    undefined,
    [['query-too-complex', message]],
  ]);
});

const OPTIONS: readonly IntrospectionOptions[] = [
  {},
  { descriptions: false },
  { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true },
  { inputValueDeprecation: true, oneOf: true, schemaDescription: true },
];

/** As urql and gql.tada write theirs: fragments for types and arguments, deeper references. */
const OF_TOOLS = [
  ...OPTIONS.map((options) => getIntrospectionQuery(options)),
  `query { __schema { queryType { name } mutationType { name } subscriptionType { name } types { ...FullType }
    directives { name description locations args { ...InputValue } } } }
  fragment FullType on __Type { kind name description
    fields(includeDeprecated: true) { name args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
    inputFields { ...InputValue } interfaces { ...TypeRef }
    enumValues(includeDeprecated: true) { name isDeprecated } possibleTypes { ...TypeRef } }
  fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
  fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }`,
  '{ __type(name: "Product") { name fields { name type { name enumValues { name } fields { name } } } } }',
  '{ __typename __schema { queryType { name fields { name args { name type { name } } } } types { name } } }',
];

test.each(OF_TOOLS)('lets the queries of tools pass (%#)', (query) => {
  const document = parse(query);
  expect([...validate(guardedSchema(), document), ...findRepeatedIntrospection(document)]).toEqual([]);
});

test('executes the same introspection once, and returns the same to everybody', async () => {
  const query = getIntrospectionQuery({ schemaDescription: true });
  const first = await served.graphql(query, { as: null });
  const again = await served.graphql(`${query} # written in another way`);
  expect(Object.keys(first.data ?? {})).toEqual(['__schema']);
  expect(again.data).toEqual(first.data);
  const byName = 'query ($name: String!) { __type(name: $name) { name } }';
  const typeOf = async (name: string) =>
    (await served.graphql(byName, { as: null, variables: { name } })).data;
  expect([await typeOf('Product'), await typeOf('Locale'), await typeOf('Product')]).toEqual([
    { __type: { name: 'Product' } },
    { __type: { name: 'Locale' } },
    { __type: { name: 'Product' } },
  ]);
});
