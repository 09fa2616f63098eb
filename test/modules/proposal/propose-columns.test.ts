// Risk: the columns of a company's first file are taken for something else than they are, and each has to be corrected.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  DEFAULT_FILE_OPTIONS,
  isTableRow,
  readHeader,
  readTable,
} from '../../../src/modules/file-formats/index.ts';
import { BUILT_IN_FAMILIES } from '../../../src/modules/measurement/index.ts';
import { TableSample } from '../../../src/modules/proposal/column-sample.ts';
import { type ProposedColumn, proposeColumns } from '../../../src/modules/proposal/propose-columns.ts';
import { MADE_UP_FILES, tableOf } from './made-up-files.ts';

const sampleOf = (columns: readonly string[], rows: readonly (readonly string[])[]) => {
  const sample = new TableSample(columns);
  for (const row of rows) sample.add(row);
  return sample.toColumns();
};

const inWords = ({ use, type, unit, currency }: ProposedColumn): string =>
  use === 'attribute'
    ? [
        type,
        ...(type === 'measurement' ? [unit?.unit.code] : []),
        ...(type === 'price' ? [currency] : []),
      ].join(' ')
    : use;

const wrong = async (file: (typeof MADE_UP_FILES)[number]) => {
  const { columns, rows } = tableOf(file);
  const currency = file.name.includes('American') ? 'USD' : 'EUR';
  const proposals = await proposeColumns(sampleOf(columns, rows), BUILT_IN_FAMILIES, currency);
  return proposals.flatMap((proposed) => {
    const { column } = proposed.sample;
    const expected = file.columns[column]?.expected;
    return inWords(proposed) === expected
      ? []
      : [`${file.name}, ${column}: ${inWords(proposed)}, not ${expected}`];
  });
};

test.each(MADE_UP_FILES)('the columns of $name', async (file) => {
  expect(await wrong(file)).toEqual([]);
});

/** Spreadsheets of twelve trades by somebody who did not know the rules, with what each column is. */
const SPREADSHEETS = new URL('spreadsheets/', import.meta.url);

/** Uses and types that are right for a column; `_currency` is that of the country. */
type Expected = Readonly<Record<string, string | readonly string[]>>;

test('nine of ten columns of spreadsheets by somebody else are taken for what they are', async () => {
  const names = (await readdir(SPREADSHEETS)).filter((name) => name.endsWith('.csv'));
  const results: boolean[] = [];
  for (const name of names) {
    const url = new URL(name, SPREADSHEETS);
    const expected: Expected = JSON.parse(
      await readFile(new URL(name.replace('.csv', '.json'), SPREADSHEETS), 'utf8'),
    );
    const text = await readFile(url, 'utf8');
    const start = { start: 0, delimiter: text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ',' };
    const open = async function* (from: number) {
      yield Buffer.from(text).subarray(from);
    };
    const { columns, end, row } = await readHeader(open, start, DEFAULT_FILE_OPTIONS);
    const sample = new TableSample(columns);
    const form = { delimiter: start.delimiter, enclosure: '"', start: end, recordsBefore: row };
    for await (const { source } of readTable(open, form, columns)) if (isTableRow(source)) sample.add(source);
    const proposals = await proposeColumns(sample.toColumns(), BUILT_IN_FAMILIES, String(expected._currency));
    results.push(
      ...proposals.map((proposed) => [expected[proposed.sample.column]].flat().includes(inWords(proposed))),
    );
  }
  expect(results.length).toBe(163);
  expect(results.filter((isRight) => isRight).length / results.length).toBeGreaterThanOrEqual(0.9);
});

test.each([
  ['tags that never end', '<p'.repeat(500)],
  ['blanks', `a${' '.repeat(998)}b`],
  ['digits', '1'.repeat(1_000)],
  ['names of images', '.jpg?'.repeat(200)],
  ['levels', 'a/ '.repeat(333)],
  ['a number with a long word', `5${'x'.repeat(999)}`],
])('long cells with %s are read at once', async (_, cell) => {
  const rows = Array.from({ length: 2_000 }, (_, row) => [`${row}`, `${cell}${row}`]);
  const samples = sampleOf(['SKU', 'Text'], rows);
  // With a pattern that goes back, each cell takes a million steps.
  const [, text] = await proposeColumns(samples, BUILT_IN_FAMILIES, 'EUR');
  expect(text?.use).not.toBe('ignored');
});

test.each(['('.repeat(20_000), `a(${' '.repeat(20_000)}b`, 'a_'.repeat(20_000), `a${' '.repeat(20_000)}`])(
  'a long name of a column is no riddle (%#)',
  async (column) => {
    const [proposed] = await proposeColumns(sampleOf([column], [['x']]), BUILT_IN_FAMILIES, 'EUR');
    expect(proposed?.header.unit).toBeNull();
  },
);
