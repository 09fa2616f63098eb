// Risk: rows of a workbook are lost, written twice after a crash, or told wrongly; what failed cannot be sent again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { previewImport } from '../../../src/modules/import/preview/preview-import.ts';
import { storeUpload } from '../../../src/modules/import/source/uploads.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';
import { inlineCell, rowOf, sheetOf, textRow, workbookOf } from '../../support/workbooks.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  const { catalogue } = bench;
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'since', type: 'date' },
    { code: 'seen', type: 'datetime' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'dated',
      attributes: ['name', 'stock', 'price', 'ean', 'washable', 'since', 'seen'].map((code) => ({ code })),
    },
  ]);
});
afterAll(() => bench.close());

const XLSX = { format: 'xlsx' } as const;

const valuesOf = async (sku: string) => {
  const { rows } = await bench.catalogue.database.owner.query<{
    values: Record<string, { value: unknown }[]>;
  }>('SELECT "values" FROM public.product WHERE sku = $1', [sku]);
  return Object.fromEntries(
    Object.entries(rows[0]?.values ?? {}).map(([code, [cell]]) => [code, cell?.value]),
  );
};

test('typed cells become the values of their attributes', async () => {
  const header = ['sku', 'attribute_set', 'ean', 'stock', 'price-EUR', 'washable', 'since', 'seen'];
  const cells = [
    inlineCell('A2', '00042'),
    inlineCell('B2', 'dated'),
    '<c r="C2"><v>4.0063813339310000E+12</v></c>',
    '<c r="D2"><v>3.0000000000000004</v></c>',
    '<c r="E2"><v>0.30000000000000004</v></c>',
    '<c r="F2" t="b"><v>1</v></c>',
    '<c r="G2"><v>46204</v></c>',
    '<c r="H2"><v>46204.5</v></c>',
  ];
  const file = workbookOf({ rows: textRow(1, header) + rowOf(2, cells) });
  expect(await bench.run(file, XLSX)).toMatchObject({ created: 1, failed: 0, errors: [] });
  expect(await valuesOf('00042')).toEqual({
    ean: '4006381333931',
    stock: 3,
    washable: true,
    since: '2026-07-01',
    seen: '2026-07-01T12:00:00.000Z',
    price: [{ amount: '0.3', currency: 'EUR' }],
  });
  expect(await bench.run(file, XLSX)).toMatchObject({ unchanged: 1, failed: 0 });
});

test('a text that begins like a formula stays what it is, and the marker clears', async () => {
  const header = ['sku', 'attribute_set', 'ean'];
  const texts = ['=1+1', "'=x", "'__CLEAR__", '__CLEAR__'];
  const rows = texts.map((text, index) => textRow(index + 2, [`F-${index}`, 'dated', text]));
  const file = workbookOf({ rows: textRow(1, header) + rows.join('') });
  expect(await bench.run(file, XLSX)).toMatchObject({ created: 4, errors: [] });
  const read = await Promise.all(texts.map(async (_, index) => (await valuesOf(`F-${index}`)).ean));
  expect(read).toEqual(['=1+1', "'=x", '__CLEAR__', undefined]);
});

test('a number reaches a step of the mapping in the form that it expects', async () => {
  const mapping = [
    {
      column: 'Bestand',
      target: 'stock',
      transform: [{ number: { decimal_separator: ',' as const, thousands_separator: '.' as const } }],
    },
  ];
  const rows =
    textRow(1, ['sku', 'attribute_set', 'Bestand', 'price-EUR']) +
    rowOf(2, [
      inlineCell('A2', 'M-1'),
      inlineCell('B2', 'dated'),
      '<c r="C2"><v>1234</v></c>',
      '<c r="D2"><v>12.5</v></c>',
    ]) +
    rowOf(3, [
      inlineCell('A3', 'M-2'),
      inlineCell('B3', 'dated'),
      inlineCell('C3', '1.234'),
      inlineCell('D3', '12,5'),
    ]);
  const options = { decimalSeparator: ',' as const };
  expect(await bench.run(workbookOf({ rows }), { ...XLSX, mapping, options })).toMatchObject({
    created: 2,
    errors: [],
  });
  expect(await valuesOf('M-1')).toEqual({ stock: 1234, price: [{ amount: '12.5', currency: 'EUR' }] });
  expect(await valuesOf('M-2')).toEqual({ stock: 1234, price: [{ amount: '12.5', currency: 'EUR' }] });
});

test('texts and numbers of one column are the same numbers, whatever separates decimals in texts', async () => {
  const rows =
    textRow(1, ['sku', 'attribute_set', 'stock', 'price-EUR']) +
    rowOf(2, [
      inlineCell('A2', 'T-1'),
      inlineCell('B2', 'dated'),
      inlineCell('C2', '1.250'),
      inlineCell('D2', '1.250,5'),
    ]) +
    rowOf(3, [
      inlineCell('A3', 'T-2'),
      inlineCell('B3', 'dated'),
      '<c r="C3"><v>1250</v></c>',
      '<c r="D3"><v>1.125</v></c>',
    ]) +
    rowOf(4, [inlineCell('A4', 'T-3'), inlineCell('B4', 'dated'), '', inlineCell('D4', '1.25')]);
  const metadata = await bench.run(workbookOf({ rows }), { ...XLSX, options: { decimalSeparator: ',' } });
  expect(metadata.errors.map(({ row, column, value }) => [row, column, value])).toEqual([
    [4, 'price-EUR', '1.25'],
  ]);
  expect(await valuesOf('T-1')).toEqual({ stock: 1250, price: [{ amount: '1250.5', currency: 'EUR' }] });
  expect(await valuesOf('T-2')).toEqual({ stock: 1250, price: [{ amount: '1.125', currency: 'EUR' }] });
});

test('what is wrong names sheet, row and column, and the failed rows come back as a workbook', async () => {
  const header = ['sku', 'attribute_set', 'stock', 'colr'];
  const rows =
    textRow(3, header) +
    textRow(4, ['E-1', 'dated', 'many', '']) +
    rowOf(6, [inlineCell('A6', 'E-2'), inlineCell('B6', 'dated'), '<c r="C6" t="e"><v>#REF!</v></c>']) +
    textRow(7, ['E-3', 'dated', '5', '']);
  const file = workbookOf({ sheets: { Notes: sheetOf(''), 'My caps': sheetOf(rows) } });
  const options = { sheet: 'My Caps', headerRow: 3 };
  const metadata = await bench.run(file, { ...XLSX, options });
  expect(metadata).toMatchObject({ created: 1, failed: 2, processed: 3, status: 'completed_with_errors' });
  expect(metadata.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [3, 'colr', "The column 'colr' is not known here; its cells are not imported."],
    [4, 'stock', expect.stringMatching(/ \('My caps'!C4\)$/)],
    [6, 'stock', "The cell 'My caps'!C6 has the error #REF! instead of a value."],
  ]);
  const { filename, bytes } = await bench.failedRows(metadata);
  expect(filename).toMatch(/-failed-rows\.xlsx$/);
  const again = await bench.run(bytes, { ...XLSX, options });
  expect(again).toMatchObject({ created: 1, failed: 1, processed: 2 });
  // A cell of an error has no text; what is sent again lacks it and is good otherwise.
  expect(again.errors.filter(({ row }) => row === 5)).toEqual([]);
});

/** Stops a worker once it has done so many steps. */
const stopAfter = (steps: number) => {
  let asked = 0;
  return {
    get aborted() {
      asked += 1;
      return asked > steps;
    },
  } as AbortSignal;
};

test.each(['skip_rows', 'reject_all'] as const)(
  'an import whose workers stop again and again writes every row once, with %s',
  async (errorPolicy) => {
    const rows = Array.from({ length: 1_050 }, (_, index) =>
      textRow(index + 2, [`${errorPolicy}-${index}`, 'dated', `${index}`]),
    );
    const file = workbookOf({ rows: textRow(1, ['sku', 'attribute_set', 'stock']) + rows.join('') });
    const id = await bench.start(file, { ...XLSX, errorPolicy });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await bench.work(id, stopAfter(1));
      if (!/^(queued|running|validating)$/.test((await bench.details(id)).status)) break;
    }
    expect(await bench.details(id)).toMatchObject({
      status: 'completed',
      total: 1_050,
      processed: 1_050,
      created: 1_050,
      failed: 0,
    });
    expect(await bench.run(file, { ...XLSX, errorPolicy })).toMatchObject({ unchanged: 1_050 });
  },
);

test('a workbook that is none is refused as a whole, with what would help', async () => {
  const table = await bench.run('sku;attribute_set\nA;dated\n', XLSX);
  expect(table).toMatchObject({
    status: 'failed',
    failure: {
      code: 'import-file-invalid',
      detail: 'The file is not a workbook (.xlsx). For tables of text, use the format csv.',
    },
  });
  const other = await bench.run(workbookOf({ rows: textRow(1, ['sku']) }), { format: 'csv' });
  expect(other.failure?.detail).toBe(
    'The file is a workbook or an archive. For a workbook, choose the format xlsx or a profile with that format.',
  );
});

test('a preview lists the sheets and reads the chosen one', async () => {
  const { runner, storage, owner } = bench.catalogue;
  const bytes = workbookOf({
    sheets: {
      'hidden notes': sheetOf(textRow(1, ['sku'])),
      Caps: sheetOf(textRow(1, ['sku', 'attribute_set', 'stock']) + textRow(2, ['P-1', 'dated', 'x'])),
      Other: sheetOf(textRow(1, ['sku'])),
    },
  });
  const { key } = await storeUpload(
    storage,
    (async function* () {
      yield bytes;
    })(),
    { organizationId: owner.organizationId, name: 'test' },
  );
  const overrides = { resource: 'products', ...XLSX } as const;
  const scope = { channel: null, locale: null };
  const input = { profile: null, overrides, source: { storage, key }, scope };
  const { output, end } = await runner.dryRun(owner, previewImport, input);
  await end();
  expect(output).toMatchObject({
    sheets: [
      { name: 'hidden notes', isHidden: true, isChosen: false },
      { name: 'Caps', isHidden: false, isChosen: true },
      { name: 'Other', isHidden: false, isChosen: false },
    ],
    columns: [{ target: 'sku' }, { target: 'attribute_set' }, { target: 'stock' }],
    rows: [{ row: 2, ref: 'P-1', outcome: 'failed', errors: [{ column: 'stock' }] }],
  });
  expect(output.rows[0]?.errors[0]?.message).toMatch(/ \(Caps!C2\)$/);
});

test('merged cells have the value in the first one, and a warning names their range', async () => {
  const rows = textRow(2, ['MERGED-1', 'accessories', 'Both']) + textRow(3, ['MERGED-2', 'accessories', '']);
  const merged = '<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="C2:C3"/></mergeCells>';
  const header = textRow(1, ['sku', 'attribute_set', 'name-en_US']);
  const sheet = sheetOf(header + rows).replace('</sheetData>', `</sheetData>${merged}`);
  const metadata = await bench.run(workbookOf({ sheets: { 'My caps': sheet } }), XLSX);
  expect(metadata).toMatchObject({ status: 'completed', created: 2, failed: 0 });
  expect(metadata.errors).toMatchObject(
    ['A1:C1', 'C2:C3'].map((range) => ({
      row: 1,
      column: null,
      code: 'merged-cells',
      value: `'My caps'!${range}`,
      message: `The cells 'My caps'!${range} are merged: the first one has the value, the others are read as empty.`,
    })),
  );
  expect([await valuesOf('MERGED-1'), await valuesOf('MERGED-2')]).toEqual([{ name: 'Both' }, {}]);
});

test('merged cells above the header are no concern', async () => {
  const merged = '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>';
  const rows =
    textRow(1, ['Our caps']) + textRow(2, ['sku', 'attribute_set']) + textRow(3, ['MERGED-3', 'accessories']);
  const sheet = sheetOf(rows).replace('</sheetData>', `</sheetData>${merged}`);
  const metadata = await bench.run(workbookOf({ sheets: { Caps: sheet } }), {
    ...XLSX,
    options: { headerRow: 2 },
  });
  expect(metadata).toMatchObject({ created: 1, errors: [] });
});
