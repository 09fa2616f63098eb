// Risk: a cache of a client mixes objects up, or types generated for clients are not those of what is answered.
import {
  buildClientSchema,
  buildSchema as buildFromText,
  type GraphQLSchema,
  getIntrospectionQuery,
  graphqlSync,
  type IntrospectionQuery,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  parse,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import { EXAMPLE_TABS } from '../../src/adapters/graphql/graphiql/example-tabs.ts';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { clientFiles } from '../../src/tools/client-files.ts';

const schema = guardedSchema();
const files = clientFiles(lexicographicSortSchema(schema));
const read = <Content>(name: string) => JSON.parse(files.get(name) ?? '') as Content;
/** What clients are told of the schema by the server. */
const reported = graphqlSync({ schema, source: getIntrospectionQuery() })
  .data as unknown as IntrospectionQuery;
const named = (types: readonly { readonly name: string }[]) => types.map(({ name }) => name).sort();

test('possible types are those that Apollo Client would ask the server for', () => {
  const expected = reported.__schema.types.flatMap((type) =>
    type.kind === 'INTERFACE' || type.kind === 'UNION' ? [[type.name, named(type.possibleTypes)]] : [],
  );
  const given = Object.entries(read<Record<string, string[]>>('possible-types.json'));
  expect(new Map(given.map(([name, types]) => [name, [...types].sort()]))).toEqual(
    new Map(expected as [string, string[]][]),
  );
  expect(read<Record<string, string[]>>('possible-types.json').AttributeValue).toContain('PriceValue');
});

test('every object type is either cached by the id that it always has, or embedded', () => {
  const embedded = new Set(read<string[]>('embedded-types.json'));
  const known = new Set(named(reported.__schema.types));
  expect([...embedded].filter((name) => !known.has(name))).toEqual([]);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const cached = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('__') && !roots.includes(type) && !embedded.has(type.name));
  expect(cached.filter((type) => String(type.getFields().id?.type) !== 'ID!').map(String)).toEqual([]);
  expect(named(cached)).toEqual(expect.arrayContaining(['Channel', 'Media', 'Product']));
  // Two answers of them differ by how they were asked for.
  expect(embedded).toContain('AttributeSetGuide');
});

test.each([
  ['Decimal', ['19.90', 7], ['19.90', 7]],
  ['Factor', ['0.45', 7], ['0.45', 7]],
  ['Bound', ['today', 7], ['today', '7']],
  ['BigInt', ['9007199254740993', 7], ['9007199254740993', 7]],
  ['Date', ['2026-03-01'], ['2026-03-01']],
  ['DateTime', ['2026-03-01T09:30:00Z'], [new Date(0), '2026-03-01T09:30:00.000Z']],
  ['JSON', [{ a: [1] }, 'x', null], [{ a: [1] }, 'x']],
])('%s takes and answers what its TypeScript types say', (name, taken, stored) => {
  const scalar = schema.getType(name);
  if (!isScalarType(scalar)) throw new Error(`${name} is no scalar.`);
  const { input = '', output } =
    read<Record<string, { input: string; output: string }>>('scalars.json')[name] ?? {};
  for (const value of taken) {
    expect(() => scalar.parseValue(value)).not.toThrow();
    expect(input === 'unknown' || input.split(' | ').includes(typeof value)).toBe(true);
  }
  for (const value of stored) expect(['unknown', typeof scalar.serialize(value)]).toContain(output);
});

test('no scalar is left out', () => {
  const own = Object.values(schema.getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  );
  expect(Object.keys(read('scalars.json')).sort()).toEqual(named(own));
  const withAnother = buildFromText('scalar Money type Query { price: Money }');
  expect(() => clientFiles(withAnother)).toThrow('what Money is');
});

test('tools can build the schema from the introspection, and documents fit it as they fit the server', () => {
  const rebuilt: GraphQLSchema = buildClientSchema(read<IntrospectionQuery>('introspection.json'));
  expect(Object.keys(rebuilt.getTypeMap()).sort()).toEqual(Object.keys(schema.getTypeMap()).sort());
  for (const { query } of EXAMPLE_TABS) expect(validate(rebuilt, parse(query))).toEqual([]);
  expect(validate(rebuilt, parse('{ products { nodes { skuu } } }'))).toHaveLength(1);
});

test('no file has 800 kB', () => {
  const sizes = [...files].map(([name, text]) => ({ name, bytes: Buffer.byteLength(text) }));
  expect(sizes.filter(({ bytes }) => bytes >= 800_000)).toEqual([]);
});
