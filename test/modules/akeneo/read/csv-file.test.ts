// Risk: one broken row takes others along, bytes change on their way in, or a row number points to the wrong row.
import { expect, test } from 'vitest';
import { CsvRow, openCsvFile, readCsvTable } from '../../../../src/modules/akeneo/read/csv-file.ts';
import { readProductFileStats } from '../../../../src/modules/akeneo/read/product-file-stats.ts';
import { brief } from '../tables.ts';

const bytesOf = (content: string | Uint8Array) =>
  async function* open(start: number) {
    yield Buffer.from(content).subarray(start);
  };

async function read(content: string | Uint8Array) {
  const open = bytesOf(content);
  const table = await readCsvTable(open, 'x.csv');
  const rows = table.rows.map(({ number, cells }) => [number, ...cells]);
  const { total: counted } = await readProductFileStats(await openCsvFile(open, 'x.csv'), 'sku');
  return { ...table, rows, counted };
}

test('goes on behind any row as if it had read those before it', async () => {
  const file = await openCsvFile(bytesOf('\uFEFFa;b\r\n1;ä\n2;"x"y"\n3\n\n4;"two\nlines"\n5;end'), 'x.csv');
  const all = [];
  for await (const row of file.rows()) all.push(row);
  expect(all.map(({ number }) => number)).toEqual([2, 3, 4, 6, 7]);
  let brokenRows = 0;
  for (const [index, { number: row, end: byte, ...rest }] of all.entries()) {
    if ('isBroken' in rest && rest.isBroken) brokenRows += 1;
    const others = [];
    for await (const other of file.rows({ byte, row, brokenRows })) others.push(other);
    expect(others).toEqual(all.slice(index + 1));
  }
  expect(brokenRows).toBe(1);
});

test('finds the SKUs that several rows have, in either case, and the first row of each', async () => {
  const skus = ['a', 'b', '', 'A', 'c', 'B', '', 'b'];
  const file = await openCsvFile(bytesOf(['sku;x', ...skus.map((sku) => `${sku};1`)].join('\n')), 'x.csv');
  const seen: string[] = [];
  const survey = await readProductFileStats(file, 'sku', (row) => void seen.push(row.get('sku')));
  expect(survey).toEqual({
    total: 8,
    firstRows: [
      ['a', 2],
      ['b', 3],
    ],
  });
  expect(seen).toEqual(skus);
});

test('keeps quotes, separators, line breaks and white space of cells as they are', async () => {
  const { columns, rows, notes, counted } = await read(
    'sku;text\na;"x;""y"""\nb;"two\r\nlines"\nc;  blank \nd;literal \\n\ne;"no-break\u00a0space"\n',
  );
  expect(columns).toEqual(['sku', 'text']);
  expect(rows).toEqual([
    [2, 'a', 'x;"y"'],
    [3, 'b', 'two\r\nlines'],
    [4, 'c', '  blank '],
    [5, 'd', 'literal \\n'],
    [6, 'e', 'no-break\u00a0space'],
  ]);
  expect(notes).toEqual([]);
  expect(counted).toBe(5);
});

test('reads a file with byte order mark, Windows line ends and no line end at its end', async () => {
  const { columns, rows, counted } = await read('\uFEFFcode;label\r\nä;ö\r\nb;c');
  expect(columns).toEqual(['code', 'label']);
  expect(rows).toEqual([
    [2, 'ä', 'ö'],
    [3, 'b', 'c'],
  ]);
  expect(counted).toBe(2);
});

test('reports rows with too many or too few cells and reads the rows around them', async () => {
  const { rows, notes, faultyRows } = await read('a;b\n1;2\n1\n1;2;3\n3;4\n');
  expect(rows).toEqual([
    [2, '1', '2'],
    [5, '3', '4'],
  ]);
  expect(faultyRows).toBe(2);
  expect(notes.map(({ row, code, message }) => [row, code, message])).toEqual([
    [3, 'ragged-row', 'The row has 1 cells, the header has 2.'],
    [4, 'ragged-row', 'The row has 3 cells, the header has 2.'],
  ]);
});

test('counts empty lines as rows and imports none of them', async () => {
  const { rows, faultyRows } = await read('code\n\na\n\n\nb\n\n');
  expect(rows).toEqual([
    [3, 'a'],
    [6, 'b'],
  ]);
  expect(faultyRows).toBe(0);
});

test('reports cells that are no UTF-8, or hold a NUL, by row and column', async () => {
  const latin1 = Buffer.from('sku;name;color\na;Stra\xdfe;rot\nb;Straße;rot\nc;x;\u0000\n', 'latin1');
  const mixed = Buffer.concat([
    latin1.subarray(0, latin1.indexOf('b;')),
    Buffer.from('b;Straße;rot\n'),
    latin1.subarray(latin1.indexOf('c;')),
  ]);
  const { rows, notes, faultyRows } = await read(mixed);
  expect(rows).toEqual([[3, 'b', 'Straße', 'rot']]);
  expect(brief(notes)).toEqual(['error undecodable-text 2 name', 'error undecodable-text 4 color']);
  expect(faultyRows).toBe(2);
});

test('loses one row by a stray quote, not those behind it', async () => {
  const { rows, notes } = await read('a;b\n1;"x"y"\n2;fine\n3;in"side\n4;"good ""quotes"""\n');
  expect(rows).toEqual([
    [3, '2', 'fine'],
    [5, '4', 'good "quotes"'],
  ]);
  expect(brief(notes)).toEqual(['error row-unreadable 2 b', 'error row-unreadable 4 b']);
});

test('loses one row by a quote that is never closed', async () => {
  const { rows, notes } = await read('a;b\n1;"open\n2;x\n3;y\n');
  expect(rows).toEqual([
    [3, '2', 'x'],
    [4, '3', 'y'],
  ]);
  expect(notes.map(({ row, message }) => [row, message])).toEqual([
    [2, 'A quote that opens a cell is never closed.'],
  ]);
});

test('reads rows that stand before a broken one in the same piece of the file', async () => {
  const good = Array.from({ length: 5000 }, (_, index) => `${index};"value ${index}"`);
  const { rows, notes } = await read(['a;b', ...good, '5000;"x"y', '5001;z', ''].join('\n'));
  expect(rows).toHaveLength(5001);
  expect(rows.at(-1)).toEqual([5003, '5001', 'z']);
  expect(brief(notes)).toEqual(['error row-unreadable 5002 b']);
});

test('gives up on a file in which everything is broken', async () => {
  const { rows, notes } = await read(['a;b', ...Array.from({ length: 1200 }, () => '1;x"y'), ''].join('\n'));
  expect(rows).toEqual([]);
  expect(notes).toHaveLength(1000);
  expect(notes.at(-1)?.message).toBe(
    'A quote is not allowed here. Too many rows are broken; the rest of the file was not read.',
  );
});

test.each([
  ['is empty', '', 'The file is empty.'],
  ['is UTF-16', Buffer.from('\uFEFFcode\na\n', 'utf16le'), 'The file is encoded in UTF-16.'],
  ['names a column twice', 'code;code\na;b\n', "The header has the column 'code' twice."],
  ['has a broken header', 'co"de\na\n', 'The header cannot be read: A quote is not allowed here.'],
])('says so when a file %s', async (_, content, message) => {
  const { columns, rows, notes } = await read(content);
  expect([columns, rows]).toEqual([[], []]);
  expect(notes.map((note) => note.message)).toEqual([message]);
});

test('answers an empty text for a column that is not there', () => {
  const row = new CsvRow(2, ['x'], new Map([['a', 0]]));
  expect([row.get('a'), row.get('b'), row.get('__proto__')]).toEqual(['x', '', '']);
});
