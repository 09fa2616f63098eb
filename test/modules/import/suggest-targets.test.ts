// Risk: a column whose meaning is plain to people has to be mapped by hand, or is suggested for another value than theirs.
import { expect, test } from 'vitest';
import { matchTargets, unambiguousMatch } from '../../../src/modules/file-formats/index.ts';
import {
  completeTarget,
  describeTarget,
  lacksCurrency,
  listTargets,
} from '../../../src/modules/import/preview/suggest-targets.ts';
import { attributeOf } from '../../support/values.ts';

const attributes = [
  attributeOf('text', {
    code: 'title',
    localizable: true,
    labels: { en_US: 'Title', de_DE: 'Bezeichnung', fr_FR: 'Désignation' },
  }),
  attributeOf('textarea', { code: 'teaser', localizable: true, scopable: true }),
  attributeOf('price', { code: 'list_price', labels: { en_US: 'List price' } }),
  attributeOf('number', { code: 'netWeight', labels: { de_DE: 'Nettogewicht' } }),
];
const channel = (code: string, locales: string[], currencies: string[]) =>
  [code, { code, locales: new Set(locales), currencies: new Set(currencies) }] as const;
const structure = {
  attributes: new Map(attributes.map((attribute) => [attribute.code.toLowerCase(), attribute])),
  channels: new Map([
    channel('web', ['en_US', 'de_DE'], ['EUR', 'USD']),
    channel('print', ['de_DE'], ['CHF']),
  ]),
  locales: new Map(['de_DE', 'en_US', 'fr_FR'].map((code) => [code.toLowerCase(), code])),
  associationTypes: new Map(),
} as unknown as Parameters<typeof matchTargets>[2];
const WEB = { channel: 'web', locale: 'de_DE' };
const match = (column: string, scope = WEB) => matchTargets(column, 'products', structure, scope);

test.each([
  ['title', ['title-de_DE']],
  ['Bezeichnung', ['title-de_DE']],
  ['DÉSIGNATION', ['title-fr_FR']],
  ['Title', ['title-en_US']],
  ['Title (de)', ['title-de_DE']],
  ['title_fr', ['title-fr_FR']],
  ['Bezeichnung EN', ['title-en_US']],
  ['Title · German (Germany)', ['title-de_DE']],
  ['Désignation - anglais', ['title-en_US']],
  ['Title (xx)', []],
  ['Teaser · fr · Print', []],
  ['Teaser · de · Print', ['teaser-de_DE-print']],
  ['Teaser Druck (English)', []],
  ['List price (€)', ['list_price-EUR']],
  ['List price CHF', ['list_price-CHF']],
  ['Nettogewicht de', []],
  ['Artikel-Nr.', ['sku']],
  ['Artikelnummer', ['sku']],
  ['Référence', ['sku']],
  ['List-Price', ['list_price-EUR', 'list_price-USD']],
  ['net weight', ['netWeight']],
  ['Teaser', ['teaser-de_DE-web']],
  ['Attribute Set', ['attribute_set']],
  ['titel', []],
  ['-', []],
])('the column %s means %j', (column, targets) => {
  expect(match(column)).toEqual(targets);
});

test('the scope decides on locale, channel and currency; a locale that the channel lacks does not count', () => {
  expect(match('title', { channel: 'web', locale: 'en_US' })).toEqual(['title-en_US']);
  expect(match('list_price', { channel: 'print', locale: 'de_DE' })).toEqual(['list_price-CHF']);
  expect(match('teaser', { channel: 'print', locale: 'xx_XX' })).toEqual(['teaser-de_DE-print']);
});

test('targets are described by label, and prices without currency are noticed', () => {
  const describe = (target: string) => describeTarget(target, 'products', structure, WEB);
  expect(describe('title-en_US')).toBe('Bezeichnung · en_US');
  expect(describe('list_price-EUR')).toBe('List price · EUR');
  expect(describe('sku')).toBeNull();
  const lacks = (target: string, cells: string[]) => lacksCurrency(target, cells, 'products', structure);
  expect(lacks('list_price', ['19.90', '', '1.234,50'])).toBe(true);
  expect(lacks('list_price', ['19.90 EUR'])).toBe(false);
  expect(lacks('list_price', [''])).toBe(false);
  expect(lacks('list_price-EUR', ['19.90'])).toBe(false);
});

test('all that a column can be mapped to is listed: properties, then values in the channel, its locales and currencies', () => {
  const listed = listTargets('products', structure, WEB).map(({ target }) => target);
  expect(listed.slice(0, 3)).toEqual(['sku', 'type', 'attribute_set']);
  expect(listed).not.toContain('_label');
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toEqual(
    expect.arrayContaining(['title-de_DE', 'title-en_US', 'list_price-EUR', 'list_price-USD', 'netWeight']),
  );
  const inEnglish = listTargets('products', structure, WEB, { ...WEB, locale: 'en_US' });
  expect(inEnglish.find(({ target }) => target === 'title-de_DE')?.label).toBe('Title · de_DE');
  expect(listTargets('categories', structure, WEB).map(({ target }) => target)).not.toContain('netWeight');
});

test('a suggestion can be chosen as it is: prices with their currency, localized values with their locale', () => {
  const complete = (target: string, cells: string[]) =>
    completeTarget(target, cells, 'products', structure, WEB);
  expect(complete('list_price', ['91,50'])).toEqual(['list_price-EUR', 'list_price-USD']);
  expect(complete('list_price', ['91.50 EUR'])).toEqual(['list_price']);
  expect(complete('title', ['Lamp'])).toEqual(['title-de_DE']);
  expect(complete('title-en_US', ['Lamp'])).toEqual(['title-en_US']);
  expect(complete('netWeight', ['3'])).toEqual(['netWeight']);
});

test.each([
  ['net weight', ['netWeight'], 'netWeight'],
  ['Attributset', ['attribute_set'], 'attribute_set'],
  ['Bezeichnung', ['title-de_DE'], null],
  ['Bezeichnung de', ['title-de_DE'], 'title-de_DE'],
  ['Teaser de', ['teaser-de_DE-web'], null],
  ['Teaser de Web', ['teaser-de_DE-web'], 'teaser-de_DE-web'],
  ['List price', ['list_price-EUR'], null],
  ['List price €', ['list_price-EUR'], 'list_price-EUR'],
  ['both', ['netWeight', 'attribute_set'], null],
  ['none', [], null],
])('of the name %s, the matches %j leave no choice but %j', (column, matches, target) => {
  expect(unambiguousMatch(column, matches, 'products', structure)).toBe(target);
});
