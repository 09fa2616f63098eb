// Risk: a part of the console undoes changes and does not read what was left, and why.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('every part of the console that undoes changes reads the result by one mechanism', () => {
  const root = join(import.meta.dirname, '../../src/console');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8');
  const documents = files.filter(
    (path) => /\brevertChanges\(/.test(sourceOf(path)) && !path.includes('generated'),
  );
  expect(documents.toSorted()).toEqual([
    'catalogue/jobs/undo-documents.ts',
    'catalogue/model/history/undo-change-form.tsx',
    'catalogue/undo/undo-changes.ts',
    'pages/product/history/history-documents.ts',
  ]);
  // Whoever uses one of them and stores something says what is left.
  const users = files.filter((path) =>
    /\b(?:undoChanges|revertSelection|undo)\([^)]*(?:, false\)|selection\)|\}, false\))/.test(sourceOf(path)),
  );
  const silent = users.filter((path) => !/formatConflicts|revertChanges\(/.test(sourceOf(path)));
  expect(silent).toEqual([]);
});
