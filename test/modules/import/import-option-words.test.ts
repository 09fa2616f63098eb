// Risk: a file with the words that people use for options fails, or a word of two options silently becomes one of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertOptions } from '../../../src/modules/option-set/index.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedConfiguration(bench.catalogue, upsertOptions, [
    {
      code: 'red',
      optionSet: 'colors',
      labels: { en_US: 'Crimson', de_DE: 'Rot' },
      synonyms: ['Scarlet', 'Алый'],
    },
    {
      code: 'blue',
      optionSet: 'colors',
      labels: { en_US: 'Navy', de_DE: 'Blau' },
      synonyms: ['crimson', 'red'],
    },
    { code: 'green', optionSet: 'colors', labels: { en_US: 'Navy' }, synonyms: ['Olive'] },
  ]);
});
afterAll(() => bench.close());

test('an option is found by its code, then a synonym, then a label, in either case', async () => {
  const lines = ['sku;color', 'C-1;RED', 'C-2;scarlet', 'C-3;rot', 'C-4;Crimson', 'C-5;olive', 'C-6;АЛЫЙ'];
  expect((await bench.run(lines.join('\n'))).errors).toEqual([]);
  const { rows } = await bench.catalogue.database.owner.query<{ color: string }>(
    `SELECT sku || ' ' || ("values" #>> '{color,0,value}') AS color FROM public.product ORDER BY sku`,
  );
  expect(rows.map(({ color }) => color)).toEqual([
    ...['C-1 red', 'C-2 red', 'C-3 red', 'C-4 blue', 'C-5 green', 'C-6 red'],
  ]);
});

test('a word that two options share is refused', async () => {
  const { errors } = await bench.run('sku;color\nC-9;Navy\n');
  expect(errors).toMatchObject([
    {
      row: 2,
      column: 'color',
      code: 'option-not-found',
      value: 'Navy',
      hint: "Did you mean 'blue' or 'green'?",
    },
  ]);
});

test('a word that is nearly a label or a synonym is told what it may mean', async () => {
  const { errors } = await bench.run('sku;color\nC-9;Scarlett\nC-10;Blauu\n');
  expect(errors.map(({ value, hint }) => [value, hint])).toEqual([
    ['Scarlett', "Did you mean 'red'?"],
    ['Blauu', "Did you mean 'blue'?"],
  ]);
});

test('attribute sets and categories are found by a label that only one of them has', async () => {
  await seedConfiguration(bench.catalogue, upsertAttributeSets, [
    { code: 'accessories', labels: { de_DE: 'Zubehör' } },
  ]);
  await seedConfiguration(bench.catalogue, upsertCategories, [
    { code: 'sofas', labels: { en_US: 'Sofas', de_DE: 'Polstermöbel' } },
    { code: 'chairs', labels: { en_US: 'Chairs', de_DE: 'sofas' } },
    { code: 'old', labels: { en_US: 'Offers' } },
    { code: 'new', labels: { en_US: 'Offers' } },
  ]);
  const lines = ['sku;attribute_set;categories', 'L-1;ZUBEHÖR;polstermöbel', 'L-2;accessories;Sofas,Chairs'];
  expect((await bench.run(lines.join('\n'))).errors).toEqual([]);
  const { rows } = await bench.catalogue.database.owner.query<{ product: string }>(
    `SELECT sku || ' ' || attribute_set || ' ' || categories::text AS product FROM public.product WHERE sku LIKE 'L-%' ORDER BY sku`,
  );
  expect(rows.map(({ product }) => product)).toEqual([
    'L-1 accessories {sofas}',
    'L-2 accessories {chairs,sofas}',
  ]);
  const { errors } = await bench.run('sku;categories\nL-3;Offers\n');
  expect(errors).toMatchObject([
    { row: 2, column: 'categories', code: 'category-not-found', value: 'Offers' },
  ]);
});

test('statuses and yes or no are found by the words of the console, in its languages', async () => {
  const cells = [
    ['S-1', 'Archiviert', 'Ja'],
    ['S-2', 'in review', 'nein'],
    ['S-3', 'ARCHIVÉ', 'Oui'],
    ['S-4', 'Entwurf', 'Non'],
    ['S-5', 'in_review', 'yes'],
  ];
  const lines = [
    'sku;attribute_set;status;washable',
    ...cells.map(([sku, ...own]) => [sku, 'clothing', ...own].join(';')),
  ];
  expect((await bench.run(lines.join('\n'))).errors).toEqual([]);
  const { rows } = await bench.catalogue.database.owner.query<{ found: string }>(
    `SELECT concat_ws(' ', sku, status, "values" #>> '{washable,0,value}') AS found FROM public.product
     WHERE sku LIKE 'S-%' ORDER BY sku`,
  );
  expect(rows.map(({ found }) => found)).toEqual([
    'S-1 archived true',
    'S-2 in_review false',
    'S-3 archived true',
    'S-4 draft false',
    'S-5 in_review true',
  ]);
  expect(
    await bench.run('sku;attribute_set;status\nS-6;accessories;Veröffentlicht\nS-7;accessories;Publié\n'),
  ).toMatchObject({ created: 2, failed: 0 });
  const { errors } = await bench.run('sku;status\nS-9;live\n');
  expect(errors.map(({ column }) => column)).toEqual(['status']);
});
