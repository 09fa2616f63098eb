// Risk: clients meet a code that no document explains, or read of one that does not exist.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PROBLEMS } from '../../src/kernel/problem-catalogue.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const [problems = '', fields = ''] = (await read('docs/errors.md')).split('\n## Fields\n');

test('the document explains every problem with its status, and no other', () => {
  const rows = [...problems.matchAll(/^\| `([\w-]+)` \| (\d{3}) \|/gm)];
  const explained = rows.map(([, slug, status]) => [slug, Number(status)]);
  expect(explained).toEqual(Object.entries(PROBLEMS).map(([slug, { status }]) => [slug, status]));
});

test('the document explains every code of a field once, and no other', async () => {
  const declaration =
    /type FieldProblemCode =([^;]*);/.exec(await read('src/kernel/field-problem.ts'))?.[1] ?? '';
  const codes = [...declaration.matchAll(/'([\w-]+)'/g)].map(([, code]) => code);
  const cells = [...fields.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell]) => cell ?? '');
  const explained = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, code]) => code));
  expect(explained.sort()).toEqual(codes.sort());
});
