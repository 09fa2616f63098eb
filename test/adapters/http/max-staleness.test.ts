// Risk: a client that wants what is stored at the moment is answered something older.
import { expect, test } from 'vitest';
import { maxStalenessMs } from '../../../src/adapters/http/max-staleness.ts';

test.each([
  ['max-stale=5', 5_000],
  ['max-stale', Number.POSITIVE_INFINITY],
  ['Max-Stale = "30"', 30_000],
  ['only-if-cached, max-stale=0', 0],
  ['max-age=60', null],
  ['no-cache, max-stale=5', null],
  ['max-stale=5, no-store', null],
  ['max-stale=soon', null],
  ['x-max-stale=5', null],
  ['', null],
])('Cache-Control: %s', (value, expected) => {
  expect(maxStalenessMs(new Headers({ 'cache-control': value }))).toBe(expected);
});
