// Risk: a folder grows until nobody finds anything in it.
import { expect, test } from 'vitest';
import { findLargeFolders } from '../../../src/tools/lint/lint-folders.ts';

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`);

test('a folder may have 20 source files of its own', () => {
  const paths = [...files('src/large', 21), ...files('src/full', 20), ...files('src/full/below', 20)];
  expect(findLargeFolders(paths)).toEqual(['src/large has 21 files, more than 20: split it.']);
});
