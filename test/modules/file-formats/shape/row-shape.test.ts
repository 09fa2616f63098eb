// Risk: an import that was interrupted goes on with other rows than it would have had, because rows depend on those before.
import { expect, test } from 'vitest';
import { DEFAULT_FILE_OPTIONS } from '../../../../src/modules/file-formats/columns/file-options.ts';
import { createRowShape } from '../../../../src/modules/file-formats/shape/row-shape.ts';
import type { SourceRow } from '../../../../src/modules/file-formats/source-row.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { collectRows, readRows, SHAPE_CONTEXT, type TestRow } from '../../../support/shaped-rows.ts';

const FORMS = [
  { fillDown: ['family', 'brand'] },
  { localeColumn: 'lang' },
  { groupColumn: 'family', variantColumns: ['sku', 'name'] },
  { fillDown: ['brand'], localeColumn: 'lang' },
  { fillDown: ['brand'], groupColumn: 'family', variantColumns: ['sku'] },
  { fillDown: ['family', 'sku'], localeColumn: 'lang', groupColumn: 'family', variantColumns: ['sku'] },
];
const COLUMNS = ['family', 'sku', 'lang', 'name', 'brand'];

/** Rows whose numbers have gaps for empty lines. */
const rowsOf = (table: readonly (readonly string[])[]): readonly TestRow[] =>
  table.map((cells, index) => ({ number: index * 2 + 2, cells, isBroken: false, brokenCell: null }));

test('rows after any other are those that come when reading continues there', async () => {
  const random = seededRandom();
  for (let round = 0; round < 120; round += 1) {
    const table = Array.from({ length: 12 }, () => [
      ...[
        random.pick(['', '', 'f1', 'f2']),
        random.pick(['', 's1', 's2']),
        random.pick(['de', 'en_US', 'xx', '']),
      ],
      ...[random.pick(['', 'n1', 'n2']), random.pick(['', '', 'b1', 'b2'])],
    ]);
    const rows = rowsOf(table).map((row) => ({
      ...row,
      isBroken: random.integer(0, 5) === 0,
      brokenCell: random.integer(0, 9) === 0 ? random.pick(COLUMNS) : null,
    }));
    const most = random.pick([3, Number.POSITIVE_INFINITY]);
    const options = { ...DEFAULT_FILE_OPTIONS, ...FORMS[round % FORMS.length] };
    const shape = createRowShape(COLUMNS, { resource: 'products', mapping: [] }, options, SHAPE_CONTEXT);
    const from = { byte: 0, row: 1, brokenRows: 0, most };
    const whole = await collectRows(shape.reshape(readRows(rows, COLUMNS, from), from));
    for (const [index, { end, number, brokenRows, isLast, resume }] of whole.entries()) {
      const { row = number, ...state } = resume ?? {};
      const next = { byte: end, row, brokenRows, most, resume: state };
      const rest = await collectRows(shape.reshape(readRows(rows, COLUMNS, next), next));
      if (!isLast) expect(rest).toEqual(whole.slice(index + 1));
    }
    const unreadable = rows.filter(({ isBroken }) => isBroken).length;
    expect(whole.at(-1)?.brokenRows).toBe(Math.min(unreadable, most));
    // Nothing comes after the row at which reading stops.
    expect(whole.findIndex(({ isLast }) => isLast)).toBe(unreadable >= most ? whole.length - 1 : -1);
    expect(new Set(whole.map(({ number }) => number)).size).toBe(whole.length);
  }
});

test.each([
  ['rows', { length: 1, most: 5_000, rows: 20_000 }],
  ['characters', { length: 100_000, most: 160, rows: 400 }],
])('a group has no more %s than its limit, and the file is not read further than that', async (_, size) => {
  const options = { ...DEFAULT_FILE_OPTIONS, groupColumn: 'family', variantColumns: ['sku'] };
  const shape = createRowShape(COLUMNS, { resource: 'products', mapping: [] }, options, SHAPE_CONTEXT);
  const brand = 'x'.repeat(size.length);
  let read = 0;
  async function* rows(from: number): AsyncGenerator<SourceRow> {
    for (let at = from; at < size.rows; at += 1) {
      read = at;
      const source = [at === 0 ? 'f1' : '', `s${at}`, '', '', brand];
      yield { number: at + 2, end: at + 1, source, problem: null, brokenRows: 0, isLast: false };
    }
  }
  const shaped = shape.reshape(rows(0), { byte: 0, row: 1 });
  const first = await shaped.next();
  expect(read).toBe(size.most);
  const rest = [first.value as SourceRow, ...(await collectRows(shaped))];
  expect(rest.filter(({ problem }) => problem === null)).toHaveLength(size.most + 1);
  expect(rest.slice(size.most + 1).every(({ problem }) => problem?.code === 'too-many-items')).toBe(true);
  const { number = 0, end = 0, resume } = rest[size.most + 1] ?? {};
  const { row = number, ...state } = resume ?? {};
  const again = await collectRows(shape.reshape(rows(end), { byte: end, row, resume: state }));
  expect(again).toEqual(rest.slice(size.most + 2));
});

test('a row that names no locale has a problem with the fix, and a broken one stays as it is', async () => {
  const options = { ...DEFAULT_FILE_OPTIONS, localeColumn: 'lang' };
  const shape = createRowShape(COLUMNS, { resource: 'products', mapping: [] }, options, SHAPE_CONTEXT);
  const table = [
    ['', 's1', 'de', 'a', ''],
    ['', 's1', 'Englisch', 'b', ''],
    ['', 's1', 'nl', 'c', ''],
    ['', 's2', '', '', 'x'],
    ['', 's2', '', 'd', ''],
  ];
  const rows = await collectRows(shape.reshape(readRows(rowsOf(table), COLUMNS), { byte: 0, row: 1 }));
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

test('rows of one object are one row, however many locales and channels there are', async () => {
  const channels = Array.from({ length: 11 }, (_, at) => `c${at}`);
  const locales = Array.from({ length: 50 }, (_, at) => `de_X${at}`);
  const context = {
    ...(SHAPE_CONTEXT as object),
    locales: new Map(locales.map((code) => [code.toLowerCase(), code])),
    channels: new Map(channels.map((code) => [code, { code, labels: {}, locales, currencies: [] }])),
  } as never;
  const options = { ...DEFAULT_FILE_OPTIONS, localeColumn: 'lang', channelColumn: 'family' };
  const mapping = [{ column: 'name', target: 'slogan' }];
  const shape = createRowShape(COLUMNS, { resource: 'products', mapping }, options, context);
  const table = locales.flatMap((locale) => channels.map((channel) => [channel, 's1', locale, 'x', '']));
  const rows = await collectRows(shape.reshape(readRows(rowsOf(table), COLUMNS), { byte: 0, row: 1 }));
  expect(rows.map(({ number, problem }) => [number, problem])).toEqual([[2, null]]);
  const cells = rows.flatMap(({ source }) => source as readonly string[]);
  expect(cells.filter((cell) => cell === 'x')).toHaveLength(550);
});

test('an entry for one column comes before a pattern, whatever blanks and letter case its name has', () => {
  const mapping = [
    { column: 'Name *', target: 'name' },
    { column: ' name DE_de', target: null },
  ];
  const columns = ['sku', 'Name de_DE', 'Name en_US'];
  const shape = createRowShape(
    columns,
    { resource: 'products', mapping },
    DEFAULT_FILE_OPTIONS,
    SHAPE_CONTEXT,
  );
  expect(shape.mapping).toEqual([{ column: 'Name en_US', target: 'name-en_US' }, mapping[1]]);
});

test('columns of many scopes are planned in little time, up to a limit', () => {
  const locales = new Map(Array.from({ length: 400 }, (_, at) => [`de_x${at}`, `de_X${at}`] as const));
  const plan = (count: number) => {
    const columns = ['sku', 'lang', ...Array.from({ length: count }, (_, at) => `t${at}`)];
    const mapping = columns.slice(2).map((column) => ({ column, target: 'name' }));
    const options = { ...DEFAULT_FILE_OPTIONS, localeColumn: 'lang', groupColumn: 'sku' };
    const context = { ...(SHAPE_CONTEXT as object), locales } as never;
    return createRowShape(columns, { resource: 'products', mapping }, options, context).columns.length;
  };
  expect(plan(20)).toBe(2 + 20 + 8_000 + 2);
  expect(() => plan(30)).toThrow(expect.objectContaining({ code: 'import-file-invalid' }));
});
