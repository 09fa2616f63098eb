// Risk: "Did you mean A, B or C?" after a text that is like none of them.
import { expect, test } from 'vitest';
import { suggest } from '../../src/kernel/suggestion.ts';

test.each([
  ['rood', ['red', 'blue'], ['red']],
  ['colr', ['color', 'size'], ['color']],
  ['A++', ['A', 'B', 'C'], ['A']],
  ['H', ['A', 'B', 'C'], []],
  ['maximal', ['S', 'M', 'L', 'XL'], []],
  ['heavy', ['red', 'blue'], []],
])('%s among %j suggests %j', (text, candidates, near) => {
  expect(suggest(text, candidates)).toEqual(near);
});
