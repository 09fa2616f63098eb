// Risk: a bulk edit writes something else than what was typed.
import { expect, test } from 'vitest';
import { withCategoryPaths } from '../../../src/console/catalogue/properties/category-paths.ts';
import { diffExcerpts } from '../../../src/console/pages/products/bulk/excerpts.ts';
import {
  availableOperations,
  type BulkOperation,
  planEdit,
} from '../../../src/console/pages/products/bulk/operations.ts';
import { countUnchangedReasons } from '../../../src/console/pages/products/bulk/unchanged-reasons.ts';
import { filterChoices } from '../../../src/console/ui/form/combobox.tsx';

const attributeOf = (code: string, type: string, more: object = {}) => ({
  code,
  type,
  localizable: false,
  scopable: false,
  ...more,
});
const ATTRIBUTES = [
  attributeOf('title', 'TEXT', { localizable: true }),
  attributeOf('weight', 'NUMBER'),
  attributeOf('price', 'PRICE'),
  attributeOf('colors', 'MULTI_SELECT'),
  attributeOf('story', 'RICH_TEXT', { localizable: true, scopable: true }),
  attributeOf('ean', 'TEXT', { unique: true }),
  attributeOf('photo', 'MEDIA'),
  attributeOf('height', 'MEASUREMENT', { defaultUnit: 'CENTIMETER', measurementFamily: { units: [] } }),
] as unknown as Parameters<typeof planEdit>[1];

const operationOf = (key: number, more: Partial<BulkOperation>): BulkOperation => ({
  key,
  field: '',
  verb: 'set',
  text: '',
  put: '',
  isCaseMatched: false,
  typed: null,
  codes: [],
  channel: 'web',
  locale: 'de_DE',
  fromChannel: 'web',
  fromLocale: 'en_US',
  onlyEmpty: false,
  currency: 'EUR',
  unit: '',
  rounding: '',
  ...more,
});
const plan = (...operations: readonly Partial<BulkOperation>[]) =>
  planEdit(
    operations.map((one, key) => operationOf(key, one)),
    ATTRIBUTES,
    'en-GB',
  );

test('products get another attribute set', () => {
  expect(availableOperations('.attribute_set', undefined)).toEqual(['set']);
  expect(
    plan({ field: '.attribute_set', codes: ['bulb'] }, { field: '.tags', verb: 'add', codes: ['a'] }),
  ).toEqual({
    patch: { attributeSet: 'bulb', tags: { add: ['a'] } },
    faults: new Map(),
  });
  expect(plan({ field: '.attribute_set' }).patch).toBeNull();
});

test('values are written where their attribute has one; prices leave other currencies', () => {
  const { patch } = plan(
    { field: 'title', text: 'Lampe' },
    { field: 'weight', verb: 'clear', text: 'is not read' },
    { field: 'price', text: '1,234.50' },
    { field: 'colors', codes: ['red', 'blue'] },
  );
  expect(patch).toEqual({
    values: [
      { attribute: 'title', channel: null, locale: 'de_DE', value: 'Lampe' },
      { attribute: 'weight', channel: null, locale: null, value: null },
      {
        attribute: 'price',
        channel: null,
        locale: null,
        value: [{ amount: '1234.50', currency: 'EUR' }],
        partial: true,
      },
      { attribute: 'colors', channel: null, locale: null, value: ['red', 'blue'] },
    ],
  });
});

test('categories, tags and links are added and removed', () => {
  const { patch } = plan(
    { field: '.categories', verb: 'add', codes: ['lamps'] },
    { field: '.categories', verb: 'remove', codes: ['old'] },
    { field: '.tags', verb: 'add', codes: ['sale'] },
    { field: '.link:upsell', verb: 'add', codes: ['A', 'B'] },
    { field: '.link:parts', verb: 'remove', codes: ['C'] },
  );
  expect(patch).toEqual({
    categories: { add: ['lamps'], remove: ['old'] },
    tags: { add: ['sale'] },
    associations: [
      { type: 'upsell', products: { add: [{ ref: 'A' }, { ref: 'B' }] } },
      { type: 'parts', products: { remove: ['C'] } },
    ],
  });
});

test('what is not complete changes nothing, and what is no number says so', () => {
  expect(plan({}, { field: 'title' }, { field: '.tags', verb: 'add' }).patch).toBeNull();
  expect([...plan({ field: 'weight', text: 'heavy' }).faults]).toEqual([[0, '“heavy” is not a number.']]);
});

test('numbers are changed by percent or by an amount, with rounding', () => {
  const { patch, faults } = plan(
    { field: 'price', verb: 'percent', text: '+5 %', rounding: '.99' },
    { field: 'weight', verb: 'percent', text: '\u221210', rounding: '1' },
    { field: 'height', verb: 'amount', text: '2.50' },
    { field: 'price', verb: 'amount', text: '-0.50', currency: 'USD' },
    { field: 'price', verb: 'amount', text: '' },
    { field: 'weight', verb: 'percent', text: 'much' },
  );
  expect(patch).toEqual({
    adjust: [
      { attribute: 'price', currency: 'EUR', percent: '5', ending: '0.99' },
      { attribute: 'weight', percent: '-10', decimals: 1 },
      { attribute: 'height', amount: '2.50', unit: 'CENTIMETER' },
      { attribute: 'price', currency: 'USD', amount: '-0.50' },
    ],
  });
  expect([...faults]).toEqual([[5, '“much” is not a number.']]);
});

test('texts are appended, prepended and replaced with their spaces', () => {
  const { patch } = plan(
    { field: 'title', verb: 'append', text: ' (new) ' },
    { field: 'title', verb: 'prepend', text: 'Wren ', locale: 'en_US' },
    { field: 'title', verb: 'replace', text: ' lamp', put: '', locale: 'fr_FR' },
    { field: 'story', verb: 'replace', text: 'Oak', put: 'Ash', isCaseMatched: true },
    {
      field: 'story',
      verb: 'append',
      typed: { text: '<p>New.</p>', value: '<p>New.</p>' },
      channel: 'print',
    },
    { field: 'title', verb: 'append', text: '' },
    { field: 'title', verb: 'replace', text: '', put: 'x' },
  );
  expect(patch).toEqual({
    adjust: [
      { attribute: 'title', locale: 'de_DE', append: ' (new) ' },
      { attribute: 'title', locale: 'en_US', prepend: 'Wren ' },
      { attribute: 'title', locale: 'fr_FR', replace: { find: ' lamp', with: '' } },
      {
        attribute: 'story',
        channel: 'web',
        locale: 'de_DE',
        replace: { find: 'Oak', with: 'Ash', matchCase: true },
      },
      { attribute: 'story', channel: 'print', locale: 'de_DE', append: '<p>New.</p>' },
    ],
  });
});

test('empty values are filled; copies name another place', () => {
  const { patch, faults } = plan(
    { field: 'price', verb: 'fill', text: '1,234.50' },
    { field: 'photo', verb: 'fill', typed: { text: 'Front', value: 'front' } },
    { field: 'title', verb: 'copy', onlyEmpty: true },
    { field: 'story', verb: 'copy', fromChannel: 'print' },
    { field: 'title', verb: 'copy', fromLocale: 'de_DE' },
    { field: 'weight', verb: 'fill', text: 'heavy' },
  );
  expect(patch).toEqual({
    adjust: [
      { attribute: 'price', fill: [{ amount: '1234.50', currency: 'EUR' }] },
      { attribute: 'photo', fill: 'front' },
      { attribute: 'title', locale: 'de_DE', copyFrom: { locale: 'en_US', onlyEmpty: true } },
      {
        attribute: 'story',
        channel: 'web',
        locale: 'de_DE',
        copyFrom: { channel: 'print', locale: 'en_US' },
      },
    ],
  });
  expect([...faults]).toEqual([
    [4, 'Choose another channel or locale to copy from.'],
    [5, '“heavy” is not a number.'],
  ]);
});

test('products get channels, or every channel; unique values are only set', () => {
  expect(plan({ field: '.channels', codes: ['web'] }).patch).toEqual({ channels: { set: ['web'] } });
  expect(plan({ field: '.channels', verb: 'clear' }).patch).toEqual({ channels: null });
  const verbs = (code: string) =>
    availableOperations(
      code,
      ATTRIBUTES.find((one) => one.code === code),
    );
  expect(verbs('ean')).toEqual(['set', 'clear']);
  expect(verbs('photo')).toEqual(['set', 'fill', 'clear']);
  expect(verbs('title')).toEqual(['set', 'fill', 'append', 'prepend', 'replace', 'copy', 'clear']);
});

test('categories have their path, in the order of their tree', () => {
  const category = (code: string, parent: string | null) => ({
    code,
    label: code.toUpperCase(),
    parent: parent === null ? null : { code: parent },
  });
  expect(withCategoryPaths([category('a', null), category('b', null), category('c', 'a')])).toEqual([
    { code: 'a', label: 'A' },
    { code: 'c', label: 'A / C' },
    { code: 'b', label: 'B' },
  ]);
});

test('a long text is shown from shortly before it differs', () => {
  const long = 'A lamp of oak and brass that lights a desk or a bed, with a shade of linen in nine colours.';
  expect(diffExcerpts('Lamp', 'Lamp (new)')).toEqual(['Lamp', 'Lamp (new)']);
  expect(diffExcerpts(long, `${long} New.`)).toEqual([
    '…f linen in nine colours.',
    '…f linen in nine colours. New.',
  ]);
  expect(diffExcerpts('', long)).toEqual(['', `${long.slice(0, 80)}…`]);
});

test('says why products stay as they are', () => {
  const own = { channel: null, locale: 'de_DE', source: 'OWN', json: 'x', attribute: { code: 'title' } };
  const inherited = { ...own, source: 'INHERITED' };
  const elsewhere = { ...own, locale: 'en_US' };
  const unchanged = [[own], [inherited], [elsewhere], []];
  const place = { attribute: 'title', locale: 'de_DE' };
  expect(countUnchangedReasons({ tags: { add: ['new'] } }, unchanged)).toEqual([
    { reason: 'same', count: 4 },
  ]);
  expect(
    countUnchangedReasons({ adjust: [{ ...place, replace: { find: 'a', with: 'b' } }] }, unchanged),
  ).toEqual([
    { reason: 'empty', count: 3 },
    { reason: 'not found', count: 1 },
  ]);
  expect(countUnchangedReasons({ adjust: [{ ...place, fill: 'x' }] }, unchanged)).toEqual([
    { reason: 'filled', count: 4 },
  ]);
  // A price in another currency is none in this.
  const prices = {
    ...own,
    locale: null,
    json: [{ amount: '1', currency: 'USD' }],
    attribute: { code: 'price' },
  };
  const raise = (currency: string) => ({ adjust: [{ attribute: 'price', percent: '0', currency }] });
  expect(countUnchangedReasons(raise('USD'), [[prices]])).toEqual([{ reason: 'same', count: 1 }]);
  expect(countUnchangedReasons(raise('EUR'), [[prices]])).toEqual([{ reason: 'empty', count: 1 }]);
  // Of several parts, it is not known which one left a product as it is.
  expect(
    countUnchangedReasons({ tags: { add: ['new'] }, adjust: [{ ...place, append: 'x' }] }, unchanged),
  ).toEqual([]);
});

test('finds the field of the typed name before those that contain it, whatever their groups', () => {
  const groupOf = (group: string, ...labels: string[]) => ({
    group,
    items: labels.map((label) => ({ value: label, label })),
  });
  const groups = [
    groupOf('First', 'Model name', 'Colour'),
    groupOf('Second', 'Long name', 'Name of maker', 'Name'),
  ];
  expect(filterChoices(groups, ' name ')).toEqual([
    groupOf('Second', 'Name', 'Name of maker', 'Long name'),
    groupOf('First', 'Model name'),
  ]);
  expect(filterChoices(groups, '')).toEqual(groups);
  expect(filterChoices(groups, 'size')).toEqual([]);
});
