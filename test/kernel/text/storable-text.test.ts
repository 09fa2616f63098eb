// Risk: a text that the database cannot keep gets as far as the database.
import { expect, test } from 'vitest';
import { localized } from '../../../src/kernel/problems/messages/message.ts';
import { findUnstorableText, unstorableReason } from '../../../src/kernel/text/storable-text.ts';

test('says why a text cannot be kept', () => {
  expect(unstorableReason('a\u0000')).toEqual(localized('unstorable-null'));
  expect(unstorableReason('a\ud800')).toEqual(localized('unstorable-surrogate'));
  expect(unstorableReason('Lamp 😀 \\u0000')).toBe(null);
});

test('finds the first one in JSON, keys among them', () => {
  expect(findUnstorableText({ a: [1, null, { b: 'c\u0000' }] })?.path).toEqual(['a', '2', 'b']);
  expect(findUnstorableText({ a: { 'b\ud800': 1 } })?.path).toEqual(['a', 'b\ud800']);
  expect(findUnstorableText({ a: [true, 'b', {}], c: null })).toBe(null);
});
