// Risk: comments come back that name a thing by a clause and have neither subject nor verb.
import { expect, test } from 'vitest';
import { findFragments } from '../../../src/tools/lint/lint-comments.ts';

test('names comments that begin with What, Of or Whether, of any form, with their line', () => {
  const source = [
    '/** What the page needs. */',
    'export interface Page {',
    '  /**',
    '   * Of all products, or of the first ones.',
    '   */',
    '  readonly count: number; // Whether it is exact.',
    '}',
  ].join('\n');
  const advice = 'Begin with a verb ("Returns …") or a noun ("Number of …").';
  expect(findFragments('src/worker/page.ts', source)).toEqual([
    `src/worker/page.ts:1: "What the page needs.". ${advice}`,
    `src/worker/page.ts:3: "Of all products, or of the first ones.". ${advice}`,
    `src/worker/page.ts:6: "Whether it is exact.". ${advice}`,
  ]);
});

test('accepts the words inside a comment, at the beginning of its further lines and in texts', () => {
  const source = [
    '// Returns the fields that the page needs. They depend on',
    '// Of Mice and Men. Whatever it costs.',
    '/** Whatever comes first. */',
    "const text = '/** What a text. */';",
    '/**',
    ' * Counts the part',
    ' * Of the page.',
    ' */',
    'const count = 1;',
  ].join('\n');
  expect(findFragments('src/worker/page.ts', source)).toEqual([]);
});
