// Risk: the columns of a company's first file are taken for something else than they are, and each has to be corrected.
import { expect, test } from 'vitest';
import { BUILT_IN_FAMILIES } from '../../../src/modules/measurement/index.ts';
import { toColumnSamples } from '../../../src/modules/proposal/column-sample.ts';
import { type ProposedColumn, proposeColumns } from '../../../src/modules/proposal/propose-columns.ts';
import { MADE_UP_FILES, tableOf } from './made-up-files.ts';

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
  const proposals = await proposeColumns(await toColumnSamples(columns, rows), BUILT_IN_FAMILIES, currency);
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

test.each([
  ['tags that never end', '<p'.repeat(500)],
  ['blanks', `a${' '.repeat(998)}b`],
  ['digits', '1'.repeat(1_000)],
  ['names of images', '.jpg?'.repeat(200)],
  ['levels', 'a/ '.repeat(333)],
  ['a number with a long word', `5${'x'.repeat(999)}`],
])('long cells with %s are read at once', async (_, cell) => {
  const rows = Array.from({ length: 2_000 }, (_, row) => [`${row}`, `${cell}${row}`]);
  const samples = await toColumnSamples(['SKU', 'Text'], rows);
  // With a pattern that goes back, each cell takes a million steps.
  const [, text] = await proposeColumns(samples, BUILT_IN_FAMILIES, 'EUR');
  expect(text?.use).not.toBe('ignored');
});

test.each(['('.repeat(20_000), `a(${' '.repeat(20_000)}b`, 'a_'.repeat(20_000), `a${' '.repeat(20_000)}`])(
  'a long name of a column is no riddle (%#)',
  async (column) => {
    const [proposed] = await proposeColumns(
      await toColumnSamples([column], [['x']]),
      BUILT_IN_FAMILIES,
      'EUR',
    );
    expect(proposed?.header.unit).toBeNull();
  },
);
