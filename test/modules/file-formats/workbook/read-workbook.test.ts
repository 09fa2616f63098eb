// Risk: a cell of a workbook is read as something else than its sheet shows: a code without its zeros, a day beside it.
import { expect, test } from 'vitest';
import {
  DEFAULT_FILE_OPTIONS,
  type FileOptions,
} from '../../../../src/modules/file-formats/columns/file-options.ts';
import type { ByteSource } from '../../../../src/modules/file-formats/workbook/byte-source.ts';
import {
  dateTimeOfSerial,
  decimalOfNumber,
  serialOfDate,
} from '../../../../src/modules/file-formats/workbook/cell-number.ts';
import {
  columnLetters,
  columnOfReference,
} from '../../../../src/modules/file-formats/workbook/cell-reference.ts';
import {
  readCellString,
  writeCellString,
} from '../../../../src/modules/file-formats/workbook/cell-string.ts';
import { openTable } from '../../../../src/modules/file-formats/workbook/open-table.ts';
import type { CellHint } from '../../../../src/modules/file-formats/workbook/read-cell.ts';
import {
  inlineCell,
  rowOf,
  sheetOf,
  textRow,
  type WorkbookParts,
  workbookOf,
} from '../../../support/workbooks.ts';

const sourceOf = (bytes: Buffer): ByteSource => ({
  sizeBytes: bytes.length,
  async *read(start, end) {
    // In small pieces, so that every mark is cut somewhere.
    for (let at = start; at < end; at += 100) yield bytes.subarray(at, Math.min(at + 100, end));
  },
});

type Hints = readonly CellHint['kind'][];

/** All rows of a workbook below its header. */
async function readAll(given: WorkbookParts, hints: Hints = [], options: Partial<FileOptions> = {}) {
  const table = await openTable(sourceOf(workbookOf(given)), { ...DEFAULT_FILE_OPTIONS, ...options });
  const hintOf = (position: number): CellHint => ({ kind: hints[position] ?? 'text', decimalSeparator: '.' });
  const rows: (readonly string[] | string | undefined)[] = [];
  for await (const { source, problem, cellProblems } of table.rowsFrom(
    { row: 0, byte: 0, brokenRows: 0 },
    hintOf,
  )) {
    const fault = problem ?? cellProblems?.[0];
    rows.push(fault === undefined ? (source as readonly string[]) : fault.message);
  }
  return { ...table, rows };
}

const HEADER = textRow(1, ['a', 'b', 'c', 'd']);
const STYLES = `<numFmts><numFmt numFmtId="170" formatCode="000000"/><numFmt numFmtId="171" formatCode="0.00"/><numFmt numFmtId="172" formatCode="[$-407]d\\.\\ mmmm\\ yyyy;@"/></numFmts>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="14"/><xf numFmtId="172"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs>`;
const number = (reference: string, value: string, style = 0) =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

test('numbers come without the noise of their doubles, and whole ones with every digit', () => {
  expect(decimalOfNumber('0.30000000000000004')).toBe('0.3');
  expect(decimalOfNumber('19.899999999999999')).toBe('19.9');
  expect(decimalOfNumber('4.0063813339310001E+12')).toBe('4006381333931');
  expect(decimalOfNumber('1E+15')).toBe('1000000000000000');
  expect(decimalOfNumber('1.5E-7')).toBe('0.00000015');
  expect(decimalOfNumber('-1.25E+2')).toBe('-125');
  expect(decimalOfNumber('9007199254740993')).toBe('9007199254740993');
  expect(decimalOfNumber('007')).toBe('7');
  expect(decimalOfNumber('-0')).toBe('0');
  expect(decimalOfNumber('1,5')).toBeNull();
  expect(decimalOfNumber('1E+999')).toBeNull();
});

test('days are those of both date systems, also before the leap day that 1900 did not have', () => {
  expect(dateTimeOfSerial('46204', false)).toMatchObject({ date: '2026-07-01', isMidnight: true });
  expect(dateTimeOfSerial('44742', true)).toMatchObject({ date: '2026-07-01', isMidnight: true });
  expect(dateTimeOfSerial('1', false)).toMatchObject({ date: '1900-01-01' });
  expect(dateTimeOfSerial('59', false)).toMatchObject({ date: '1900-02-28' });
  expect(dateTimeOfSerial('61', false)).toMatchObject({ date: '1900-03-01' });
  expect(dateTimeOfSerial('46204.354166666664', false)).toMatchObject({
    date: '2026-07-01',
    time: '08:30:00',
  });
  expect(dateTimeOfSerial('46204.354178240741', false)).toMatchObject({ time: '08:30:01' });
  expect(dateTimeOfSerial('2958466', false)).toBeNull();
  expect(dateTimeOfSerial('-1', false)).toBeNull();
  expect(serialOfDate('2026-07-01')).toBe(46204);
  expect(serialOfDate('1900-02-28')).toBeNull();
  expect(serialOfDate('2026-02-30')).toBeNull();
});

test('columns are counted as their letters are', () => {
  expect(['A1', 'Z9', 'AA1', 'XFD1048576', '$C$12', '1', 'AAAA1'].map(columnOfReference)).toEqual([
    0,
    25,
    26,
    16_383,
    2,
    null,
    null,
  ]);
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
});

test('a text of any kind comes back from XML, control characters and what looks like an escape too', () => {
  for (const text of ['a\r\nb', '\u0001', '_x000D_', '_x005F_x', '<&>"', '\ufffe', 'é👟', '__x0041_'])
    expect(
      readCellString(
        writeCellString(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      ),
    ).toBe(text);
  expect(writeCellString('a\r_x0041_')).toBe('a_x000D__x005F_x0041_');
});

test('typed cells are read as what they are: shared and inline texts, runs, booleans, results of formulas', async () => {
  const { rows } = await readAll({
    strings:
      '<si><t>007</t></si><si><r><t>bold </t></r><r><rPr><b/></rPr><t xml:space="preserve">and not </t></r><rPh sb="0" eb="1"><t>read</t></rPh></si><si/>',
    rows: `${HEADER}
      ${rowOf(2, ['<c r="A2" t="s"><v>0</v></c>', '<c r="B2" t="s"><v>1</v></c>', '<c r="C2" t="b"><v>1</v></c>', '<c r="D2" t="str"><f>"x"&amp;1</f><v>x1</v></c>'])}
      ${rowOf(4, ['<c r="A4" t="s"><v>2</v></c>', '<c r="B4"/>', '<c r="C4" t="b"><v>0</v></c>', '<c r="D4"><f>1+1</f><v>2</v></c>'])}
      <row r="5"/><row r="6"><c r="A6" s="1"/></row>`,
  });
  expect(rows).toEqual([
    ['007', 'bold and not ', 'true', 'x1'],
    ['', '', 'false', '2'],
  ]);
});

test('what a number is follows from its column first, then from its format', async () => {
  const cells = (row: number) => [
    number(`A${row}`, '4711', 1),
    number(`B${row}`, '19.9', 2),
    number(`C${row}`, '46204', 3),
    number(`D${row}`, '46204.5', 5),
  ];
  const rows = `${HEADER}${rowOf(2, cells(2))}`;
  expect((await readAll({ styles: STYLES, rows })).rows).toEqual([
    ['004711', '19.9', '2026-07-01', '2026-07-01T12:00:00Z'],
  ]);
  expect((await readAll({ styles: STYLES, rows }, ['number', 'number', 'number', 'datetime'])).rows).toEqual([
    ['4711', '19.90', '46204', '2026-07-01T12:00:00Z'],
  ]);
  expect((await readAll({ rows }, ['text', 'text', 'date', 'datetime'])).rows).toEqual([
    ['4711', '19.9', '2026-07-01', '2026-07-01T12:00:00Z'],
  ]);
  const in1904 = {
    styles: STYLES,
    rows: `${HEADER}${rowOf(2, [number('A2', '44742', 4), number('B2', '0.25', 6)])}`,
  };
  expect((await readAll({ ...in1904, workbookProperties: '<workbookPr date1904="1"/>' })).rows).toEqual([
    ['2026-07-01', '06:00:00', '', ''],
  ]);
});

test('dates in ISO form, and cells without references, are read', async () => {
  const { rows } = await readAll(
    {
      rows: `<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>
        <row><c t="d"><v>2026-07-01T00:00:00</v></c><c t="d"><v>2026-07-01T08:30</v></c></row>`,
    },
    ['date', 'datetime'],
  );
  expect(rows).toEqual([['2026-07-01', '2026-07-01T08:30:00Z']]);
});

test('a cell that has no value says which it is and why', async () => {
  const { rows } = await readAll({
    sheets: {
      "Bob's list": sheetOf(`${HEADER}
        ${rowOf(2, ['<c r="B2" t="e"><v>#N/A</v></c>'])}
        ${rowOf(3, ['<c r="A3"><f>SUM(B1:B2)</f></c>'])}
        ${rowOf(4, ['<c r="C4" t="s"><v>99</v></c>'])}
        ${rowOf(5, ['<c r="C5"><v>twelve</v></c>'])}
        ${rowOf(6, ['<c r="E6"><v>1</v></c>'])}
        ${rowOf(7, [`<c r="A7" t="str"><v>${'x'.repeat(32_768)}</v></c>`])}`),
    },
  });
  expect(rows).toEqual([
    "The cell 'Bob''s list'!B2 has the error #N/A instead of a value.",
    "The cell 'Bob''s list'!A3 has a formula without a stored result. Open the workbook in a spreadsheet program and save it, or replace the formula with its value.",
    "The cell 'Bob''s list'!C4 refers to a shared text that the workbook does not have: 99.",
    "The cell 'Bob''s list'!C5 holds 'twelve', which is not a number.",
    "The cell 'Bob''s list'!E6 is outside the table: its column has no name.",
    "The cell 'Bob''s list'!A7 has 32768 characters; a cell holds 32767.",
  ]);
});

test('the sheet is the first that is shown, or the named one in either case', async () => {
  const sheets = {
    'hidden notes': sheetOf(textRow(1, ['x'])),
    Products: sheetOf(HEADER),
    Marken: sheetOf(textRow(1, ['m'])),
  };
  expect(await readAll({ sheets })).toMatchObject({ sheet: 'Products', columns: ['a', 'b', 'c', 'd'] });
  expect(await readAll({ sheets }, [], { sheet: 'marken' })).toMatchObject({
    sheet: 'Marken',
    columns: ['m'],
  });
  await expect(readAll({ sheets }, [], { sheet: 'Markn' })).rejects.toThrow(
    "The workbook has no sheet 'Markn'. Did you mean 'Marken'? It has 'hidden notes', 'Products', 'Marken'.",
  );
});

test('the header stands where the options say', async () => {
  const rows = `${textRow(1, ['A list of caps'])}${textRow(3, ['sku', 'name'])}${textRow(4, ['1', 'x'])}`;
  expect(await readAll({ rows }, [], { headerRow: 3 })).toMatchObject({
    columns: ['sku', 'name'],
    rows: [['1', 'x']],
  });
  await expect(readAll({ rows }, [], { headerRow: 2 })).rejects.toThrow('Row 2 of the sheet');
  await expect(readAll({ rows: textRow(1, ['a', 'a']) })).rejects.toThrow("The column 'a' occurs twice");
  expect(await (await readAll({ rows }, [], { headerRow: 3 })).inspect()).toMatchObject({ rows: 2 });
});

test('a formula may have the empty text as its result', async () => {
  const empty = ['<c r="B2" t="str"><f>IF(1,"","")</f><v></v></c>', '<c r="C2" t="str"><f>""</f><v/></c>'];
  const { rows } = await readAll({ rows: HEADER + rowOf(2, [inlineCell('A2', 'x'), ...empty]) });
  expect(rows).toEqual([['x', '', '', '']]);
});

test('texts of number formats and elapsed times are those that the program shows', async () => {
  const codes = ['"SKU-"0000', '0000\\-"x"', '[h]:mm', '[hh]:mm:ss', '[mm]:ss', '0.00" kg"', '#,##0'];
  const styles = `<numFmts>${codes
    .map(
      (code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    )
    .join('')}</numFmts>
    <cellXfs><xf numFmtId="0"/>${codes.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs>`;
  const values = ['42', '7', '1.1458333333333333', '1.1458333333333333', '0.0625', '1.5', '1250'];
  const header = textRow(1, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  const cells = values.map((value, index) => number(`${'ABCDEFG'[index]}2`, value, index + 1));
  const given = { rows: header + rowOf(2, cells), styles };
  expect((await readAll(given)).rows).toEqual([
    ['SKU-0042', '0007-x', '27:30', '27:30:00', '90:00', '1.5', '1250'],
  ]);
  const asNumbers = (
    await readAll(
      given,
      Array.from(codes, () => 'number' as const),
    )
  ).rows;
  expect(asNumbers).toEqual([['42', '7', '1.14583333333333', '1.14583333333333', '0.0625', '1.5', '1250']]);
});
