// Risk: a text that a Mac writes with accents of their own is another SKU, code or label than the same text elsewhere.
import { expect, test } from 'vitest';
import { normalText, normalTexts } from '../../../src/kernel/text/normal-text.ts';

test('texts are in normal form C, and those that are already are the very same', () => {
  expect(normalText('Cafe\u0301')).toBe('Caf\u00e9');
  expect(normalText('\u1112\u1161\u11ab')).toBe('\ud55c');
  const json = { sku: 'Caf\u00e9', list: ['a', { b: null }], date: new Date(0) };
  expect(normalTexts(json)).toBe(json);
});

test('texts are found at any depth, keys among them, and other objects are left as they are', () => {
  const bytes = Buffer.from('e\u0301');
  const json = { 'e\u0301': ['e\u0301', { deep: 'e\u0301', bytes }], number: 1 };
  expect(normalTexts(json)).toEqual({ '\u00e9': ['\u00e9', { deep: '\u00e9', bytes }], number: 1 });
  const bare = JSON.parse('{"__proto__": "e\u0301"}');
  expect(Object.entries(normalTexts(bare))).toEqual([['__proto__', '\u00e9']]);
});
