// Risk: modules meet in SQL again, so that a table can no longer be changed by reading one folder.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findForeignTables, findTables } from '../../../src/tools/lint/lint-tables.ts';
import { TABLES } from '../../../src/tools/lint/table-owners.ts';

const tables = { channel: ['channel'], product: ['product', 'product_association'], event: ['ledger.event'] };
const FILE = 'src/modules/channel/channel.store.ts';
const check = (source: string, foreign: readonly string[] = []) =>
  findForeignTables(new Map([[FILE, source]]), {
    tables,
    foreign: [{ module: 'channel', tables: foreign, reason: 'A reason.' }],
  });

test('refuses SQL that names a table of another module, or one that belongs to nobody', () => {
  const source = [
    "await context.execute('a', `SELECT 1 FROM public.channel JOIN",
    '  public."product" AS used ON true, public.product_association`);',
    "await context.execute('b', 'DELETE FROM ledger.event');",
    "await context.execute('c', 'UPDATE public.lamp SET x = 1');",
    "await context.execute('d', 'INSERT INTO public.product (id) VALUES ($1)');",
  ].join('\n');
  expect(check(source)).toEqual([
    `${FILE}:1  The table product belongs to product.`,
    `${FILE}:3  The table ledger.event belongs to event.`,
    `${FILE}:4  The table lamp belongs to no module.`,
    `${FILE}:5  The table product belongs to product.`,
    `${FILE}:2  The table product_association belongs to product.`,
  ]);
});

test('lets a module name its own tables and those that are listed for it', () => {
  const source = 'SELECT 1 FROM public.channel JOIN public.product ON true';
  expect(check(source, ['product'])).toEqual([]);
});

test('refuses an entry of the list that nothing needs any more', () => {
  expect(check('SELECT 1 FROM public.channel', ['product'])).toEqual([
    "No SQL needs 'channel product' any more; take it off FOREIGN_TABLES.",
  ]);
});

test('takes neither functions nor comments for tables', () => {
  expect(
    findTables('// FROM public.product\nSELECT * FROM public.look_at_products($1), search.size;'),
  ).toEqual([]);
});

test('knows who owns the table of each model', async () => {
  const folder = new URL('../../../prisma/schema/', import.meta.url);
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')),
  );
  const models = files.flatMap((text) => [...text.matchAll(/@@map\("(\w+)"\)/g)].map(([, name]) => name));
  const owned = Object.values(TABLES).flat();
  expect(models.filter((name) => !owned.includes(`${name}`))).toEqual([]);
  expect(owned.filter((name, index) => owned.indexOf(name) !== index)).toEqual([]);
});
