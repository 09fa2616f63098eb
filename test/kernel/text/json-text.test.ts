// Risk: text that is passed on unread breaks the document around it, or is taken for text that somebody wrote.
import { expect, test } from 'vitest';
import { RawJson, stringifyWithRawJson } from '../../../src/kernel/text/json-text.ts';

const TEXTS = ['{"a":1}', '[]', '"plain"', '{"quoted":"\\"}{,"}', '{"dollar":"$1 $& $$"}', 'null'];

test('passes texts on as they are, wherever they stand', () => {
  const value = {
    list: TEXTS.map((text) => new RawJson(text)),
    after: 'x',
    nested: { one: new RawJson('[1]') },
  };
  expect(stringifyWithRawJson(value)).toBe(`{"list":[${TEXTS.join(',')}],"after":"x","nested":{"one":[1]}}`);
});

test('writes what has no such text as JSON.stringify does', () => {
  const value = { list: [1, 'a', null], left: undefined, date: new Date(0) };
  expect(stringifyWithRawJson(value)).toBe(JSON.stringify(value));
});

test('is what it says for whoever writes it without knowing', () => {
  expect(JSON.stringify({ values: new RawJson('{"b":2, "a":1}') })).toBe('{"values":{"b":2,"a":1}}');
});

test('a value that cannot be written leaves nothing behind for the next one', () => {
  const circular: Record<string, unknown> = { text: new RawJson('{"secret":1}') };
  circular.self = circular;
  expect(() => stringifyWithRawJson(circular)).toThrow('circular');
  expect(stringifyWithRawJson({ mine: new RawJson('2') })).toBe('{"mine":2}');
  expect(JSON.stringify(new RawJson('3'))).toBe('3');
});
