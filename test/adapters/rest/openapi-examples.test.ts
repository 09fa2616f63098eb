// Risk: the example of a schema says something else than the schema, or generators of clients stumble over it.
import { expect, test } from 'vitest';
import { inlineReferences } from '../../../src/adapters/rest/openapi/examples.ts';

test('what a schema refers to stands in its place, with what is said beside the reference', () => {
  const schema = {
    type: 'object',
    properties: {
      price: { $ref: '#/$defs/price', title: 'Price' },
      tags: { items: [{ $ref: '#/$defs/tag' }] },
    },
    $defs: { price: { properties: { of: { $ref: '#/$defs/tag' } } }, tag: { type: 'string' } },
  };
  expect(inlineReferences(schema)).toEqual({
    type: 'object',
    properties: {
      price: { properties: { of: { type: 'string' } }, title: 'Price' },
      tags: { items: [{ type: 'string' }] },
    },
  });
});

test('JSON that is no schema stays, and one that contains itself is refused', () => {
  expect(inlineReferences({ items: [1, null], $ref: 'x' })).toEqual({ items: [1, null], $ref: 'x' });
  expect(() =>
    inlineReferences({ $ref: '#/$defs/a', $defs: { a: { items: { $ref: '#/$defs/a' } } } }),
  ).toThrow("'#/$defs/a' cannot be written out.");
});
