// Risk: a pattern that is published for other programs matches other texts than the one that is enforced.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkPattern,
  matchesPattern,
} from '../../../../../src/modules/attribute/value-types/patterns/pattern.ts';
import {
  samplePattern,
  toEcmaPattern,
} from '../../../../../src/modules/attribute/value-types/patterns/pattern-output.ts';

/** Any pattern of the syntax that is read, and some that is not. */
const anyPattern = fc.letrec<{ atom: string; piece: string; sequence: string; choice: string }>((tie) => ({
  atom: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'a',
        'b',
        '-',
        '_',
        ' ',
        '\\.',
        '\\-',
        '\\d',
        '\\w',
        '\\S',
        '.',
        '\\n',
        'é',
        '👟',
        '/',
        ']',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '[ab]',
        '[^a]',
        '[a-c\\d]',
        '[-a]',
        '[a-]',
        '[.\\]\\\\]',
        '[\\s_]',
        '[👟x]',
        '[^\\w]',
      ),
    },
    { weight: 2, arbitrary: tie('choice').map((inner) => `(${inner})`) },
    { weight: 1, arbitrary: tie('choice').map((inner) => `(?:${inner})`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('^', '$', '\\b', '(?i)a', '[[:alpha:]]', '\\pL', '\\Qa\\E', '[a-b-c]'),
    },
  ),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '+?'))
    .map((parts) => parts.join('')),
  sequence: fc.array(tie('piece'), { maxLength: 4 }).map((parts) => parts.join('')),
  choice: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
})).choice;
const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', '1', '-', '_', '.', ' ', '\n', 'é', '👟', 'A', ']', '\\', '\u2028'),
  maxLength: 6,
});

test('matches the same whole texts in both syntaxes, wherever it is translated', () => {
  let translated = 0;
  const same = fc.property(
    anyPattern,
    fc.array(anyText, { minLength: 10, maxLength: 10 }),
    (pattern, texts) => {
      fc.pre(checkPattern(pattern) === null);
      const ecma = toEcmaPattern(pattern);
      if (ecma === null) return;
      translated += 1;
      const expression = new RegExp(ecma, 'u');
      const reported = texts.map((text) => ({ pattern, text, matches: expression.test(text) }));
      expect(reported).toEqual(
        texts.map((text) => ({ pattern, text, matches: matchesPattern(pattern, text) })),
      );
    },
  );
  fc.assert(same, { numRuns: 2_000 });
  expect(translated).toBeGreaterThan(500);
});

test.each([
  ['[A-Z]{2}-\\d+', '^(?:[A-Z]{2}\\x2d[0-9]+)$'],
  ['a.c', '^(?:a[^\\n]c)$'],
  ['S|M|L', '^(?:S|M|L)$'],
  ['(?:\\w+ )?\\w+', '^(?:(?:[0-9A-Za-z_]+ )?[0-9A-Za-z_]+)$'],
])('writes %s as %s', (pattern, ecma) => {
  expect(toEcmaPattern(pattern)).toBe(ecma);
});

test.each(['(?i)abc', '[[:alpha:]]+', '\\pL', '\\x41', 'a\\b', '(?P<name>a)', 'x{,5}', '[a-b\\d-z]'])(
  'does not translate %s',
  (pattern) => {
    expect([toEcmaPattern(pattern), samplePattern(pattern)]).toEqual([null, null]);
  },
);

test.each([
  ['[A-Z]{2,3}-\\d+', 'AA-0'],
  ['|summer|winter', 'summer'],
  ['\\w+( \\w+)?', 'A A'],
  ['[^\\w]x{0}', ' '],
  ['(?:\\+49|0)[1-9]\\d{3,}', '+491000'],
])('shows a text that matches %s', (pattern, sample) => {
  expect([samplePattern(pattern), matchesPattern(pattern, sample)]).toEqual([sample, true]);
});
