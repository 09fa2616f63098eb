// Risk: a file of a system that knows no SKUs cannot be imported, creates products again, or changes the wrong ones.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importDryThenReal } from '../../support/import-dry-then-real.ts';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.catalogue.database.owner.query('DELETE FROM public.product');
  await bench.run('sku;external_refs-erp;stock\nE-1;100;1\nE-2;200;2\nE-3;300;3\n');
});

const brief = ({ created, updated, deleted, unchanged, failed, errors }: ImportMetadata) => ({
  created,
  updated,
  deleted,
  unchanged,
  failed,
  errors: errors.map(({ row, column, code, ref }) => [row, column, code, ref]),
});

async function stocks(): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await bench.catalogue.database.owner.query<{ sku: string; stock: unknown }>(
    `SELECT sku, "values" #>> '{stock,0,value}' AS stock FROM public.product WHERE deleted_at IS NULL ORDER BY sku`,
  );
  return Object.fromEntries(rows.map(({ sku, stock }) => [sku, stock]));
}

test('rows without SKU change the products that have their external ids, and create none', async () => {
  const before = Object.keys(await stocks());
  const metadata = await importDryThenReal(bench, 'external_refs-erp;stock\n100;7\n300;3\n999;1\n;4\n');
  expect(brief(metadata)).toEqual({
    created: 0,
    updated: 1,
    deleted: 0,
    unchanged: 1,
    failed: 2,
    errors: [
      [4, 'external_refs-erp', 'product-not-found', 'ext:erp:999'],
      [5, 'external_refs-erp', 'required', null],
    ],
  });
  expect(Object.keys(await stocks())).toEqual(before);
});

test('a row with SKU creates its product, one without it finds the product that the row created', async () => {
  const file = 'sku;external_refs-erp;stock\nE-9;900;1\n;900;2\n;100;5\nE-2;200;2\n';
  const metadata = await importDryThenReal(bench, file);
  expect(brief(metadata)).toMatchObject({ created: 1, updated: 2, unchanged: 1, failed: 0, errors: [] });
});

test('a profile maps a column to the external id, and the id of the product in SKU columns is one too', async () => {
  const settings = { mapping: [{ column: 'Artikel', target: 'external_refs-erp' }] };
  expect(brief(await importDryThenReal(bench, 'Artikel;stock\n200;8\n', settings))).toMatchObject({
    updated: 1,
    failed: 0,
    errors: [],
  });
  expect(brief(await importDryThenReal(bench, 'sku;stock\next:ERP:200;9\n'))).toMatchObject({
    updated: 1,
    failed: 0,
  });
});

test('rows delete by external id, and the same file can be sent again', async () => {
  const file = 'external_refs-erp;_delete\n100;1\n999;1\n';
  expect(brief(await importDryThenReal(bench, file))).toMatchObject({ deleted: 1, failed: 1 });
  expect(brief(await importDryThenReal(bench, file))).toMatchObject({ deleted: 0, unchanged: 1, failed: 1 });
  expect(Object.keys(await stocks())).toEqual(['E-2', 'E-3']);
});

test('lines of JSON have external ids in place of the SKU', async () => {
  const line = JSON.stringify({ external_refs: { erp: '300' }, values: { stock: 12 } });
  expect(brief(await bench.run(`${line}\n`, { format: 'jsonl' }))).toMatchObject({ updated: 1, failed: 0 });
});
