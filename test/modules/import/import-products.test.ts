// Risk: a row of a file is lost, written twice, or becomes something else than the same write by itself.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench.close());

const counts = ({ status, total, created, updated, unchanged, skipped, failed }: ImportMetadata) => ({
  status,
  total,
  created,
  updated,
  unchanged,
  skipped,
  failed,
});
const brief = ({ errors }: ImportMetadata) =>
  errors.map(({ row, column, code, value }) => [row, column, code, value]);

const CAPS = `sku;attribute_set;name-en_US;stock;categories
CAP-1;accessories;"Cap; red";3;clothes,sale
CAP-2;accessories;"Cap ""blue""";;clothes
`;

test('creates, and finds nothing to do when the same file comes again', async () => {
  const first = await bench.run(CAPS);
  expect(brief(first)).toEqual([]);
  expect(counts(first)).toEqual({
    status: 'completed',
    total: 2,
    created: 2,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
  });
  const hash = await bench.productHash();
  expect(counts(await bench.run(CAPS))).toMatchObject({ created: 0, unchanged: 2 });
  expect(await bench.productHash()).toBe(hash);
  expect(counts(await bench.run(CAPS.replace(';3;', ';4;')))).toMatchObject({ updated: 1, unchanged: 1 });
});

test('keeps from webhooks what it was told to keep from them; the ledger has it all', async () => {
  const reported = async (webhooks: 'each' | 'summary' | 'none') => {
    const file = `sku;attribute_set\nHUSH-${webhooks.toUpperCase()};accessories\n`;
    const { id } = await bench.run(file, { webhooks });
    const { rows } = await bench.catalogue.database.owner.query<{ type: string; sent: boolean }>(
      `SELECT resource || '.' || verb AS type, to_webhooks AS sent FROM ledger.event WHERE job_id = $1 ORDER BY sequence`,
      [id],
    );
    return rows.map(({ type, sent }) => `${type} ${sent ? 'sent' : 'kept'}`);
  };
  expect(await reported('each')).toEqual(['product.created sent', 'import.completed sent']);
  expect(await reported('summary')).toEqual(['product.created kept', 'import.completed sent']);
  expect(await reported('none')).toEqual(['product.created kept', 'import.completed kept']);
});

test('says of every bad cell where it is, what stands there and what would help', async () => {
  const metadata = await bench.run(
    ['sku;name-en_US;color;stock', 'BAD-1;x;rde;1', 'BAD-2;x;;many', ';x;;', 'BAD-4;x;;4'].join('\n'),
  );
  expect(counts(metadata)).toMatchObject({
    status: 'completed_with_errors',
    total: 4,
    created: 1,
    failed: 3,
  });
  expect(metadata.errors).toMatchObject([
    {
      row: 2,
      column: 'color',
      ref: 'BAD-1',
      code: 'option-not-found',
      attribute: 'color',
      value: 'rde',
      hint: "Did you mean 'red'?",
    },
    { row: 3, column: 'stock', ref: 'BAD-2', code: 'wrong-type', attribute: 'stock', value: 'many' },
    { row: 4, column: 'sku', ref: null, code: 'required', value: '' },
  ]);
  for (const { message, hint } of metadata.errors) expect([message, hint]).not.toContain('');
});

test('keeps a row whose quotes make no sense as it stands there, to be mended', async () => {
  const lines = [
    'sku;attribute_set;name-en_US;stock',
    'QUOTE-1;accessories;"Cap "red" new";1',
    '"QUOTE-2";accessories;"Cap ""blue"""x;2',
    'QUOTE-3;"Cap;3',
  ];
  const metadata = await bench.run(lines.join('\n'));
  expect(brief(metadata)).toEqual([
    [2, 'name-en_US', 'invalid-format', 'Cap "red" new'],
    [3, 'name-en_US', 'invalid-format', '"Cap ""blue"""x'],
    [4, 'attribute_set', 'invalid-format', ''],
  ]);
  const { bytes } = await bench.failedRows(metadata);
  const written = bytes.toString('utf8').split('\r\n');
  expect(written.map((line) => line.replace(/;\d;[^;]*invalid-format.*/, ''))).toEqual([
    'sku;attribute_set;name-en_US;stock;_row;_errors',
    'QUOTE-1;accessories;"Cap ""red"" new";1',
    'QUOTE-2;accessories;"""Cap """"blue""""""x";2',
    '"QUOTE-3;""Cap;3";;;',
    '',
  ]);
});

test('reads other delimiters, encodings and decimals', async () => {
  const text = 'sku,name-de_DE,price-EUR\r\nMÜTZE,"Mütze, rot","1,50"\r\n';
  const options = { decimalSeparator: ',', listSeparator: '|' } as const;
  expect(counts(await bench.run(text, { options }))).toMatchObject({ created: 1, failed: 0 });
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  expect(counts(await bench.run(utf16, { options }))).toMatchObject({ unchanged: 1, failed: 0 });
  const latin = Buffer.from(text, 'latin1');
  expect(counts(await bench.run(latin, { options: { ...options, encoding: 'windows-1252' } }))).toMatchObject(
    {
      unchanged: 1,
    },
  );
  // Without the option, it is detected; bytes that show no encoding are broken cells.
  expect(counts(await bench.run(latin, { options }))).toMatchObject({ unchanged: 1, failed: 0 });
  const broken = await bench.run(Buffer.from(text.replaceAll(/[üÜ]/g, '\xff'), 'latin1'), { options });
  expect(counts(broken)).toMatchObject({ status: 'completed_with_errors', failed: 1 });
  expect(brief(broken)).toEqual([
    [2, 'sku', 'invalid-format', ''],
    [2, 'name-de_DE', 'invalid-format', ''],
  ]);
  // A cell behind those of the header is told at the last column.
  const behind = Buffer.from('sku,stock\r\nFROG,1,\xff\r\nTOAD,1,x"y\r\n', 'latin1');
  expect(brief(await bench.run(behind, { options }))).toEqual([
    [2, 'stock', 'invalid-format', '1'],
    [3, 'stock', 'invalid-format', ''],
  ]);
});

test('where the comma separates decimals, a point separates thousands or the cell is rejected', async () => {
  const options = { decimalSeparator: ',', listSeparator: '|', delimiter: ';' } as const;
  const text =
    'sku;stock;price-EUR;price\nD-1;1.250;1.250,5;3,5 USD\nD-2;1.25;;\nD-3;;12.5;\nD-4;;;1.5 USD\n';
  const metadata = await bench.run(text, { options });
  expect(brief(metadata)).toEqual([
    [3, 'stock', 'wrong-type', '1.25'],
    [4, 'price-EUR', 'wrong-type', '12.5'],
    [5, 'price', 'wrong-type', '1.5 USD'],
  ]);
  const stored = await bench.catalogue.database.owner.query<{ values: unknown }>(
    `SELECT "values" FROM product WHERE sku LIKE 'D-_'`,
  );
  expect(stored.rows).toEqual([
    {
      values: {
        stock: [{ value: 1250 }],
        price: [
          {
            value: [
              { amount: '1250.5', currency: 'EUR' },
              { amount: '3.5', currency: 'USD' },
            ],
          },
        ],
      },
    },
  ]);
  // A step that reads the numbers is followed by no second reading.
  const transform = [{ number: { decimal_separator: '.' as const, thousands_separator: ',' as const } }];
  const mapping = ['stock', 'price-EUR'].map((column) => ({ column, transform }));
  const stepped = await bench.run('sku;stock;price-EUR\nD-5;1,250;1.250\nD-6;1,25;\n', { options, mapping });
  expect(brief(stepped)).toEqual([[3, 'stock', 'wrong-type', '1,25']]);
  const { rows } = await bench.catalogue.database.owner.query<{ values: unknown }>(
    `SELECT "values" FROM product WHERE sku = 'D-5'`,
  );
  expect(rows).toEqual([
    { values: { stock: [{ value: 1250 }], price: [{ value: [{ amount: '1.250', currency: 'EUR' }] }] } },
  ]);
});

test('writes rows once those are there that they name, wherever they stand', async () => {
  const text = `sku;type;parent;attribute_set;variant_layout;color;size;ean;name-en_US
T-red-s;;T-red;;;;s;T-red-s;
T-red;;T;;;red;;;
T;model;;clothing;by_color_and_size;;;;Shirt
T-red-m;;T-red;;;;m;T-red-m;
`;
  const metadata = await bench.run(text);
  expect(brief(metadata)).toEqual([]);
  expect(counts(metadata)).toMatchObject({ status: 'completed', total: 4, created: 4 });
  expect(counts(await bench.run(text))).toMatchObject({ unchanged: 4 });
});

test('fails rows that name what never comes, and tells it once', async () => {
  const metadata = await bench.run('sku;parent;size\nX-1;NOBODY;s\nX-2;X-1;s\nX-3;;\n');
  expect(counts(metadata)).toMatchObject({ created: 1, failed: 2, total: 3 });
  expect(metadata.errors.map(({ row, column, value }) => [row, column, value])).toEqual([
    [2, 'parent', 'NOBODY'],
    [3, 'parent', 'X-1'],
  ]);
});

test('keeps clear of rows at fault as it is told', async () => {
  const text = 'sku;stock\nP-1;1\nP-2;x\nP-3;3\n';
  const stopped = await bench.run(text, { errorPolicy: 'stop' });
  expect(counts(stopped)).toMatchObject({ status: 'failed', created: 1, failed: 1 });
  expect(stopped.failure?.detail).toContain('Stopped at row 3');
  const rejected = await bench.run(text, { errorPolicy: 'reject_all' });
  expect(counts(rejected)).toMatchObject({
    status: 'failed',
    created: 0,
    unchanged: 0,
    failed: 1,
    skipped: 2,
  });
  const limited = await bench.run(`${text}P-4;x\nP-5;5`, { maxErrors: 1 });
  expect(counts(limited)).toMatchObject({ status: 'failed', unchanged: 1, created: 1, failed: 2 });
  const good = await bench.run('sku;stock\nP-6;1\nP-7;3\n', { errorPolicy: 'reject_all' });
  expect(counts(good)).toMatchObject({ status: 'completed', created: 2, failed: 0 });
});

test('creates only, or updates only', async () => {
  const text = 'sku;stock\nM-1;1\n';
  expect(brief(await bench.run(text, { mode: 'update_only' }))).toEqual([[2, 'sku', 'not-found', 'M-1']]);
  expect(counts(await bench.run(text, { mode: 'create_only' }))).toMatchObject({ created: 1 });
  expect(brief(await bench.run(text, { mode: 'create_only' }))).toEqual([[2, 'sku', 'not-unique', 'M-1']]);
});

test('tells columns that mean nothing, and imports the others', async () => {
  const metadata = await bench.run('sku;stok;name\nC-1;1;x\n');
  expect(counts(metadata)).toMatchObject({ status: 'completed', created: 1, failed: 0 });
  expect(metadata.errors.map(({ row, column, code, hint }) => [row, column, code, hint])).toEqual([
    [1, 'stok', 'unknown-column', "Did you mean 'stock'?"],
    [1, 'name', 'unknown-column', expect.stringContaining('name-')],
  ]);
  // A warning under every policy.
  for (const errorPolicy of ['stop', 'reject_all'] as const) {
    const other = await bench.run(`sku;stok\nC-${errorPolicy};1\n`, { errorPolicy });
    expect(counts(other)).toMatchObject({ status: 'completed', created: 1 });
    const { rows } = await bench.catalogue.database.owner.query<{ summary: unknown }>(
      'SELECT error_summary AS summary FROM public.job WHERE id = $1',
      [other.id],
    );
    expect(JSON.stringify(rows[0]?.summary)).toContain('unknown-column');
  }
});

test('takes lines of JSON as the batch routes take them', async () => {
  const lines = [
    {
      sku: 'J-1',
      attribute_set: 'accessories',
      values: { name: [{ locale: 'en_US', value: '=Cap' }], stock: 3 },
    },
    { sku: 'J-2', valeus: {} },
    { sku: 'J-3', categories: { add: ['sale'] }, status: 'gone' },
  ];
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnonsense\n\n[1]`;
  const metadata = await bench.run(text, { format: 'jsonl' });
  expect(counts(metadata)).toMatchObject({ created: 1, failed: 4, total: 5 });
  expect(brief(metadata)).toEqual([
    [2, 'valeus', 'unknown-property', '{}'],
    [3, 'status', 'wrong-type', 'gone'],
    [4, null, 'invalid-format', 'nonsense'],
    [6, null, 'invalid-format', '[1]'],
  ]);
});

test('a file as a whole that is none fails its job with a reason', async () => {
  const failure = async (file: string | Buffer) => (await bench.run(file)).failure;
  expect(await failure('')).toMatchObject({ code: 'import-file-invalid', detail: 'The file is empty.' });
  expect(await failure('name-en_US;stock\nx;1')).toMatchObject({ detail: "The file has no column 'sku'." });
  expect(await failure('sku;stock;stock\nx;1;2')).toMatchObject({
    detail: "The column 'stock' occurs twice in the file.",
  });
  expect(await failure(Buffer.from('PK\u0003\u0004zip'))).toMatchObject({ code: 'import-file-invalid' });
});
