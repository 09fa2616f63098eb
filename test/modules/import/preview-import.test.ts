// Risk: people start an import whose products have no attribute set, or whose numbers are all refused, without having been told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rendered } from '../../../src/kernel/problems/messages/render-message.ts';
import { previewImport } from '../../../src/modules/import/preview/preview-import.ts';
import { sessionOf } from '../../support/catalogue.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';
import { createMemoryStorage } from '../../support/memory-storage.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench.close());

async function preview(
  text: string,
  mapping: readonly object[] = [],
  session = bench.catalogue.owner,
  options: object = {},
  format = 'csv',
) {
  const { runner } = bench.catalogue;
  const overrides = { resource: 'products', format, mapping, options } as never;
  const scope = { channel: null, locale: null };
  const input = { profile: null, overrides, source: { text }, scope };
  const { output, end } = await runner.dryRun(session, previewImport, input);
  await end();
  return output;
}

test('rows that create a product without an attribute set are counted, except variants and what is refused', async () => {
  const text = [
    'sku;type;attribute_set;variant_layout;parent;color',
    ...['N-1;;;;;', 'N-2;model;clothing;by_color_and_size;;', 'N-3;;;;N-2;red', 'N-4;;missing;;;', ''],
  ].join('\n');
  const { withoutAttributeSet, rows } = await preview(text);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'failed']);
  expect(withoutAttributeSet).toBe(1);
  const chosen = [{ column: 'attribute_set', transform: [{ default: 'accessories' }] }];
  expect((await preview(text, chosen)).withoutAttributeSet).toBe(0);
});

test('a set of new products reaches rows that create one without a set, and nothing else', async () => {
  const before =
    'sku;type;attribute_set;variant_layout\nS-1;;;\nS-2;;accessories;\nS-3;model;clothing;by_color_and_size\n';
  expect((await bench.run(before)).errors).toEqual([]);
  const mapping = [{ column: '_attribute_set_of_new', transform: [{ default: 'clothing' }] }];
  const file = 'sku;attribute_set;parent;color\nS-1;;;\nS-2;;;\nS-4;;;\nS-5;accessories;;\nS-6;;S-3;red\n';
  const { rows, withoutAttributeSet } = await preview(file, mapping);
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'unchanged',
    'unchanged',
    ...['created', 'created', 'created'],
  ]);
  expect(withoutAttributeSet).toBe(0);
  expect((await bench.run(file, { mapping })).errors).toEqual([]);
  const stored = await bench.catalogue.database.owner.query<{
    sku: string;
    attribute_set: string | null;
  }>(`SELECT sku, attribute_set FROM product WHERE sku LIKE 'S-%' ORDER BY sku`);
  expect(stored.rows.map(({ sku, attribute_set: set }) => `${sku} ${set}`)).toEqual([
    'S-1 null',
    'S-2 accessories',
    'S-3 clothing',
    'S-4 clothing',
    'S-5 accessories',
    'S-6 clothing',
  ]);
});

test('rows say what they change, with the text of the file: a word that is read as an option is seen', async () => {
  expect((await bench.run('sku;color;name-en_US;stock\nC-1;red;Cap;3\n')).errors).toEqual([]);
  const { rows } = await preview('sku;Shade;name-en_US;stock\nC-1;BLUE;Cap;\nC-2;Red;;4\n', [
    { column: 'Shade', target: 'color' },
  ]);
  const cell = { channel: null, locale: null };
  expect(rows.map(({ ref, changes }) => ({ ref, changes }))).toEqual([
    {
      ref: 'C-1',
      changes: [{ path: 'values.color', ...cell, old: 'red', new: 'blue', text: 'BLUE' }],
    },
    {
      ref: 'C-2',
      changes: [
        { path: 'values.color', ...cell, old: null, new: 'red', text: 'Red' },
        { path: 'values.stock', ...cell, old: null, new: '4', text: '4' },
      ],
    },
  ]);
});

test('who may not read products is not shown what they have', async () => {
  const { organizationId } = bench.catalogue.owner;
  const importer = sessionOf(organizationId, 'owner', ['import-export:write', 'products:write']);
  const { rows } = await preview('sku;stock\nR-1;3\n', [], importer);
  expect(rows.map(({ outcome, changes }) => ({ outcome, changes }))).toEqual([
    { outcome: 'created', changes: null },
  ]);
});

test('a column with decimal commas comes with the transform that reads it, until it has one', async () => {
  const text = 'sku;stock\nN-1;1.234,5\nN-2;4,6\n';
  const transform = [{ number: { decimal_separator: ',', thousands_separator: '.' } }];
  const suggested = (await preview(text)).columns.map((column) => column.suggestedTransforms);
  expect(suggested).toEqual([[], transform]);
  const { columns } = await preview(text, [{ column: 'stock', transform }]);
  expect(columns.map((column) => column.suggestedTransforms)).toEqual([[], []]);
  expect(columns[1]?.cells.map(({ becomes }) => becomes)).toEqual(['1234.5', '4.6']);
});

test('a column of numbers that can be read in two ways has a warning, until something states the separator', async () => {
  const text = 'sku;stock;price-EUR;name-en_US\nN-1;1.250;1,250;1.250\nN-2;12;2,500;x\n';
  const warnings = async (mapping: readonly object[] = [], options: object = {}) =>
    (await preview(text, mapping, bench.catalogue.owner, options)).columns.map(({ warning }) =>
      warning === null ? null : rendered(warning),
    );
  expect(await warnings()).toEqual([
    null,
    "The numbers of the column 'stock' can be read in two ways: '1.250' is read as 1.25, and can mean 1250. State decimal_separator in the options, or add the transform number.",
    "The numbers of the column 'price-EUR' can be read in two ways: '1,250' is rejected, and can mean 1250. State decimal_separator in the options, or add the transform number.",
    null,
  ]);
  expect(await warnings([], { decimalSeparator: '.' })).toEqual([null, null, null, null]);
  expect((await warnings([{ column: 'stock', transform: [{ number: {} }] }]))[1]).toBe(null);
  const clear = (await preview('sku;stock\nN-1;1.250\nN-2;1.5\n')).columns.map(({ warning }) =>
    warning === null ? null : rendered(warning),
  );
  expect(clear).toEqual([null, null]);
});

test('a column of prices without currency is suggested with one, and its cells are not cut at the comma', async () => {
  const text = 'sku;priice\nN-1;91,50\n';
  const unmapped = (await preview(text)).columns[1];
  expect(unmapped).toMatchObject({ target: null, isMatch: false });
  expect(unmapped?.suggestions.slice(0, 1)).toEqual(['price-USD']);
  expect(unmapped?.suggestions).not.toContain('price');
  const { columns, rows } = await preview(text, [{ column: 'priice', target: 'price' }]);
  expect(columns[1]?.suggestions.slice(0, 1)).toEqual(['price-USD']);
  expect(rows[0]?.errors.map(({ message }) => message)).toEqual([
    "'91,50' is a price of 'price' without currency.",
  ]);
});

test('rows that repeat an SKU are counted beyond the rows that are shown, up to a limit', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, line) => `M-${line};${line}`);
  const of = async (...rows: string[]) => {
    const { totalRows, repeatedRows } = await preview(`Nr;stock\n${rows.join('\n')}\n`, [
      { column: 'Nr', target: 'sku', transform: ['trim'] },
    ]);
    return { totalRows, repeatedRows };
  };
  expect(await of(...lines(60), ' m-3;1', 'M-59 ;2', ';3', ';4')).toEqual({ totalRows: 64, repeatedRows: 2 });
  expect(await of(...lines(5_000))).toEqual({ totalRows: 5_000, repeatedRows: 0 });
  expect(await of(...lines(5_000), 'M-1;1')).toEqual({ totalRows: null, repeatedRows: 0 });
});

test('what is typed as a target may be the name of a property or attribute', async () => {
  const text = 'sku;Warengruppe\nN-1;lamps\n';
  const typed = async (target: string) =>
    (await preview(text, [{ column: 'Warengruppe', target }])).columns[1];
  expect(await typed('Kategorien')).toMatchObject({ target: null, suggestions: ['categories'] });
  expect(await typed('categories')).toMatchObject({ target: 'categories', suggestions: [] });
});

test.each([
  ['Price list 2026\n\nsku;name-en_US;stock\nN-1;One;3\n', 3],
  ['Price list 2026;;\nsku;name-en_US;stock\nN-1;One;3\n', 2],
  ['Price list\nFrom: ACME;;As of 1 Nov\n\nsku;name-en_US;stock;color;price\nN-1;One;3;;\n', 4],
  ['Price list;;;;2026\n\nsku;name-en_US;stock;color;price\nN-1;One;3;;\n', 3],
  ['sku;stock\nN-1;3\n', null],
  ['sku;stock;;;\nN-1;3;a;b;c\n', null],
  ['sku\nN-1\nN-2\n', null],
])('of %j, the names of columns are found in row %j', async (text, row) => {
  expect((await preview(text)).suggestedHeaderRow).toBe(row);
});

test('a file in another encoding is copied once, however many rows may have the names of columns', async () => {
  const storage = createMemoryStorage();
  const text = 'Preisliste für Köln\n\nsku;name-de_DE;stock\nN-1;Mütze;3\n';
  storage.objects.set('list', Buffer.from(text, 'latin1'));
  const keys: string[] = [];
  const source = {
    key: 'list',
    storage: {
      ...storage,
      put: async (...[key, ...rest]: Parameters<typeof storage.put>) => {
        keys.push(key);
        return storage.put(key, ...rest);
      },
    },
  };
  const { runner, owner } = bench.catalogue;
  const overrides = { resource: 'products' } as never;
  const scope = { channel: null, locale: null };
  const { output, end } = await runner.dryRun(owner, previewImport, {
    profile: null,
    overrides,
    source,
    scope,
  });
  await end();
  expect(output.suggestedHeaderRow).toBe(3);
  expect(keys).toEqual(['list-from-windows-1252']);
});

test('a text of another format than that of the profile is rejected as the import would', async () => {
  await expect(preview('<?xml version="1.0"?>\n<a><p n="1"/></a>')).rejects.toThrow(
    'This is XML, but the profile reads CSV.',
  );
  await expect(preview('[{"sku":"A"}]')).rejects.toThrow('This is JSON');
  await expect(preview('<a><p/></a>', [], undefined, {}, 'json')).rejects.toThrow(
    'This is XML, but the profile reads JSON.',
  );
  const cut = await preview('\ufeff[{"sku":"PJ-1"},{"sku":"PJ-2"},{"sku":"P', [], undefined, {}, 'json');
  expect(cut.rows).toHaveLength(2);
});
