// Risk: a column is read as another cell than it means, or a value is changed while it is read.
import { expect, test } from 'vitest';
import { rendered } from '../../../../src/kernel/problems/messages/render-message.ts';
import { readCells } from '../../../../src/modules/akeneo/products/product-cells.ts';
import {
  type ColumnContext,
  resolveProductColumns,
} from '../../../../src/modules/akeneo/products/product-columns.ts';
import type { ImportNote } from '../../../../src/modules/akeneo/report/import-note.ts';
import { brief, tableOf } from '../tables.ts';

const attributes = [
  { code: 'name', type: 'text', localizable: true, scopable: false },
  { code: 'Color', type: 'select', localizable: false, scopable: false },
  { code: 'tags', type: 'multi_select', localizable: false, scopable: false },
  { code: 'description', type: 'textarea', localizable: true, scopable: true },
  { code: 'release', type: 'date', localizable: false, scopable: true },
  { code: 'price', type: 'price', localizable: false, scopable: false },
  { code: 'net_price', type: 'price', localizable: false, scopable: true },
  { code: 'weight', type: 'measurement', localizable: false, scopable: false },
  { code: 'height', type: 'measurement', localizable: false, scopable: false },
  { code: 'waterproof', type: 'boolean', localizable: false, scopable: false },
  { code: 'size', type: 'number', localizable: false, scopable: false },
  { code: 'image', type: 'media', localizable: false, scopable: false },
  { code: 'PACK', type: 'text', localizable: false, scopable: false },
] as const;

const context: ColumnContext = {
  attributes: new Map(attributes.map((attribute) => [attribute.code.toLowerCase(), attribute])),
  channels: new Map(['web', 'eur'].map((code) => [code, { code }])),
  locales: new Map(['de_DE', 'en_US'].map((code) => [code.toLowerCase(), code])),
  associationTypes: new Map(
    [
      { code: 'X_SELL', twoWay: true, quantified: false },
      { code: 'PACK', twoWay: false, quantified: false },
      { code: 'BUNDLE', twoWay: false, quantified: true },
    ].map((type) => [type.code.toLowerCase(), type]),
  ),
};

function resolve(...columns: string[]) {
  return resolveProductColumns(columns, new Set(['sku']), context);
}

/** The cells of one row of the given columns. */
function read(cells: Readonly<Record<string, string>>) {
  const table = tableOf('products.csv', Object.keys(cells).join(';'), Object.values(cells).join(';'));
  const notes: ImportNote[] = [];
  const [row] = table.rows;
  if (row === undefined) throw new Error('There is no row.');
  const result = readCells(row, resolve(...table.columns).cells, 'products.csv', notes);
  return { ...result, values: result.cells.map(({ cell }) => cell.value), notes: brief(notes) };
}

test('tells locale and channel apart by what the attribute has, in either order and case', () => {
  const { cells, unknown } = resolve(
    'sku',
    'color',
    'name-de_DE',
    'NAME-en_us',
    'description-de_DE-web',
    'description-web-en_US',
    'release-web',
  );
  expect(cells.map(({ attribute, channel, locale }) => [attribute, channel, locale])).toEqual([
    ['Color', null, null],
    ['name', null, 'de_DE'],
    ['name', null, 'en_US'],
    ['description', 'web', 'de_DE'],
    ['description', 'web', 'en_US'],
    ['release', 'web', null],
  ]);
  expect(unknown).toEqual([]);
});

test('joins the columns of prices and units to one cell', () => {
  const { cells } = resolve(
    'price-EUR',
    'weight-unit',
    'price-USD',
    'weight',
    'net_price-web-EUR',
    'net_price-eur',
  );
  expect(
    cells.map(({ attribute, channel, value, unit, prices }) => [
      attribute,
      channel,
      value?.name,
      unit?.name,
      prices.map(({ name, currency }) => [name, currency]),
    ]),
  ).toEqual([
    [
      'price',
      null,
      undefined,
      undefined,
      [
        ['price-EUR', 'EUR'],
        ['price-USD', 'USD'],
      ],
    ],
    ['weight', null, 'weight', 'weight-unit', []],
    ['net_price', 'web', undefined, undefined, [['net_price-web-EUR', 'EUR']]],
    // A channel may be called like a currency.
    ['net_price', 'eur', 'net_price-eur', undefined, []],
  ]);
});

test('knows pictures and links, also where an attribute has the code of an association type', () => {
  const { files, links, groupLinks, cells, unknown } = resolve(
    'image',
    'X_SELL-product_models',
    'x_sell-products',
    'X_SELL-groups',
    'UPSELL-groups',
    'PACK-products',
    'PACK',
  );
  expect(files).toEqual([{ position: 0, name: 'image', attribute: 'image', channel: null, locale: null }]);
  expect(links).toEqual([
    { position: 2, name: 'x_sell-products', type: 'X_SELL', twoWay: true, targets: 'products' },
    { position: 5, name: 'PACK-products', type: 'PACK', twoWay: false, targets: 'products' },
    { position: 1, name: 'X_SELL-product_models', type: 'X_SELL', twoWay: true, targets: 'product_models' },
  ]);
  expect(groupLinks.map(({ name }) => name)).toEqual(['X_SELL-groups', 'UPSELL-groups']);
  expect(cells.map(({ attribute }) => attribute)).toEqual(['PACK']);
  expect(unknown).toEqual([]);
});

test('says why the links of a column cannot be written', () => {
  const { links, unknown } = resolve(
    'UPSELL-products',
    'BUNDLE-products',
    'BUNDLE-product_models-quantity',
    'X_SELL-products-quantity',
    'X_SELL-product_uuids',
  );
  expect(links).toEqual([]);
  expect(unknown.map(({ reason }) => rendered(reason))).toEqual([
    "refers to 'UPSELL', which is not an association type",
    "has links of the type 'BUNDLE' without the quantity it needs",
    "holds quantities without the column 'BUNDLE-product_models'",
    "holds quantities, but links of 'X_SELL' have none",
    'refers to products by ids of Akeneo, which do not exist here',
  ]);
});

test('says why a column is not known', () => {
  const { unknown } = resolve(
    'uuid',
    'name',
    'name-fr_FR',
    'release-tv',
    'description-de_DE',
    'color-web',
    'tags',
    'TAGS',
  );
  expect(unknown.map(({ name, reason }) => `${name} ${rendered(reason)}`)).toEqual([
    'uuid names no attribute',
    "name names no locale, but 'name' has a value for each",
    "name-fr_FR names 'fr_FR', which is not an enabled locale",
    "release-tv names 'tv', which is not a channel",
    "description-de_DE names no channel, but 'description' has a value for each",
    "color-web names 'web', but 'Color' has one value for all locales and channels",
    "TAGS means the same as 'tags'",
  ]);
});

test('reads values in wire form and texts byte for byte', () => {
  const { values, cells, notes } = read({
    color: 'red',
    tags: 'new,sale',
    'name-de_DE': '  a\\nb\u00a0 ',
    'name-en_US': '',
    waterproof: '1',
    size: '007',
    'release-web': '2020-02-30',
    'price-EUR': '19.90',
    'price-USD': '',
    weight: '1.50',
    'weight-unit': 'POUND',
  });
  expect(values).toEqual([
    'red',
    ['new', 'sale'],
    '  a\\nb\u00a0 ',
    true,
    '007',
    '2020-02-30',
    [{ amount: '19.90', currency: 'EUR' }],
    { amount: '1.50', unit: 'POUND' },
  ]);
  expect(cells.at(-1)).toEqual({
    cell: {
      attribute: 'weight',
      channel: null,
      locale: null,
      value: { amount: '1.50', unit: 'POUND' },
      path: ['values', 'weight'],
    },
    columns: ['weight', 'weight-unit'],
  });
  expect(notes).toEqual([]);
});

test('reads 0 as false, words as files have them, and hands on what is no boolean for the rules to refuse', () => {
  expect(read({ waterproof: '0' }).values).toEqual([false]);
  expect(read({ waterproof: 'yes' }).values).toEqual([true]);
  expect(read({ waterproof: 'often' }).values).toEqual(['often']);
});

test('leaves out the unit where the file has none, and says so', () => {
  expect(read({ weight: '5', 'weight-unit': '' })).toMatchObject({
    values: [{ amount: '5' }],
    notes: ['warning unit-missing 2 weight'],
  });
  expect(read({ height: '5' })).toMatchObject({
    values: [{ amount: '5' }],
    notes: ['warning unit-missing 2 height'],
  });
});

test('leaves out a unit without amount and counts its column', () => {
  expect(read({ weight: '', 'weight-unit': 'GRAM' })).toMatchObject({
    values: [],
    skippedColumns: 1,
    notes: ['warning amount-missing 2 weight-unit'],
  });
});

test('reads prices with the currency in the cell and reports one without', () => {
  expect(read({ price: '19.90 EUR,24 usd' }).values).toEqual([
    [
      { amount: '19.90', currency: 'EUR' },
      { amount: '24', currency: 'USD' },
    ],
  ]);
  expect(read({ price: '19.90' })).toMatchObject({
    values: [],
    skippedColumns: 1,
    notes: ['warning currency-missing 2 price'],
  });
});
