// Risk: a supplier's file of another shape is imported wrongly, or a message leads to a cell that is not at fault.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GROUP_MAPPING, productCells, seedShapeAttributes } from '../../support/import-shapes.ts';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';
import { sheetOf, textRow, workbookOf } from '../../support/workbooks.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedShapeAttributes(bench.catalogue);
});
afterAll(() => bench.close());

const brief = ({ errors }: ImportMetadata) =>
  errors.map(({ row, column, code, message }) => `${row} ${column} ${code}: ${message}`);
const cells = async (sku: string) => (await productCells(bench.catalogue, [sku])).get(sku);

/** Bytes of a text in MacRoman, as far as these tests need it. */
const inMacRoman = (text: string) =>
  Buffer.from(
    [...text].map(
      (letter) => ({ ä: 0x8a, ö: 0x9a, ü: 0x9f, ß: 0xa7, é: 0x8e })[letter] ?? letter.charCodeAt(0),
    ),
  );
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['MacRoman', inMacRoman],
  ['UTF-16 little-endian without a byte order mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16 big-endian without a byte order mark', (text: string) => swapped(Buffer.from(text, 'utf16le'))],
])('%s is detected', async (name, encode) => {
  const sku = `E-${name}`;
  const file = encode(`sku;name-de_DE;brand\n${sku};Grüße aus Köln, süßer Käse;Café\n`);
  expect(brief(await bench.run(file))).toEqual([]);
  expect(await cells(sku)).toMatchObject({ 'name-de_DE': 'Grüße aus Köln, süßer Käse', brand: 'Café' });
});

test('an encoding that is not detected is stated, and a file of UTF-8 with a broken byte stays one', async () => {
  const polish = Buffer.from([0x5a, 0xb3, 0x6f, 0x74, 0x79]);
  const file = Buffer.concat([Buffer.from('sku;name-en_US\nE-P;'), polish, Buffer.from('\n')]);
  expect(brief(await bench.run(file, { options: { encoding: 'windows-1250' } }))).toEqual([]);
  expect(await cells('E-P')).toMatchObject({ 'name-en_US': 'Złoty' });
  const broken = Buffer.concat([
    Buffer.from('sku;name-en_US\nE-1;Grüße, süß\nE-2;a'),
    Buffer.from([0xe4]),
    Buffer.from('\n'),
  ]);
  expect(brief(await bench.run(broken))).toEqual([expect.stringMatching(/^3 name-en_US invalid-format/)]);
});

/** A workbook whose second sheet has the products below a title. */
function workbookOfTwoSheets(): Buffer {
  const rows = textRow(1, ['Spring']) + textRow(3, ['Article', 'Title']) + textRow(4, ['W-1', 'Robin']);
  return workbookOf({ sheets: { Notes: sheetOf(textRow(1, ['sku'])), Prices: sheetOf(rows) } });
}

test('the sheet and row with the columns of the profile are found, and messages name them', async () => {
  const mapping = [
    { column: 'Article', target: 'sku' },
    { column: 'Title', target: 'stock' },
  ];
  const request = { format: 'xlsx', mapping, options: { headerContains: ['article', 'Title'] } } as const;
  expect(brief(await bench.run(workbookOfTwoSheets(), request))).toEqual([
    expect.stringMatching(/^4 Title .*\(Prices!B4\)$/),
  ]);
  const missing = { ...request, options: { headerContains: ['Article', 'Weight'] } };
  const { failure } = await bench.run(workbookOfTwoSheets(), missing);
  expect(failure).toMatchObject({ code: 'import-file-invalid' });
  expect(failure?.detail).toContain('Article, Weight');
  expect(failure?.detail).toContain('Notes, Prices');
});

test('an error in a merged row names the row and column of the file; failed rows can be sent again', async () => {
  const options = { localeColumn: 'lang' };
  const request = { options };
  const lines = ['sku;lang;name;stock', 'M-1;en;Cap;1', 'M-1;de;?;2', 'M-2;en;Hat;3', ''];
  const [before = '', after = ''] = lines.join('\n').split('?');
  const file = Buffer.concat([Buffer.from(`${before}Mütze `), Buffer.from([0xff]), Buffer.from(after)]);
  const job = await bench.run(file, request);
  expect(brief(job)).toEqual([
    expect.stringMatching(/^2 name \(de_DE\) invalid-format: .*\(row 3, column name\)$/),
  ]);
  expect(job).toMatchObject({ total: 2, processed: 2, created: 1, failed: 1 });
  const { bytes } = await bench.failedRows(job);
  expect(brief(await bench.run(bytes, request))).toEqual([]);
  expect(await cells('M-1')).toMatchObject({ 'name-en_US': 'Cap', stock: '2' });
});

test('a model and its first variant that fail have both their errors at the row', async () => {
  const options = { groupColumn: 'family', variantColumns: ['sku', 'color'] };
  const file = 'family;sku;color;stock\nG-1;G-1-R;red;many\n;G-1-B;blue;\nG-2;G-2-R;red;1\n';
  const job = await bench.run(file, { options, mapping: GROUP_MAPPING });
  expect(job).toMatchObject({ total: 5, processed: 5, failed: 3 });
  expect(job.errors.map(({ row, column, ref }) => [row, column, ref])).toEqual([
    [2, 'family', 'G-1-R'],
    [2, 'stock', 'G-1'],
    [3, 'family', 'G-1-B'],
  ]);
});

const failureOf = async (file: string | Buffer, format: 'csv' | 'jsonl' | 'json' | 'xml') =>
  (await bench.run(file, { format })).failure?.detail;

test('a file of another format than that of the profile is refused with the name of its format', async () => {
  const xml = '<?xml version="1.0"?><a><p/></a>';
  expect(await failureOf(xml, 'csv')).toContain('This is XML, but the profile reads CSV.');
  expect(await failureOf(xml, 'json')).toContain('This is XML, but the profile reads JSON.');
  expect(await failureOf('[{"sku":"A"}]', 'csv')).toContain('This is JSON, but the profile reads CSV.');
  expect(await failureOf('[{"sku":"A"}]', 'jsonl')).toContain('Use a profile with the format json.');
  expect(await failureOf('%PDF-1.7 …', 'csv')).toContain('This is PDF, which cannot be imported.');
  expect(await failureOf('<html><table></table></html>', 'csv')).toContain('This is HTML');
  expect(await failureOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'csv')).toContain('This is XLS');
  expect(await failureOf('sku;name\nA;B\n', 'xml')).toContain('This is not a XML document.');
});

test('rows of a document that fail come as a table, which the same profile reads', async () => {
  const mapping = [
    { column: 'no', target: 'sku' },
    { column: 'data/title', target: 'name-en_US' },
    { column: 'data/stock', target: 'stock' },
  ];
  const document = [
    { no: 'J-1', data: { title: 'Cap', stock: 'many' } },
    { no: 'J-2', data: { title: 'Hat', stock: 2 } },
  ];
  const job = await bench.run(JSON.stringify(document), { format: 'json', mapping });
  expect(brief(job)).toEqual([expect.stringMatching(/^1 data\/stock /)]);
  const { bytes, filename } = await bench.failedRows(job);
  expect(filename).toMatch(/\.csv$/);
  const again = await bench.run(bytes.toString().replace('many', '3'), { format: 'csv', mapping });
  expect(brief(again)).toEqual([]);
  expect(await cells('J-1')).toMatchObject({ 'name-en_US': 'Cap', stock: '3' });
});

test('an XML document says its encoding itself', async () => {
  const text = '<?xml version="1.0" encoding="iso-8859-1"?><a><p><sku>X-1</sku><brand>Müße</brand></p></a>';
  const request = { format: 'xml', options: { rowPath: 'a/p' } } as const;
  expect(brief(await bench.run(Buffer.from(text, 'latin1'), request))).toEqual([]);
  expect(await cells('X-1')).toMatchObject({ brand: 'Müße' });
});
