// Risk: documents that are all different fill the memory of the server, because each is kept parsed.
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { createDocumentCache } from '../../../src/adapters/graphql/yoga-options.ts';

test('documents are kept up to 500,000 characters in all, those asked for last', () => {
  const kept = createDocumentCache<object>();
  const textOf = (index: number) => `{ a${index}: me { id } }`.padEnd(9_999);
  for (let index = 0; index < 200; index += 1) {
    kept.set(textOf(index), parse(textOf(index)));
    kept.get(textOf(0));
  }
  expect(kept.size).toBe(50);
  expect([0, 1, 150, 151, 199].map((index) => kept.has(textOf(index)))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
});
