// Risk: what an export writes is something else when it is imported: a formula, a quote, a comma, a line end.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/kernel/json.ts';
import type { AttributeType } from '../../../../src/modules/attribute/index.ts';
import {
  escapeText,
  neutralizeFormula,
  readList,
  unescapeText,
  writeList,
} from '../../../../src/modules/file-formats/columns/cell-text.ts';
import type { ColumnTarget } from '../../../../src/modules/file-formats/columns/column-target.ts';
import { FILE_FORMATS } from '../../../../src/modules/file-formats/columns/file-format.ts';
import type { FileItem } from '../../../../src/modules/file-formats/columns/file-item.ts';
import {
  DEFAULT_FILE_OPTIONS,
  type FileOptions,
} from '../../../../src/modules/file-formats/columns/file-options.ts';
import { planColumns } from '../../../../src/modules/file-formats/columns/plan-columns.ts';
import { readRow } from '../../../../src/modules/file-formats/columns/read-row.ts';
import { columnNameOf, resolveColumn } from '../../../../src/modules/file-formats/columns/resolve-column.ts';
import { writeRow } from '../../../../src/modules/file-formats/columns/write-row.ts';
import { csvLine } from '../../../../src/modules/file-formats/csv/csv-line.ts';
import { readLine, writeLine } from '../../../../src/modules/file-formats/jsonl/json-line.ts';
import type { CellWrite } from '../../../../src/modules/values/index.ts';
import { structureOf } from '../../../support/structure.ts';
import { attributeOf } from '../../../support/values.ts';

const nasty = fc.oneof(
  fc.constantFrom('=1+1', '+49', '-5', '@x', '\tx', "'=x", "''", "'", "'a", '__CLEAR__', "'__CLEAR__"),
  fc.constantFrom('a,b', '"q"', 'a;b', 'مرحبا', '👟', 'a\r\nb', 'a\nb', ' x ', 'null', '\\n'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter((text) => text.isWellFormed()),
);

test('a text of any kind comes back from its cell, and no cell begins a formula', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const cell = escapeText(text, DEFAULT_FILE_OPTIONS);
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(cell).not.toBe('__CLEAR__');
      expect(unescapeText(cell, DEFAULT_FILE_OPTIONS)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
  expect(escapeText("it's", DEFAULT_FILE_OPTIONS)).toBe("it's");
  expect(escapeText("'=1", DEFAULT_FILE_OPTIONS)).toBe("''=1");
  expect(unescapeText("''=1", DEFAULT_FILE_OPTIONS)).toBe("'=1");
});

/** Rows and cells as spreadsheets read them: quotes count where a cell begins, and nothing is an error. */
function readLeniently(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)(?:"|$))?([^${delimiter}\\r\\n]*)(${delimiter}|\\r?\\n|\\r|$)`,
    'y',
  );
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted = '', rest = '', end = ''] = cell.exec(text) ?? [];
    row.push(quoted.replaceAll('""', '"') + rest);
    if (end === delimiter) continue;
    rows.push(row);
    row = [];
  }
  return row.length === 0 ? rows : [...rows, row];
}

test('no cell begins a formula where the file is read at another delimiter, and every text comes back', () => {
  const piece = fc.constantFrom('a', ' ', ',', ';', '\t', '"', "'", '=1+1', '+1', '-1', '@x', '\n', '1');
  const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
  const delimiters = [',', ';', '\t'];
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...delimiters),
      (texts, own) => {
        const cells = texts.map((one) => escapeText(one, DEFAULT_FILE_OPTIONS));
        expect(cells.map((cell) => unescapeText(cell, DEFAULT_FILE_OPTIONS))).toEqual(texts);
        expect(cells.map((cell) => neutralizeFormula(cell, DEFAULT_FILE_OPTIONS))).toEqual(cells);
        const line = csvLine(['sku', ...cells], own, '"');
        for (const delimiter of delimiters) {
          const read = readLeniently(line, delimiter);
          const formulas = read.flatMap((row, index) =>
            row.filter((cell, at) => (index > 0 && at === 0 ? /^[=@]/ : /^[=+\-@]/).test(cell)),
          );
          expect(formulas).toEqual([]);
        }
      },
    ),
    { numRuns: 2_000 },
  );
  expect(escapeText('1,-2;=3', DEFAULT_FILE_OPTIONS)).toBe("1,'-2;'=3");
  expect(escapeText('- one\n- two', { ...DEFAULT_FILE_OPTIONS, isTyped: true })).toBe('- one\n- two');
});

test('a cell of a file stays what it says and begins no formula', () => {
  const disarmed = ['=1', "'=1", '-5', '+1,5', '__CLEAR__', "'__CLEAR__", "it's", 'a;=b'];
  expect(disarmed.map((cell) => neutralizeFormula(cell, DEFAULT_FILE_OPTIONS))).toEqual([
    ...["'=1", "'=1", '-5', '+1,5', '__CLEAR__', "'__CLEAR__", "it's", "a;'=b"],
  ]);
});

test('a list of any texts comes back, the empty one too', () => {
  fc.assert(
    fc.property(fc.array(nasty, { maxLength: 4 }), fc.constantFrom(',', '|', ';'), (entries, separator) => {
      expect(readList(writeList(entries, separator), separator)).toEqual(entries);
    }),
    { numRuns: 1_000 },
  );
  expect(readList('red, blue,,green', ',')).toEqual(['red', 'blue', 'green']);
});

const TYPES: Readonly<Record<AttributeType, fc.Arbitrary<JsonValue>>> = {
  identifier: nasty,
  text: nasty,
  textarea: nasty,
  rich_text: nasty,
  number: fc.constantFrom<JsonValue>('-5', '19.90', '0', '12345678901234567890.5'),
  boolean: fc.boolean(),
  date: fc.constantFrom('2026-07-01', '0999-12-31'),
  datetime: fc.constant('2026-07-01T10:00:00.000Z'),
  select: fc.constantFrom('red', '-red'),
  multi_select: fc.uniqueArray(fc.constantFrom('red', '-blue', 'null'), { minLength: 1 }),
  price: fc
    .subarray(['EUR', 'USD'], { minLength: 1 })
    .map((currencies) => currencies.map((currency) => ({ amount: '-1.50', currency }))),
  measurement: fc.constantFrom({ amount: '-0.5', unit: 'KILOGRAM' }, { amount: '2', unit: 'GRAM' }),
  media: fc.constantFrom('Shoe-Front', '-x'),
  media_list: fc.constant(['Shoe-Front', 'Shoe-Sole']),
  entity: fc.constant('Acme'),
  entity_list: fc.constant(['Acme', 'Globex']),
};

const attributes = (Object.keys(TYPES) as AttributeType[]).flatMap((type) =>
  [0, 1, 2, 3].map((kind) =>
    attributeOf(type, {
      code: `${type}_${kind}`,
      localizable: (kind & 1) !== 0,
      scopable: (kind & 2) !== 0,
    }),
  ),
);
const { structure } = structureOf(attributes);
const context = {
  ...structure,
  associationTypes: new Map(
    ['UPSELL', 'PACK'].map((code) => [
      code.toLowerCase(),
      { code, apiName: code, labels: {}, twoWay: false, quantified: code === 'PACK' },
    ]),
  ),
};

/** One cell of each attribute, in some place it has. */
const anyCells: fc.Arbitrary<CellWrite[]> = fc
  .tuple(
    ...attributes.map(({ code, type, localizable, scopable }) =>
      fc.option(
        fc.record({
          attribute: fc.constant(code),
          channel: scopable ? fc.constantFrom('ecommerce', 'print') : fc.constant(null),
          locale: localizable ? fc.constantFrom('en_US', 'de_DE') : fc.constant(null),
          value: TYPES[type],
          path: fc.constant<string[]>([]),
        }),
      ),
    ),
  )
  .map((cells) => cells.filter((cell) => cell !== null));

const anyItem: fc.Arbitrary<FileItem> = fc.record({
  fields: fc.record({
    sku: nasty,
    status: fc.constantFrom('draft', 'archived'),
    channels: fc.constantFrom<JsonValue>([], ['ecommerce']),
    categories: fc.constantFrom<JsonValue>([], ['a', 'b']),
    external_refs: fc.constantFrom<JsonObject>({ erp: '=1' }, { 'shop-2': ' x', erp: 'a' }),
  }),
  cells: anyCells,
  links: fc.constantFrom<FileItem['links']>(
    [],
    [
      { type: 'UPSELL', to: 'products', set: [{ ref: 'a,b' }, { ref: '=c' }] },
      { type: 'UPSELL', to: 'entities', set: [{ ref: 'brand/acme' }] },
      {
        type: 'PACK',
        to: 'products',
        set: [
          { ref: 'x', quantity: 2 },
          { ref: '"y"', quantity: 30 },
        ],
      },
    ],
  ),
});

const format = FILE_FORMATS.products;

/** The columns that an item needs. */
function targetsOf({ fields, cells, links }: FileItem): ColumnTarget[] {
  const named = Object.entries(fields).flatMap(([name, value]) =>
    name === 'external_refs' ? Object.keys(value as JsonObject).map((key) => `${name}-${key}`) : [name],
  );
  const own = named.flatMap((name) => {
    const target = resolveColumn(name, 'products', context);
    return 'reason' in target ? [] : [target];
  });
  const values = cells.flatMap((cell): ColumnTarget[] => {
    if (cell.clear) return [];
    const { attribute: code, channel, locale } = cell;
    const type = attributes.find((one) => one.code === code)?.type ?? 'text';
    const parts =
      type === 'price'
        ? ['EUR', 'USD'].map((currency) => ({ currency }))
        : type === 'measurement'
          ? (['value', 'unit'] as const)
          : (['value'] as const);
    return parts.map((part) => ({
      kind: 'cell',
      attribute: code,
      type,
      channel,
      locale,
      part,
    }));
  });
  const linked = links.flatMap(({ type, to }): ColumnTarget[] => [
    { kind: 'links', type, to, part: 'refs' },
    ...(type === 'PACK' ? [{ kind: 'links', type, to, part: 'quantities' } as const] : []),
  ]);
  return [...own, ...values, ...linked];
}

/** An item without where its parts were read, with the prices of a cell together. */
function bare(item: FileItem) {
  const cells = new Map<string, JsonObject>();
  for (const write of item.cells) {
    if (write.clear) throw new Error('No cell of a row clears an attribute.');
    const { attribute, channel, locale, value, partial } = write;
    const key = JSON.stringify([attribute, channel, locale]);
    const before = cells.get(key)?.value;
    const assigned = partial ? (value as JsonObject[]).filter(({ amount }) => amount !== null) : value;
    const joined = Array.isArray(before) && Array.isArray(assigned) ? [...before, ...assigned] : assigned;
    cells.set(key, { attribute, channel, locale, value: joined as JsonValue });
  }
  const fields = JSON.parse(JSON.stringify(item.fields)) as JsonValue;
  return { ...item, fields, cells: [...cells.values()] };
}

test.each<Partial<FileOptions>>([
  {},
  { decimalSeparator: ',', dateFormat: 'DD.MM.YYYY', listSeparator: '|' },
  { empty: 'clear', clearMarker: '-' },
])('an item of all types comes back from its row, with %o', (changed) => {
  const options = { ...DEFAULT_FILE_OPTIONS, ...changed };
  fc.assert(
    fc.property(anyItem, (item) => {
      const targets = targetsOf(item);
      const names = targets.map((target) => columnNameOf(target, 'products', context));
      const plan = planColumns(names, 'products', context);
      expect(plan.unknown).toEqual([]);
      const { item: read, problems } = readRow(writeRow(item, targets, format, options), plan, options);
      expect(problems).toEqual([]);
      expect(bare(read)).toEqual(bare(item));
    }),
    { numRuns: 150 },
  );
});

test('an item of all types comes back from its line, which is the same every time', () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      const line = writeLine(item, format);
      const { item: read, problems } = readLine(JSON.parse(line) as JsonObject, format);
      expect(problems).toEqual([]);
      expect(bare(read)).toEqual(bare(item));
      expect(writeLine(read, format)).toBe(line);
    }),
    { numRuns: 150 },
  );
});
