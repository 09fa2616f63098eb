// Risk: an attribute gets another type or rule than its row says, which no later import could mend.
import { expect, test } from 'vitest';
import { mapAttributes } from '../../../../src/modules/akeneo/map/map-attributes.ts';
import { brief, tableOf } from '../tables.ts';

/** Maps one row per object of cells, each named by its column. */
function map(...rows: Readonly<Record<string, string>>[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(';'));
  return mapAttributes(tableOf('attributes.csv', columns.join(';'), ...lines));
}

/** The patch of a single attribute without code and type. */
function rulesOf(cells: Readonly<Record<string, string>>) {
  const { attributes } = map({ code: 'x', ...cells });
  const { code: _code, type: _type, ...patch } = attributes.items[0]?.patch ?? { code: '' };
  return { patch, notes: brief(attributes.notes) };
}

test.each([
  ['pim_catalog_text', 'text'],
  ['pim_catalog_textarea', 'textarea'],
  ['pim_catalog_number', 'number'],
  ['pim_catalog_boolean', 'boolean'],
  ['pim_catalog_date', 'date'],
  ['pim_catalog_metric', 'measurement'],
  ['pim_catalog_price_collection', 'price'],
  ['pim_catalog_simpleselect', 'select'],
  ['pim_catalog_multiselect', 'multi_select'],
  ['pim_catalog_image', 'media'],
  ['pim_catalog_file', 'media'],
])('maps the type %s to %s', (akeneo, type) => {
  const { attributes } = map({ code: 'x', type: akeneo });
  expect(attributes.items[0]?.patch).toMatchObject({ code: 'x', type });
  expect(attributes.notes).toEqual([]);
});

test('makes a text area with editor a rich text', () => {
  const { attributes } = map(
    { code: 'a', type: 'pim_catalog_textarea', wysiwyg_enabled: '1' },
    { code: 'b', type: 'pim_catalog_textarea', wysiwyg_enabled: '0' },
  );
  expect(attributes.items.map(({ patch }) => patch.type)).toEqual(['rich_text', 'textarea']);
});

test('makes the first identifier the SKU and tells its labels and group', () => {
  const { attributes, identifier } = map(
    { code: 'sku', type: 'pim_catalog_identifier', group: 'erp', 'label-en_US': 'SKU' },
    { code: 'gtin', type: 'pim_catalog_identifier', unique: '1' },
    { code: 'name', type: 'pim_catalog_text' },
  );
  expect(identifier).toBe('sku');
  expect(attributes.skippedRows).toBe(1);
  expect(attributes.items.map(({ patch }) => patch)).toEqual([
    { code: 'gtin', type: 'identifier', unique: true },
    { code: 'name', type: 'text', searchable: true },
  ]);
  expect(attributes.notes).toMatchObject([
    {
      level: 'info',
      code: 'identifier-became-sku',
      row: 2,
      message:
        "'sku' in the group 'erp' identifies the products. It becomes their SKU, which is not an attribute (labels: en_US 'SKU').",
    },
  ]);
});

test('carries labels, group, order and places of values over', () => {
  expect(
    rulesOf({
      type: 'pim_catalog_text',
      'label-de_DE': 'Farbe',
      'label-fr_FR': '',
      group: 'marketing',
      sort_order: '7',
      localizable: '1',
      scopable: '0',
      unique: '1',
      available_locales: 'de_DE,en_US',
    }),
  ).toEqual({
    patch: {
      searchable: true,
      labels: { de_DE: 'Farbe' },
      group: 'marketing',
      sortOrder: 7,
      localizable: true,
      scopable: false,
      unique: true,
      availableLocales: ['de_DE', 'en_US'],
    },
    notes: [],
  });
});

test('carries rules of amounts, dates, texts and files over', () => {
  expect(
    rulesOf({
      type: 'pim_catalog_metric',
      metric_family: 'Weight',
      default_metric_unit: 'KILOGRAM',
      decimals_allowed: '0',
      negative_allowed: '0',
      number_min: '1.5',
      number_max: '10',
    }).patch,
  ).toEqual({
    measurementFamily: 'Weight',
    defaultUnit: 'KILOGRAM',
    validation: { decimalPlaces: 0, negativeAllowed: false, min: '1.5', max: '10' },
  });
  expect(rulesOf({ type: 'pim_catalog_number', decimals_allowed: '1', negative_allowed: '1' }).patch).toEqual(
    {},
  );
  expect(rulesOf({ type: 'pim_catalog_date', date_min: '2020-01-01', date_max: '2030-01-01' }).patch).toEqual(
    {
      validation: { min: '2020-01-01', max: '2030-01-01' },
    },
  );
  expect(rulesOf({ type: 'pim_catalog_text', max_characters: '40', validation_rule: 'email' }).patch).toEqual(
    {
      searchable: true,
      validation: { maxLength: 40, format: 'email' },
    },
  );
  expect(
    rulesOf({ type: 'pim_catalog_image', allowed_extensions: 'png,jpg', max_file_size: '2.5' }).patch,
  ).toEqual({
    validation: { mimeTypes: ['image/*'], extensions: ['png', 'jpg'], maxSize: 2_621_440 },
  });
  expect(rulesOf({ type: 'pim_catalog_file', allowed_extensions: 'pdf' }).patch).toEqual({
    validation: { extensions: ['pdf'] },
  });
});

test.each([
  ['/^[A-Z]{3}$/', '^[A-Z]{3}$'],
  ['/^abc$/i', '(?i)^abc$'],
  ['/[0-9]+/', '(?s:.*)(?:[0-9]+)(?s:.*)'],
  ['/^a|b$/', '(?s:.*)(?:^a|b$)(?s:.*)'],
  ['#^a/b$#u', '^a/b$'],
])('reads the expression %s as a pattern for the whole text', (expression, pattern) => {
  const cells = { type: 'pim_catalog_text', validation_rule: 'regexp', validation_regexp: expression };
  expect(rulesOf(cells).patch).toEqual({ searchable: true, validation: { pattern } });
});

test('names the option set of a select after the attribute and sorts it as the row says', () => {
  const { attributes, optionSets } = map(
    { code: 'color', type: 'pim_catalog_simpleselect', auto_option_sorting: '0', 'label-en_US': 'Color' },
    { code: 'main_color', type: 'pim_catalog_multiselect', auto_option_sorting: '1' },
    { code: 'size', type: 'pim_catalog_simpleselect' },
    { code: 'name', type: 'pim_catalog_text' },
  );
  expect(attributes.items.map(({ patch }) => patch.optionSet)).toEqual([
    'color',
    'main_color',
    'size',
    undefined,
  ]);
  expect(optionSets.items.map(({ patch }) => patch)).toEqual([
    { code: 'color', labels: { en_US: 'Color' }, sort: 'manual' },
    { code: 'main_color', sort: 'label' },
    { code: 'size' },
  ]);
});

test('tells settings of screens that are left out and leaves attributes filterable', () => {
  const { patch, notes } = rulesOf({
    type: 'pim_catalog_text',
    useable_as_grid_filter: '0',
    minimum_input_length: '3',
  });
  expect(patch).toEqual({ searchable: true });
  expect(notes).toEqual([
    'info grid-filter-ignored 2 useable_as_grid_filter',
    'info not-applicable 2 minimum_input_length',
  ]);
});

test('tells rules that say nothing for the type, and cells that cannot be read', () => {
  expect(rulesOf({ type: 'pim_catalog_boolean', max_characters: '3', decimals_allowed: '0' })).toEqual({
    patch: {},
    notes: ['info not-applicable 2 decimals_allowed', 'info not-applicable 2 max_characters'],
  });
  const { patch, notes } = rulesOf({
    type: 'pim_catalog_text',
    localizable: 'often',
    max_characters: 'many',
    validation_rule: 'isbn',
  });
  expect(patch).toEqual({ searchable: true });
  expect(notes).toEqual([
    'warning cell-unreadable 2 max_characters',
    'warning cell-unreadable 2 validation_rule',
    'warning cell-unreadable 2 localizable',
  ]);
});

test('skips types without counterpart, and turns records of other lists into options and media', () => {
  const { attributes, optionSets } = map(
    { code: 'sizes', type: 'pim_catalog_table' },
    { code: 'pictures', type: 'pim_catalog_asset_collection' },
    { code: 'odd', type: 'constructor' },
    { code: 'fabric', type: 'pim_reference_data_multiselect' },
    { code: 'designer', type: 'akeneo_reference_entity' },
  );
  expect(attributes.items.map(({ patch }) => patch)).toEqual([
    { code: 'pictures', type: 'media_list' },
    { code: 'fabric', type: 'multi_select', optionSet: 'fabric' },
    { code: 'designer', type: 'select', optionSet: 'designer' },
  ]);
  expect(optionSets.items.map(({ patch }) => patch.code)).toEqual(['fabric', 'designer']);
  expect(attributes.skippedRows).toBe(2);
  expect(brief(attributes.notes)).toEqual([
    'warning attribute-type-not-supported 2 type',
    'warning assets-became-media 3 type',
    'warning attribute-type-not-supported 4 type',
    'warning records-became-options 5 type',
    'warning records-became-options 6 type',
  ]);
});
