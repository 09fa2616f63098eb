// Risk: what spares those who may read everything the guards spares them to those who may not.
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentScopes } from '../../../src/adapters/graphql/document-scopes.ts';
import { guardedSchema, unguardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

const schema = guardedSchema();
const scopesOf = (text: string) => documentScopes(schema, parse(text)).map((scope) => JSON.stringify(scope));

test('a document asks for the scopes of all that it can reach', () => {
  expect(scopesOf('{ products { nodes { sku } } }')).toEqual(['"products:read"']);
  // The code of what is referred to comes with the referring object; what it is does not.
  expect(scopesOf('{ products { nodes { attributeSet { code } } } }')).toEqual(['"products:read"']);
  expect(
    scopesOf('{ products { nodes { ...A } } } fragment A on Product { attributeSet { description } }'),
  ).toEqual(['"products:read"', '"attributes:read"']);
  // An id, too; of an interface every type that it can be.
  expect(scopesOf('{ node(id: "x") { id ... on Channel { locales { code } } } }')).toEqual([
    '"authenticated"',
    '"settings:read"',
  ]);
  expect(scopesOf('{ products { nodes { values { json } } } }')).toEqual([
    '"products:read"',
    '{"anyOf":["products:read","entities:read"]}',
  ]);
});

test('what has no guards is a graph without guards and nothing else', () => {
  expect(unguardedSchema()).not.toBe(schema);
  expect(Object.keys(unguardedSchema().getTypeMap())).toEqual(Object.keys(schema.getTypeMap()));
});

test.each([
  ['{ products(first: 1) { nodes { sku } } channels { nodes { code description: labels { text } } } }'],
  ['query ($with: Boolean = true) { me { scopes } locales @include(if: $with) { totalCount } }'],
  ['{ products(first: 1) { nodes { sku attributeSet { code description } } } attributes { totalCount } }'],
])('however often it has run for others, %s is refused to who lacks a scope', async (document) => {
  const allowed = await served.mint(['products:read', 'settings:read', 'attributes:read']);
  const lacking = await served.mint(['products:read']);
  const reported = async (as: string) => {
    const { data, errors } = await served.graphql(document, { as });
    return {
      data,
      errors: errors.map(({ message, path, extensions: { code } }) => ({ message, path, code })),
    };
  };
  const first = await reported(lacking);
  expect(first.errors.map(({ code }) => code)).toContain('insufficient-scope');
  for (let time = 1; time <= 4; time += 1) {
    expect((await reported(allowed)).errors).toEqual([]);
    expect(await reported(lacking)).toEqual(first);
  }
});
