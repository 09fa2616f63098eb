// Risk: errors of a file are counted or advised on wrongly, or a column is converted against the decision of the user.
import { expect, test } from 'vitest';
import {
  countCauses,
  groupByCause,
  type RowProblem,
  suggestFix,
} from '../../../src/console/catalogue/jobs/error-causes.ts';
import { jobTitle } from '../../../src/console/catalogue/jobs/job-title.ts';
import type { Preview, Profile } from '../../../src/console/pages/imports/import-documents.ts';
import {
  buildRunMapping,
  convertedColumns,
  ignoredColumns,
  type MappingChoices,
  newProductSetChoice,
  withSuggestions,
} from '../../../src/console/pages/imports/mapping.ts';
import { describeTransform } from '../../../src/console/pages/imports/transforms/transform-kinds.ts';
import { localized } from '../../../src/kernel/problems/messages/message.ts';

const problem = (row: number, more: Partial<RowProblem>): RowProblem => ({
  level: 'ERROR',
  row,
  ref: `P-${row}`,
  column: 'Weight',
  attribute: 'weight',
  channel: null,
  locale: null,
  code: 'wrong-type',
  message: 'No.',
  hint: null,
  value: null,
  ...more,
});

test('errors are grouped by column and cause, the most frequent first, warnings last', () => {
  const groups = groupByCause([
    problem(2, { level: 'WARNING', code: 'not-publishable' }),
    problem(3, { column: 'Power' }),
    problem(4, { code: 'too-long' }),
    problem(5, { code: 'too-short' }),
    problem(6, { column: null, attribute: 'title', locale: 'de_DE', code: 'strange' }),
  ]);
  expect(groups.map(({ place, cause, codes, problems }) => [place, cause, codes, problems.length])).toEqual([
    ['Weight', 'Values that are too long or too short', 'too-long, too-short', 2],
    ['Power', 'Values that cannot be read', 'wrong-type', 1],
    ['title · de_DE', 'Other problems', 'strange', 1],
    ['Weight', 'Products that are not complete enough to publish', 'not-publishable', 1],
  ]);
  expect(
    countCauses([
      { code: 'required', count: 1 },
      { code: 'too-long', count: 2 },
      { code: 'too-short', count: 3 },
    ]),
  ).toEqual([
    { cause: 'Values that are too long or too short', count: 5, codes: 'too-long, too-short' },
    { cause: 'Missing values', count: 1, codes: 'required' },
  ]);
});

test.each([
  ['1.234,50', 'Parse number'],
  ['4,6', 'Parse number'],
  ['4,6kg', 'Split amount and unit'],
  ['12.5 kg', 'Split amount and unit'],
  ['heavy', null],
])('a value %s that cannot be read needs the transform %s', (value, transform) => {
  const advice = suggestFix({ problems: [problem(2, { value })] });
  const expected = transform === null ? null : [value, `“${transform}”`];
  expect(advice === null ? null : expected?.filter((words) => advice.includes(words))).toEqual(expected);
});

test('a price without currency is not a missing value, and its column needs another target', () => {
  const { key: messageKey } = localized('price-without-currency', {
    value: '91,50',
    attribute: 'list_price',
  });
  const groups = groupByCause([
    problem(2, { code: 'required', messageKey }),
    problem(3, { code: 'required' }),
    problem(4, { code: 'required', messageKey }),
  ]);
  expect(groups.map((group) => [group.cause, suggestFix(group)])).toEqual([
    ['Prices without currency', 'Choose a target with a currency for the column, such as List price · EUR.'],
    ['Missing values', null],
  ]);
});

test('rows that could not be split into cells are one cause, whichever column the API names', () => {
  const code = 'invalid-format';
  const openQuote = localized('csv-quote-open');
  const counts = localized('row-cell-count', { count: 2, columns: 7 });
  const outside = localized('cell-outside-table', { cell: 'Sheet1!E4' });
  const groups = groupByCause([
    problem(2, { code, column: 'Title', messageKey: openQuote.key }),
    problem(3, { code, column: 'Finish', messageKey: counts.key }),
    problem(4, {
      code,
      column: null,
      messageKey: 'with-cell',
      params: { message: outside, cell: 'Sheet1!E4' },
    }),
    problem(5, { code, column: 'Title', message: 'Title has another form.' }),
  ]);
  expect(groups.map(({ place, cause, problems }) => [place, cause, problems.length])).toEqual([
    [null, 'Rows that do not fit the columns', 3],
    ['Title', 'Values in another form', 1],
  ]);
});

const profile = {
  mapping: [{ column: 'Preis', target: 'price-EUR', transform: ['trim'] }],
} as unknown as Profile;
const number = { number: { decimal_separator: ',' } };
const previewOf = (columns: readonly object[]) =>
  ({
    columns: columns.map((column) => ({ exactTarget: null, suggestedTransforms: [], ...column })),
  }) as unknown as Preview;

test('suggested transforms come after those of the profile, and not where the user has decided', () => {
  const preview = previewOf([
    { column: 'Preis', suggestedTransforms: [number] },
    { column: 'sku', suggestedTransforms: [] },
  ]);
  const choices: MappingChoices = { Preis: { target: 'price-USD' } };
  expect(withSuggestions(profile, choices, preview)).toEqual({
    Preis: { target: 'price-USD', transforms: ['trim', number] },
  });
  const decided: MappingChoices = { Preis: { transforms: [] } };
  expect(withSuggestions(profile, decided, preview)).toBe(decided);
});

test('a column with the name of one target is mapped to it, unless the user has decided or another one is', () => {
  const named = { exactTarget: 'energy_class' };
  const preview = previewOf([
    { column: 'Energy class', ...named },
    { column: 'energy-class', ...named },
  ]);
  expect(withSuggestions(profile, {}, preview)).toEqual({ 'Energy class': { target: 'energy_class' } });
  const decided: MappingChoices = {
    'Energy class': { target: '' },
    'energy-class': { target: 'title-en_US' },
  };
  expect(withSuggestions(profile, decided, preview)).toBe(decided);
});

test('a run ignores the columns without a target that nothing was said of, and says so', () => {
  const column = (name: string, target: string | null, isInFile = true) => ({
    column: name,
    target,
    isInFile,
  });
  const preview = previewOf([
    column('sku', 'sku'),
    column('Preis', null),
    column('notes', null),
    column('typed', null),
    column('added', null, false),
  ]);
  expect(ignoredColumns(preview)).toEqual(['Preis', 'notes', 'typed']);
  const mapping = [{ column: 'Typed', target: 'nothing', transform: [] }];
  const ignored = (name: string) => ({ column: name, target: null, transform: [] });
  expect(buildRunMapping(profile, mapping, preview)).toEqual([
    ...mapping,
    ignored('Preis'),
    ignored('notes'),
  ]);
  expect(buildRunMapping(profile, null, preview)).toEqual([
    ...profile.mapping,
    ignored('notes'),
    ignored('typed'),
  ]);
  expect(buildRunMapping(profile, null, previewOf([column('sku', 'sku')]))).toBeNull();
});

test('an attribute set for new products is a column of its own', () => {
  expect(newProductSetChoice('lamp')).toEqual([
    '_attribute_set_of_new',
    { target: '_attribute_set_of_new', transforms: [{ default: 'lamp' }] },
  ]);
});

test('converted columns are named with how they are read', () => {
  const preview = previewOf([
    { column: 'Preis', target: 'price-EUR' },
    { column: 'Datum', target: 'launch' },
    { column: 'notes', target: null },
    { column: 'sku', target: 'sku' },
  ]);
  const mapping = [
    { column: 'preis', target: 'price-EUR', transform: ['trim', number] },
    { column: 'Datum', target: 'launch', transform: [{ date: { format: 'DD.MM.YYYY' } }] },
    { column: 'notes', target: null, transform: ['trim'] },
  ];
  expect(convertedColumns(preview, mapping)).toEqual([
    'Preis: Trim, Parse number (1234,50)',
    'Datum: Parse date (DD.MM.YYYY)',
  ]);
});

test('a transform of numbers shows how it reads them', () => {
  const both = { number: { decimal_separator: ',', thousands_separator: '.' } };
  expect([both, number, { number: {} }, 'trim'].map(describeTransform)).toEqual([
    'Parse number (1.234,50)',
    'Parse number (1234,50)',
    'Parse number (1234.50)',
    'Trim',
  ]);
});

test('jobs are called by what they do', () => {
  const job = { subject: 'products_csv', dryRun: false } as const;
  const value = (code: string, label: string | null) => ({
    path: `values.${code}`,
    attribute: label === null ? null : { label },
  });
  const edit = (fields: readonly ReturnType<typeof value>[], count = 4, deletes = false) => ({
    ...job,
    type: 'BULK' as const,
    bulkEdit: { deletes, count, fields: [...fields] },
  });
  const status = { path: 'status', attribute: null };
  const price = value('list_price', 'List price');
  const deletion = edit([], 3, true);
  const undo = { ...job, type: 'REVERT', subject: 'job_1', reverts: deletion } as const;
  expect(
    [
      { ...job, type: 'IMPORT', file: { name: 'lamps.csv' } } as const,
      { ...job, type: 'IMPORT', dryRun: true } as const,
      { ...job, type: 'EXPORT', file: null } as const,
      edit([price]),
      edit([price, value('gone', null), status], 1),
      edit([price, value('title', '[title]'), status, { ...status, path: 'categories' }]),
      deletion,
      undo,
      { ...undo, reverts: undo } as const,
      { ...undo, reverts: null, dryRun: true } as const,
    ].map(jobTitle),
  ).toEqual([
    'Import of lamps.csv',
    'Import of products_csv (dry run)',
    'Export of products_csv',
    'Bulk edit: List price, 4 products',
    'Bulk edit: List price, gone, and Status, 1 product',
    'Bulk edit: List price, title, and 2 more, 4 products',
    'Delete 3 products',
    'Undo of “Delete 3 products”',
    'Redo of “Delete 3 products”',
    'Undo (dry run)',
  ]);
});
