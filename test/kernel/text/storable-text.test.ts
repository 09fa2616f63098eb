// Risk: a text that the database cannot keep gets as far as the database.
import { expect, test } from 'vitest';
import { localized } from '../../../src/kernel/problems/messages/message.ts';
import { findUnstorable, unstorable } from '../../../src/kernel/text/storable-text.ts';

test('says why a text cannot be kept', () => {
  expect(unstorable('a\u0000')).toEqual(localized('unstorable-null'));
  expect(unstorable('a\ud800')).toEqual(localized('unstorable-surrogate'));
  expect(unstorable('Lamp 😀 \\u0000')).toBe(null);
});

test('finds the first one in JSON, keys among them', () => {
  expect(findUnstorable({ a: [1, null, { b: 'c\u0000' }] })?.path).toEqual(['a', '2', 'b']);
  expect(findUnstorable({ a: { 'b\ud800': 1 } })?.path).toEqual(['a', 'b\ud800']);
  expect(findUnstorable({ a: [true, 'b', {}], c: null })).toBe(null);
});
