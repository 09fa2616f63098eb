// Risk: a step of a job loads more than a process holds, or one large object stops the job.

import { expect, test } from 'vitest';
import { takeWithinBytes } from '../../../src/modules/revert/select-events.ts';

test('takes as much as is allowed, and at least one', () => {
  const items = [30, 50, 40, 10].map((bytes) => ({ bytes }));
  expect([10, 79, 80, 1_000].map((bytes) => takeWithinBytes(items, bytes).length)).toEqual([1, 1, 2, 4]);
  expect(takeWithinBytes([], 10)).toEqual([]);
});
