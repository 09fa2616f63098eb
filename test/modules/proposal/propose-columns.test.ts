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

const wrong = (file: (typeof MADE_UP_FILES)[number]) => {
  const { columns, rows } = tableOf(file);
  const currency = file.name.includes('American') ? 'USD' : 'EUR';
  return proposeColumns(toColumnSamples(columns, rows), BUILT_IN_FAMILIES, currency).flatMap((proposed) => {
    const { column } = proposed.sample;
    const expected = file.columns[column]?.expected;
    return inWords(proposed) === expected
      ? []
      : [`${file.name}, ${column}: ${inWords(proposed)}, not ${expected}`];
  });
};

test.each(MADE_UP_FILES)('the columns of $name', (file) => {
  expect(wrong(file)).toEqual([]);
});
