// Risk: a write slips past the store of its room, so it misses the transaction, the ledger or the organization's key.
import { expect, test } from 'vitest';
import { findMisplacedWrites } from '../../../src/tools/lint/lint-writes.ts';

const lines = (path: string, source: string) => findMisplacedWrites(path, source).map(({ line }) => line);

test('finds Prisma writes, statements and transactions in operations, rules and doors', () => {
  const source = [
    'await work.prisma.locale.update({ where });',
    'await prisma',
    '  .locale',
    '  .deleteMany({});',
    "await work.execute<{ id: string }>('locale.find', 'SELECT 1');",
    'await prisma.$transaction(async () => undefined);',
    'const sql = `UPDATE public.locale AS l SET enabled = true`;',
  ].join('\n');
  expect(lines('src/modules/locale/locale.operations.ts', source)).toEqual([1, 2, 5, 6, 7]);
  expect(lines('src/adapters/graphql/schema.ts', source)).toEqual([1, 2, 5, 6, 7]);
});

test('lets stores write with SQL, but neither through Prisma nor in transactions of their own', () => {
  const source =
    "await work.execute('locale.insert', `INSERT INTO public.locale …`);\nprisma.$transaction(f);\nprisma.locale.create({ data });";
  expect(lines('src/modules/locale/locale.store.ts', source)).toEqual([2, 3]);
});

test('lets loaders read, but not write', () => {
  expect(lines('src/modules/locale/locale.loaders.ts', "work.execute('a', `SELECT 1`);")).toEqual([]);
  expect(
    lines('src/modules/locale/locale.loaders.ts', "work.execute('a', `DELETE FROM public.locale`);"),
  ).toEqual([1]);
});

test('leaves adapters, tools, tests, comments and reads alone', () => {
  const write = 'prisma.locale.create({ data });';
  expect(lines('src/platform/resource/table-store.ts', write)).toEqual([]);
  expect(lines('src/tools/prisma/migrate-dev.ts', write)).toEqual([]);
  expect(lines('test/modules/locale/locale.test.ts', write)).toEqual([]);
  expect(
    lines('src/modules/locale/locale-rules.ts', `// ${write}\n/* ${write} */\nprisma.locale.findMany({});`),
  ).toEqual([]);
});
