// Risk: a wrong folder is taken for an empty catalogue, or a missing file for an error.

import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { uploadFolder } from '../../../../src/modules/akeneo/index.ts';
import { listFolder } from '../../../../src/modules/akeneo/read/list-folder.ts';
import { openStoredFolder } from '../../../../src/modules/akeneo/read/read-stored-folder.ts';
import { createTestOrganization } from '../../../support/catalogue.ts';
import { brief, makeFolder } from '../tables.ts';

const catalogue = await createTestOrganization();
afterAll(() => catalogue.close());

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  return (await makeFolder(files)).folder;
}

const pack = (folder: string) => {
  const { runner, storage, owner: session } = catalogue;
  return uploadFolder(folder, { runner, session, files: { storage, maximumBytes: 1_000 } });
};

test('refuses a folder that is not there, that is a file or that has no products', async () => {
  const folder = await folderWith({ 'locales.csv': 'code\n' });
  const refusal = (path: string) => listFolder(path).catch(({ code, detail }) => [code, detail]);
  expect(await refusal(folder)).toEqual([
    'import-file-invalid',
    `The folder '${folder}' has no products.csv.`,
  ]);
  const file = join(folder, 'locales.csv');
  expect(await refusal(file)).toEqual(['import-file-invalid', `'${file}' is a file. Specify its folder.`]);
  const nowhere = join(folder, 'nowhere');
  expect(await refusal(nowhere)).toEqual(['import-file-invalid', `There is no folder '${nowhere}'.`]);
});

test('mentions missing files and files that it does not know', async () => {
  const { key } = await pack(
    await folderWith({ 'products.csv': 'sku\na\nb\n', 'families.csv': 'code\nshoes\n', 'prices.csv': '' }),
  );
  const folder = await openStoredFolder(catalogue.storage, key);
  expect(brief(folder.notes)).toEqual([
    ...Array.from({ length: 12 }, () => 'info missing-file - -'),
    'info unknown-file - -',
  ]);
  expect(folder.notes.map(({ file }) => file)).not.toContain('families.csv');
  expect((await folder.readTable('families')).rows.map((row) => row.get('code'))).toEqual(['shoes']);
  expect(await folder.readTable('locales')).toMatchObject({ columns: [], rows: [], notes: [] });
  expect(folder.products.total).toBe(2);
});

test('is the same file in the storage while nothing in it changes', async () => {
  const products = (cell: string) => ({ 'products.csv': `sku\n${cell}\n` });
  const first = await pack(await folderWith(products('a')));
  expect((await pack(await folderWith(products('a')))).key).toBe(first.key);
  expect((await pack(await folderWith(products('b')))).key).not.toBe(first.key);
});
