// Risk: a file deletes other products than it says, deletes what the API would refuse to, or its report does not tell.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importDryThenReal } from '../../support/import-dry-then-real.ts';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench.close());

const codes = ({ errors }: ImportMetadata) => errors.map(({ row, column, code }) => [row, column, code]);

async function living(like: string): Promise<readonly string[]> {
  const { rows } = await bench.catalogue.database.owner.query<{ sku: string }>(
    'SELECT sku FROM public.product WHERE deleted_at IS NULL AND sku LIKE $1 ORDER BY sku',
    [like],
  );
  return rows.map(({ sku }) => sku);
}

test('a row with a truthy _delete deletes its product, and nothing else of the row counts', async () => {
  await bench.run('sku;stock\nD-1;1\nD-2;2\nD-3;3\n');
  const metadata = await importDryThenReal(
    bench,
    'sku;_delete;stock\nd-1;1;not a number\nD-2;no;5\nD-3;;6\nD-4;false;7\n',
  );
  expect(metadata).toMatchObject({ deleted: 1, updated: 2, created: 1, failed: 0, processed: 4, errors: [] });
  expect(await living('D-%')).toEqual(['D-2', 'D-3', 'D-4']);
  const { rows } = await bench.catalogue.database.owner.query(
    `SELECT verb, ref, job_id IS NOT NULL AS "isOfJob" FROM ledger.event WHERE resource = 'product' AND verb = 'deleted'`,
  );
  expect(rows).toEqual([{ verb: 'deleted', ref: 'D-1', isOfJob: true }]);
});

test('the same file again finds deleted what it deleted; a product that never was is an error', async () => {
  const metadata = await importDryThenReal(bench, 'sku;_delete\nD-1;true\nD-NEVER;yes\n');
  expect(metadata).toMatchObject({ deleted: 0, unchanged: 1, failed: 1 });
  expect(codes(metadata)).toEqual([[3, 'sku', 'not-found']]);
  const update = await importDryThenReal(bench, 'sku;stock\nD-1;1\nD-NEVER;1\n', { mode: 'update_only' });
  expect(update.errors.map(({ code, hint }) => [code, hint])).toEqual([
    ['deleted', 'Restore the object within 30 days. The mode `upsert` creates a new product with its SKU.'],
    ['not-found', 'Check the SKU or code. Check that the import runs in the right organization.'],
  ]);
});

test('a cell that is neither true nor false fails its row and deletes nothing', async () => {
  const metadata = await importDryThenReal(bench, 'sku;_delete\nD-2;perhaps\n');
  expect(codes(metadata)).toEqual([[2, '_delete', 'wrong-type']]);
  expect(await living('D-2')).toEqual(['D-2']);
});

test('rows take effect in their order: what a deleted product held is free for the rows behind it', async () => {
  await bench.run('sku;ean\nF-1;one\nF-2;two\n');
  const metadata = await importDryThenReal(
    bench,
    ['sku;_delete;ean', 'F-3;;one', 'F-1;1;', 'F-4;;one', 'n;;', 'F-1;;three', 'F-2;1;', 'F-5;;two'].join(
      '\n',
    ),
  );
  expect(codes(metadata)).toEqual([[2, 'ean', 'not-unique']]);
  expect(await living('F-%')).toEqual(['F-1', 'F-4', 'F-5']);
  expect(metadata).toMatchObject({ deleted: 2, created: 4, failed: 1 });
});

const FAMILY = [
  'sku;type;parent;attribute_set;variant_layout;color;size',
  'M;model;;clothing;by_color_and_size;;',
  'M-red;;M;;;red;',
  'M-red-s;;M-red;;;;s',
  'M-red-m;;M-red;;;;m',
  'M-blue;;M;;;blue;',
].join('\n');

test('a model is deleted only with all that is below it, wherever their rows stand', async () => {
  await bench.run(FAMILY);
  const some = await importDryThenReal(bench, 'sku;_delete\nM;1\nM-red;1\nn;\nM-red-s;1\nM-red-m;1\n');
  expect(some).toMatchObject({ deleted: 3, failed: 1 });
  expect(codes(some)).toEqual([[2, 'sku', 'has-variants']]);
  expect(some.errors).toMatchObject([
    {
      message: "'M' has 1 product below it. Delete the variants with rows of the same file.",
      hint: 'Add rows that delete the products below it, with `_delete` set to 1. They can be anywhere in the file.',
    },
  ]);
  expect(await living('M%')).toEqual(['M', 'M-blue']);
  const all = await importDryThenReal(bench, 'sku;_delete\nM;1\nn;\nM-blue;1\n');
  expect(all).toMatchObject({ deleted: 2, failed: 0 });
  expect(await living('M%')).toEqual([]);
});

test('a deleted variant leaves its axis values to a new one', async () => {
  await bench.run(FAMILY);
  const metadata = await importDryThenReal(
    bench,
    'sku;_delete;parent;size\nM-red-s;1;;\nn;;;\nM-red-2;;M-red;s\n',
  );
  expect(metadata).toMatchObject({ deleted: 1, failed: 0 });
  expect(await living('M-red-%')).toEqual(['M-red-2', 'M-red-m']);
});

test('lines of JSON say it with true', async () => {
  await bench.run('sku\nJ-1\nJ-2\n');
  const lines = '{"sku":"J-1","_delete":true,"values":{"nothing":1}}\n{"sku":"J-2","_delete":false}\n';
  const metadata = await importDryThenReal(bench, `${lines}{"sku":"J-3","_delete":"yes"}\n`, {
    format: 'jsonl',
  });
  expect(metadata).toMatchObject({ deleted: 1, unchanged: 1, failed: 1 });
  expect(codes(metadata)).toEqual([[3, '_delete', 'wrong-type']]);
});

test('a mode that only creates deletes nothing; one row at fault keeps all under reject_all', async () => {
  const created = await importDryThenReal(bench, 'sku;_delete\nJ-2;1\n', { mode: 'create_only' });
  expect(codes(created)).toEqual([[2, '_delete', 'value-not-allowed']]);
  const rejected = await importDryThenReal(bench, 'sku;_delete\nJ-2;1\nJ-NEVER;1\n', {
    errorPolicy: 'reject_all',
  });
  expect(rejected).toMatchObject({ status: 'failed', deleted: 0, skipped: 1, failed: 1 });
  expect(await living('J-%')).toEqual(['J-2']);
  expect(await importDryThenReal(bench, 'sku;_delete\nJ-2;1\n', { errorPolicy: 'reject_all' })).toMatchObject(
    {
      deleted: 1,
    },
  );
});
