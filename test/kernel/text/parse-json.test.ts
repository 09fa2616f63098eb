// Risk: what is small in bytes holds so much that reading it keeps everybody waiting; or text is taken for structure.
import { expect, test } from 'vitest';
import { RequestError } from '../../../src/kernel/errors.ts';
import { localized } from '../../../src/kernel/problems/messages/message.ts';
import { JSON_LIMITS, parseJson } from '../../../src/kernel/text/parse-json.ts';

const BODY = localized('request-body');

const faultOf = (text: string) => {
  try {
    parseJson(text, BODY);
  } catch (error) {
    if (error instanceof RequestError) return [error.code, error.detail, error.parameters];
    throw error;
  }
  return null;
};
const list = (length: number, one = '1') => `[${Array.from({ length }, () => one).join(',')}]`;
const object = (length: number) => `{${Array.from({ length }, (_, index) => `"${index}":1`).join(',')}}`;

test('takes as many members as there may be, and refuses one more', () => {
  const { members } = JSON_LIMITS;
  expect(parseJson(list(members), BODY)).toHaveLength(members);
  expect(Object.keys(parseJson(object(members), BODY) as object)).toHaveLength(members);
  expect(faultOf(list(members + 1))).toEqual([
    'payload-too-large',
    'The body holds more than 10000 entries in one list. Split it into several requests.',
    { limit: 10_000 },
  ]);
  expect(faultOf(object(members + 1))).toEqual([
    'payload-too-large',
    'The body holds more than 10000 keys in one object. Split it into several requests.',
    { limit: 10_000 },
  ]);
});

test('takes as many values as there may be, and refuses one more', () => {
  // The list, 19 lists of 10,000 values each, and one with the rest.
  const rest = JSON_LIMITS.values - 2 - 19 * 10_001;
  const lists = Array.from({ length: 19 }, () => list(10_000));
  expect(faultOf(`[${[...lists, list(rest)].join(',')}]`)).toBeNull();
  expect(faultOf(`[${[...lists, list(rest + 1)].join(',')}]`)).toEqual([
    'payload-too-large',
    'The body holds more than 200000 values. Split it into several requests.',
    { limit: 200_000 },
  ]);
});

test('takes 64 levels and refuses one more', () => {
  expect(faultOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeNull();
  expect(faultOf('['.repeat(65))).toEqual([
    'malformed-json',
    'The body is nested more than 64 levels deep.',
    {},
  ]);
});

test.each([
  ['marks in a text', JSON.stringify('[,{'.repeat(100_000))],
  ['marks behind an escaped quote', JSON.stringify(`"${'[,'.repeat(100_000)}`)],
  ['marks behind escaped backslashes', `["\\\\", "\\\\\\"${'[,'.repeat(100_000)}"]`],
])('counts no %s', (_what, text) => {
  expect(parseJson(text, BODY)).toEqual(JSON.parse(text));
});

test.each(['', '"', '"\\', '[', ']', '}}{{', '{"a":1', '"a" "b'])('says that %j is no JSON', (text) => {
  expect(faultOf(text)?.[0]).toBe('malformed-json');
});

test('takes a text of 4,000,000 characters and refuses one more', () => {
  expect(faultOf(JSON.stringify(['x'.repeat(JSON_LIMITS.text - 1)]))).toBeNull();
  expect(faultOf(JSON.stringify(['x'.repeat(JSON_LIMITS.text)]))).toEqual([
    'payload-too-large',
    'The body holds more than 4000000 characters in one text. Split it into several requests.',
    { limit: 4_000_000 },
  ]);
});
