// Risk: Enter in a picker sends the form, or does nothing, although a match is shown.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../src/console');

/** The elements of the console whose list is searched by typing: `file: element`. */
const pickers = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/<(Select|MultiSelect|TagsInput)\b[\s\S]*?\n\s*\/>/g)]
      .map(([element]) => ({ path, element }))
      .filter(({ element }) => /^\s*searchable\b/m.test(element)),
  );

test('there are pickers to look at', () => {
  expect(pickers.length).toBeGreaterThan(8);
});

test('every picker marks its first match while somebody types, so that Enter takes it', () => {
  const unmarked = pickers.filter(({ element }) => !/^\s*selectFirstOptionOnChange\b/m.test(element));
  expect(unmarked.map(({ path }) => path)).toEqual([]);
});
