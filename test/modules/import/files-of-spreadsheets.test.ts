// Risk: a file that a spreadsheet program has written fails, although people see nothing wrong in it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewImport } from '../../../src/modules/import/preview/preview-import.ts';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';
import { inlineCell, rowOf, textRow, workbookOf } from '../../support/workbooks.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench.close());

const brief = ({ errors }: ImportMetadata) =>
  errors.map(({ row, column, code }) => `${row} ${column} ${code}`);

async function names(...skus: string[]): Promise<unknown[]> {
  const { rows } = await bench.catalogue.database.owner.query<{ name: unknown }>(
    `SELECT "values" #>> '{name,0,value}' AS name FROM product WHERE sku = ANY($1) ORDER BY sku`,
    [skus],
  );
  return rows.map(({ name }) => name);
}

test('rows of separators alone are no rows, also where one faulty row stops everything', async () => {
  const text = 'sku;name-en_US;stock\nS-1;Cap;1\n;;\n;;\nS-2;Hat;2\n;;\n';
  const metadata = await bench.run(text, { errorPolicy: 'reject_all' });
  expect(metadata).toMatchObject({ status: 'completed', total: 2, processed: 2, created: 2, failed: 0 });
});

test.each([
  ['sep=;\n', '\n'],
  ['sep=;\r\n', '\r\n'],
  ['"sep=;"\r\n', '\r\n'],
  ['\ufeffsep=;\r\n', '\r\n'],
  ['', '\r'],
  ['\ufeff', '\r'],
])('a file that begins with %j and whose lines end in %j is read, and previewed', async (before, end) => {
  const file = `${before}${['sku;name-en_US;stock', 'E-1;A, b|c;1', 'E-2;"Two', 'lines";2', ''].join(end)}`;
  const metadata = await bench.run(file);
  expect(brief(metadata)).toEqual([]);
  expect(metadata).toMatchObject({ status: 'completed', total: 2, processed: 2 });
  const { runner, owner } = bench.catalogue;
  const overrides = { resource: 'products', format: 'csv' } as const;
  const input = {
    profile: null,
    overrides,
    source: { text: file },
    scope: { channel: null, locale: null },
  };
  const { output, end: close } = await runner.dryRun(owner, previewImport, input);
  await close();
  expect(output.rows.map(({ ref }) => ref)).toEqual(['E-1', 'E-2']);
});

test('UTF-16 files may begin with their separator and have carriage returns, too', async () => {
  const file = Buffer.from('\ufeffsep=,\rsku,name-en_US\rU-1,Cap\r', 'utf16le');
  expect(await bench.run(file)).toMatchObject({ status: 'completed', total: 1, created: 1 });
  expect(await names('U-1')).toEqual(['Cap']);
});

test('quotes are part of the cells where a setting says so', async () => {
  const text = 'sku;name-en_US;stock\nQ-1;24" monitor;1\nQ-2;"quoted";x\n';
  const options = { enclosure: '' };
  const metadata = await bench.run(text, { options });
  expect(brief(metadata)).toEqual(['3 stock wrong-type']);
  expect(await names('Q-1')).toEqual(['24" monitor']);
  expect(brief(await bench.run(text))).toContain('2 name-en_US invalid-format');
});

test('a cell that cannot be read fails its row only where its column is imported', async () => {
  const bytes = Buffer.concat([
    Buffer.from('sku;notes;name-en_US\nB-1;x'),
    Buffer.from([0xff]),
    Buffer.from(';Cap\nB-2;;'),
    Buffer.from([0xff]),
    Buffer.from('\n'),
  ]);
  const mapping = [{ column: 'notes', target: null }];
  const metadata = await bench.run(bytes, { mapping });
  expect(brief(metadata)).toEqual(['3 name-en_US invalid-format']);
  expect(metadata).toMatchObject({ created: 1, failed: 1 });
  // A step of another column reads it.
  const joined = [...mapping, { column: 'name-en_US', transform: [{ concat: { columns: ['notes'] } }] }];
  expect(brief(await bench.run(bytes, { mapping: joined }))).toContain('2 notes invalid-format');
});

test('an error of a formula in a column that is not imported, or a formula without text, fails no row', async () => {
  const rows =
    textRow(1, ['sku', 'name-en_US', 'margin']) +
    rowOf(2, [
      inlineCell('A2', 'X-1'),
      inlineCell('B2', 'Cap'),
      '<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    ]) +
    rowOf(3, [inlineCell('A3', 'X-2'), '<c r="B3" t="str"><f>""</f><v></v></c>']) +
    rowOf(4, [inlineCell('A4', 'X-3'), '<c r="B4" t="e"><v>#N/A</v></c>']);
  const mapping = [{ column: 'margin', target: null }];
  const metadata = await bench.run(workbookOf({ rows }), { format: 'xlsx', mapping });
  expect(brief(metadata)).toEqual(['4 name-en_US invalid-format']);
  expect(metadata).toMatchObject({ created: 2, failed: 1 });
});

test('texts that cannot be stored fail their rows with the reason, in workbooks and in lines of JSON', async () => {
  const reasonsOf = ({ errors }: ImportMetadata) => errors.map(({ code, message }) => `${code}: ${message}`);
  const rows =
    textRow(1, ['sku', 'name-en_US']) + rowOf(2, [inlineCell('A2', 'T-1'), inlineCell('B2', 'a_xD800_b')]);
  expect(reasonsOf(await bench.run(workbookOf({ rows }), { format: 'xlsx' }))).toEqual([
    'invalid-format: The cell holds half of a surrogate pair, which is not a character. (Products!B2)',
  ]);
  const line = '{"sku": "T-2", "tags": ["a\\u0000"]}\n';
  expect(reasonsOf(await bench.run(line, { format: 'jsonl' }))).toEqual([
    "invalid-format: 'tags.0' holds the character U+0000, which cannot be stored.",
  ]);
});
