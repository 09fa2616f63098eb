// Risk: compiled documents answer something else than the interpreter does, in values, nulls, order or errors.
import { assertObjectType, buildSchema, execute, GraphQLError, parse } from 'graphql';
import { expect, test } from 'vitest';
import {
  compileDocument,
  createCompiledExecution,
} from '../../../src/adapters/graphql/compiled-execution.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { schema as catalogueSchema } from '../../contract/support/authorization-world.ts';

const schema = buildSchema(`
  scalar JSON
  input Filter { and: [Filter!] code: String colour: Colour = RED }
  enum Colour { RED GREEN }
  interface Value { code: String! }
  type Text implements Value { code: String! text: String! }
  type Number implements Value { code: String! number: Int }
  type Item { code: String! maybe: String must: String! values: [Value!]! parent: Item later: String! }
  type Query {
    items(first: Int = 2, filter: Filter): [Item!]!
    nullables(first: Int): [Item]
    item(code: String!): Item
    echo(filter: Filter, colour: Colour, list: [Int!], flag: Boolean): JSON
  }
`);
interface Item {
  readonly code: string;
}
const item = (code: string): Item => ({ code });
/** Compiled code takes what has no resolver as it lies there; all that is computed here has one, as in our schema. */
const RESOLVERS: Readonly<Record<string, Readonly<Record<string, (parent: never, args: never) => unknown>>>> =
  {
    Query: {
      items: (_root, { first }: { first: number }) => ['a', 'b', 'c'].slice(0, first).map(item),
      nullables: async () => [item('a'), item('bad'), null],
      item: async (_root, { code }: { code: string }) => item(code),
      echo: (_root, args: object) => args,
    },
    Item: {
      must: ({ code }: Item) => {
        if (code === 'bad') throw new GraphQLError('No must.', { extensions: { code: 'no-must' } });
        return `must-${code}`;
      },
      values: ({ code }: Item) => [
        { __typename: 'Text', code: 'name', text: code },
        { __typename: 'Number', code: 'size', number: 3 },
      ],
      parent: ({ code }: Item) => (code.length > 3 ? null : item(`${code}+`)),
      later: async ({ code }: Item) => `later-${code}`,
    },
  };
for (const [type, fields] of Object.entries(RESOLVERS)) {
  for (const [name, resolve] of Object.entries(fields)) {
    const field = assertObjectType(schema.getType(type)).getFields()[name];
    if (field !== undefined) field.resolve = resolve as never;
  }
}

const DOCUMENTS: readonly (readonly [text: string, variables?: Readonly<Record<string, unknown>>])[] = [
  ['{ items { code maybe must later parent { code parent { code } } } }'],
  [
    '{ __typename items(first: 1) { __typename values { __typename code ... on Text { text } ... on Number { n: number } } } }',
  ],
  ['query ($n: Int) { items(first: $n) { code } }', { n: 3 }],
  ['query ($n: Int) { items(first: $n) { code } }'],
  ['query ($n: Int) { items(first: $n) { code } }', { n: 'many' }],
  ['query ($n: Int!) { items(first: $n) { code } }'],
  ['{ nullables { code must } item(code: "bad") { code must } }'],
  ['{ item(code: "bad") { parent { must } code } second: item(code: "x") { must } }'],
  [
    'query ($with: Boolean!) { items { code must @include(if: $with) later @skip(if: $with) } }',
    { with: true },
  ],
  [
    'query ($with: Boolean!) { items { code must @include(if: $with) later @skip(if: $with) } }',
    { with: false },
  ],
  ['fragment Both on Item { code later } { items { ...Both ... { must } ...Both code } }'],
  [
    'query ($f: Filter, $c: Colour, $l: [Int!]) { echo(filter: $f, colour: $c, list: $l, flag: true) }',
    { f: { and: [{ code: 'x' }, { and: [] }], colour: 'GREEN' }, c: 'RED', l: 7 },
  ],
  ['query ($f: Filter = { code: "d" }) { echo(filter: $f) }'],
  ['query ($f: Filter) { echo(filter: $f) }', { f: { code: 'x', unknown: 1 } }],
  [
    'query ($code: String) { echo(filter: { and: [{ code: $code }, { code: "in" }] }, colour: GREEN) }',
    { code: null },
  ],
];

/** What clients see of a result. */
const reported = (result: object) => JSON.parse(JSON.stringify(result)) as object;

test.each(DOCUMENTS.map(([text, variables = {}]) => ({ text, variables })))(
  '$text',
  async ({ text, variables }) => {
    const run = createCompiledExecution(schema);
    const document = parse(text);
    const args = { schema, document, variableValues: variables, contextValue: {} };
    const expected = reported(await execute(args));
    expect(compileDocument(schema, document, undefined)).not.toBe(null);
    for (let time = 1; time <= 5; time += 1) expect(reported(await run(args))).toEqual(expected);
  },
);

test('every document of our own that reads can be compiled', () => {
  const documents = readManifest(catalogueSchema)
    .operations.filter(({ kind }) => kind === 'query')
    .flatMap(({ rest, mcp }) => [
      ...rest.map(({ prepared }) => prepared),
      ...(mcp === null ? [] : [mcp.prepared]),
    ]);
  const failing = documents.filter(
    ({ document }) => compileDocument(catalogueSchema, document, undefined) === null,
  );
  expect(failing.map(({ text }) => text)).toEqual([]);
  expect(documents.length).toBeGreaterThan(50);
});
