// Risk: an import that was interrupted goes on with other rows than it would have had, because rows depend on those before.
import { expect, test } from 'vitest';
import { DEFAULT_FILE_OPTIONS } from '../../../../src/modules/file-formats/columns/file-options.ts';
import { createRowShape } from '../../../../src/modules/file-formats/shape/row-shape.ts';
import type { SourceRow } from '../../../../src/modules/file-formats/source-row.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const attribute = (code: string, localizable: boolean) =>
  [code, { code, type: 'text', localizable, scopable: false, labels: {}, availableLocales: null }] as const;
const context = {
  attributes: new Map([attribute('name', true), attribute('brand', false)]),
  channels: new Map(),
  locales: new Map([
    ['de_de', 'de_DE'],
    ['en_us', 'en_US'],
  ]),
  associationTypes: new Map(),
  families: new Map(),
} as never;

/** Rows as a reader of a file hands them on: numbers have gaps for empty lines, and each byte belongs to one row. */
async function* read(table: readonly (readonly string[])[], after: number): AsyncGenerator<SourceRow> {
  for (const [index, source] of table.entries()) {
    const number = index * 2 + 2;
    if (number > after)
      yield { number, end: (index + 1) * 10, source, problem: null, brokenRows: 0, isLast: false };
  }
}

async function collect(rows: AsyncGenerator<SourceRow>): Promise<SourceRow[]> {
  const all: SourceRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const FORMS = [
  { fillDown: ['family', 'brand'] },
  { localeColumn: 'lang' },
  { groupColumn: 'family', variantColumns: ['sku', 'name'] },
  { fillDown: ['brand'], localeColumn: 'lang' },
  { fillDown: ['brand'], groupColumn: 'family', variantColumns: ['sku'] },
  { fillDown: ['family', 'sku'], localeColumn: 'lang', groupColumn: 'family', variantColumns: ['sku'] },
];
const COLUMNS = ['family', 'sku', 'lang', 'name', 'brand'];

test('rows after any other are those that come when reading continues there', async () => {
  const random = seededRandom();
  for (let round = 0; round < 60; round += 1) {
    const table = Array.from({ length: 12 }, () => [
      ...[
        random.pick(['', '', 'f1', 'f2']),
        random.pick(['', 's1', 's2']),
        random.pick(['de', 'en_US', 'xx', '']),
      ],
      ...[random.pick(['', 'n1', 'n2']), random.pick(['', '', 'b1', 'b2'])],
    ]);
    const options = { ...DEFAULT_FILE_OPTIONS, ...FORMS[round % FORMS.length] };
    const shape = createRowShape(COLUMNS, { resource: 'products', mapping: [] }, options, context);
    const whole = await collect(shape.reshape(read(table, 1), { byte: 0, row: 1 }));
    for (const [index, { end, number, resume }] of whole.entries()) {
      const from = { byte: end, row: resume?.row ?? number, resume };
      const rest = await collect(shape.reshape(read(table, from.row), from));
      expect(rest).toEqual(whole.slice(index + 1));
    }
    expect(new Set(whole.map(({ number }) => number)).size).toBe(whole.length);
  }
});

test('a row that names no locale has a problem with the fix, and a broken one stays as it is', async () => {
  const options = { ...DEFAULT_FILE_OPTIONS, localeColumn: 'lang' };
  const shape = createRowShape(COLUMNS, { resource: 'products', mapping: [] }, options, context);
  const table = [
    ['', 's1', 'de', 'a', ''],
    ['', 's1', 'Englisch', 'b', ''],
    ['', 's1', 'nl', 'c', ''],
    ['', 's2', '', '', 'x'],
    ['', 's2', '', 'd', ''],
  ];
  const rows = await collect(shape.reshape(read(table, 1), { byte: 0, row: 1 }));
  expect(rows.map(({ number, problem }) => [number, problem?.code, problem?.value])).toEqual([
    [2, undefined, undefined],
    [6, 'value-not-allowed', 'nl'],
    [8, undefined, undefined],
    [10, 'required', null],
  ]);
  const named = (source: SourceRow['source']) =>
    Object.fromEntries(shape.columns.map((column, at) => [column, (source as readonly string[])[at]]));
  expect(named(rows[0]?.source ?? [])).toMatchObject({
    sku: 's1',
    'name (de_DE)': 'a',
    'name (en_US)': 'b',
    _rows: 'de_DE=2; en_US=4',
  });
});
