// Risk: settings of the files are misread, or a file that says nothing of a setting changes it.
import { expect, test } from 'vitest';
import { mapAssociationTypes } from '../../../../src/modules/akeneo/map/map-association-types.ts';
import { mapAttributeGroups } from '../../../../src/modules/akeneo/map/map-attribute-groups.ts';
import { mapCategories } from '../../../../src/modules/akeneo/map/map-categories.ts';
import { mapChannels } from '../../../../src/modules/akeneo/map/map-channels.ts';
import { mapCurrencies } from '../../../../src/modules/akeneo/map/map-currencies.ts';
import { mapGroups } from '../../../../src/modules/akeneo/map/map-groups.ts';
import { mapLocales } from '../../../../src/modules/akeneo/map/map-locales.ts';
import { mapOptions } from '../../../../src/modules/akeneo/map/map-options.ts';
import { brief, tableOf } from '../tables.ts';

const channels = tableOf(
  'channels.csv',
  'code;label-en_US;label-de_DE;locales;currencies;tree',
  'print;Print;;de_DE,en_US;EUR,USD;master',
  'web;;;EN_us;EUR;',
);

test('enables the locales that a channel uses and leaves the others as they are', () => {
  const { items, notes } = mapLocales(tableOf('locales.csv', 'code', 'de_DE', 'en_US', 'fr_FR'), channels);
  expect(items).toEqual([
    { row: 2, patch: { code: 'de_DE', enabled: true } },
    { row: 3, patch: { code: 'en_US', enabled: true } },
    { row: 4, patch: { code: 'fr_FR' } },
  ]);
  expect(notes).toEqual([]);
});

test('enables activated currencies and those of channels', () => {
  const table = tableOf(
    'currencies.csv',
    'code;activated',
    'EUR;1',
    'USD;0',
    'ADP;0',
    'GBP;1',
    'CHF;',
    'SEK;x',
  );
  const { items, notes } = mapCurrencies(table, channels);
  expect(items.map(({ patch }) => patch)).toEqual([
    { code: 'EUR', enabled: true },
    { code: 'USD', enabled: true },
    { code: 'ADP', enabled: false },
    { code: 'GBP', enabled: true },
    { code: 'CHF' },
    { code: 'SEK' },
  ]);
  expect(brief(notes)).toEqual(['warning cell-unreadable 7 activated']);
});

test('maps channels with their lists and labels; empty cells say nothing', () => {
  expect(mapChannels(channels)).toEqual({
    items: [
      {
        row: 2,
        patch: {
          code: 'print',
          labels: { en_US: 'Print' },
          locales: ['de_DE', 'en_US'],
          currencies: ['EUR', 'USD'],
          categoryRoot: 'master',
        },
      },
      { row: 3, patch: { code: 'web', locales: ['EN_us'], currencies: ['EUR'] } },
    ],
    skippedRows: 0,
    notes: [],
  });
});

test('keeps equal sort orders of attribute groups', () => {
  const table = tableOf(
    'attribute_groups.csv',
    'code;sort_order;label-fr_FR',
    'a;6;Un',
    'b;6;',
    'c;;',
    'd;x;',
  );
  const { items, notes } = mapAttributeGroups(table);
  expect(items.map(({ patch }) => patch)).toEqual([
    { code: 'a', labels: { fr_FR: 'Un' }, sortOrder: 6 },
    { code: 'b', sortOrder: 6 },
    { code: 'c' },
    { code: 'd' },
  ]);
  expect(brief(notes)).toEqual(['warning cell-unreadable 5 sort_order']);
});

test('sorts categories parents first, whatever the order of the file and the case of the codes', () => {
  const table = tableOf(
    'categories.csv',
    'code;parent',
    'tv;SCREENS',
    'screens;master',
    'pc;screens',
    'master;',
    'x;away',
  );
  const { items, notes } = mapCategories(table);
  expect(items.map(({ row, patch }) => [row, patch])).toEqual([
    [5, { code: 'master', sortOrder: 0 }],
    [6, { code: 'x', parent: 'away', sortOrder: 0 }],
    [3, { code: 'screens', parent: 'master', sortOrder: 0 }],
    [2, { code: 'tv', parent: 'SCREENS', sortOrder: 0 }],
    [4, { code: 'pc', parent: 'screens', sortOrder: 1 }],
  ]);
  expect(notes).toEqual([]);
});

test('reports categories that go round in a circle and keeps the others', () => {
  const { items, notes } = mapCategories(tableOf('categories.csv', 'code;parent', 'a;b', 'b;a', 'c;c', 'd;'));
  expect(items.map(({ patch }) => patch.code)).toEqual(['d']);
  expect(brief(notes)).toEqual(['error cycle 2 parent', 'error cycle 3 parent', 'error cycle 4 parent']);
});

test('turns groups into categories below their type, and types into ones below the root "groups"', () => {
  const { types, groups } = mapGroups(
    tableOf('group_types.csv', 'code', 'RELATED', 'Master'),
    tableOf('groups.csv', 'code;type;label-en_US', 'promotion;related;Promotion', 'lonely;;', 'RELATED;;'),
    tableOf('categories.csv', 'code', 'master'),
  );
  expect(types.items).toEqual([{ row: 2, patch: { code: 'RELATED', parent: 'groups', sortOrder: 0 } }]);
  expect(groups.items.map(({ patch }) => patch)).toEqual([
    { code: 'promotion', parent: 'RELATED', labels: { en_US: 'Promotion' }, sortOrder: 0 },
    { code: 'lonely', parent: 'groups', sortOrder: 1 },
  ]);
  expect([brief(types.notes), brief(groups.notes)]).toEqual([
    ['error duplicate-code 3 code'],
    ['error duplicate-code 4 code'],
  ]);
});

test('puts each option into the set of its attribute and never merges sets', () => {
  const table = tableOf(
    'attribute_options.csv',
    'code;label-en_US;attribute;sort_order',
    'red;Red;color;1',
    'red;;main_color;2',
    'RED;;color;3',
    'blue;;;1',
  );
  const { items, notes } = mapOptions(table);
  expect(items.map(({ patch }) => patch)).toEqual([
    { optionSet: 'color', code: 'red', labels: { en_US: 'Red' }, sortOrder: 1 },
    { optionSet: 'main_color', code: 'red', sortOrder: 2 },
  ]);
  expect(brief(notes)).toEqual(['error duplicate-row 4 code', 'error required 5 attribute']);
});

test('maps association types and their labels and says nothing of what never changes', () => {
  const { items, skippedRows, notes } = mapAssociationTypes(
    tableOf('association_types.csv', 'code;label-de_DE;label-en_US', 'PACK;;Pack', 'UPSELL;;', 'pack;;'),
  );
  expect(items).toEqual([
    { row: 2, patch: { code: 'PACK', labels: { en_US: 'Pack' } } },
    { row: 3, patch: { code: 'UPSELL' } },
  ]);
  expect(skippedRows).toBe(0);
  expect(brief(notes)).toEqual(['error duplicate-row 4 code']);
});

test('reports rows without code, codes named twice, files without code column and unknown columns', () => {
  const twice = mapLocales(tableOf('locales.csv', 'code;flag', 'de_DE;', ';x', 'DE_de;y'), channels);
  expect(twice.items.map(({ patch }) => patch.code)).toEqual(['de_DE']);
  expect(brief(twice.notes)).toEqual([
    'error required 3 code',
    'error duplicate-row 4 code',
    'warning unknown-column 1 flag',
  ]);
  const without = mapLocales(tableOf('locales.csv', 'name', 'de_DE'), channels);
  expect(brief(without.notes)).toEqual(['error missing-column 1 code', 'warning unknown-column 1 name']);
});
