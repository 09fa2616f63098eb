// Risk: cutting an answer breaks its form, cuts what may be written back, or does not get it small enough.

import fc from 'fast-check';
import { GraphQLScalarType, GraphQLString } from 'graphql';
import { expect, test } from 'vitest';
import type { OutputKey, OutputShape } from '../../../src/adapters/manifest/exposed-operation.ts';
import { jsonSizeBytes, truncateResult } from '../../../src/adapters/mcp/truncate-result.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';

const key = (name: string, shape: OutputShape): OutputKey => ({
  key: name,
  responseKey: name,
  within: null,
  shape,
  isNullable: false,
  isAlways: true,
  omitsNull: false,
  description: '',
  jsonSchema: null,
});
const text: OutputShape = { kind: 'leaf', type: GraphQLString };
const anyJson: OutputShape = { kind: 'leaf', type: new GraphQLScalarType({ name: 'JSON' }) };
const object = (...keys: OutputKey[]): OutputShape => ({
  kind: 'object',
  typeName: 'Thing',
  keys,
  omitsNulls: false,
  shorthand: null,
});
const entry = object(key('name', text), key('values', anyJson));
const thing = object(
  key('label', text),
  key('values', anyJson),
  key('entries', { kind: 'list', of: entry, hasNulls: false }),
);
const long = (bytes: number) => 'x'.repeat(bytes);

test('leaves what fits as it is', () => {
  const json = { label: 'a', values: { b: 1 }, entries: [] };
  expect(truncateResult(thing, json, 1_000)).toEqual({ json, leftOut: [] });
});

test('leaves values out whole, the largest first', () => {
  const json = { label: 'a', values: { small: 1, large: long(600), 'a/b': long(700) }, entries: [] };
  expect(truncateResult(thing, json, 1_000)).toEqual({
    json: { label: 'a', values: { small: 1, large: long(600) }, entries: [] },
    leftOut: ['/values/a~1b'],
  });
});

test('cuts a list at its end, and shrinks what is large in it', () => {
  const entries = [
    { name: 'first', values: { large: long(2_500), small: 1 } },
    { name: 'second', values: {} },
    { name: 'third', values: { middle: long(1_500) } },
    { name: 'fourth', values: { middle: long(1_500) } },
  ];
  expect(truncateResult(thing, { label: 'a', values: {}, entries }, 2_000)).toEqual({
    json: {
      label: 'a',
      values: {},
      entries: [{ name: 'first', values: { small: 1 } }, entries[1], entries[2]],
    },
    leftOut: ['/entries', '/entries/0/values/large'],
  });
});

test('cuts the text of a fixed key, never in the middle of a character', () => {
  const { json, leftOut } = truncateResult(thing, { label: '😀'.repeat(500), values: {}, entries: [] }, 400);
  expect(leftOut).toEqual(['/label']);
  expect(json.label).toMatch(/^(😀)+…$/u);
});

test('always fits, and keeps its form', () => {
  const values = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue());
  const things = fc.record({
    label: fc.string(),
    values,
    entries: fc.array(fc.record({ name: fc.string({ maxLength: 20 }), values }), { maxLength: 30 }),
  });
  fc.assert(
    fc.property(things, fc.integer({ min: 150, max: 3_000 }), (json, limitBytes) => {
      const fitted = truncateResult(thing, json as JsonObject, limitBytes);
      expect(jsonSizeBytes(fitted.json)).toBeLessThanOrEqual(Math.max(limitBytes, 0));
      expect(Object.keys(fitted.json)).toEqual(['label', 'values', 'entries']);
      expect(fitted.leftOut.length === 0).toBe(jsonSizeBytes(json as JsonObject) <= limitBytes);
    }),
    { seed: 7 },
  );
});
