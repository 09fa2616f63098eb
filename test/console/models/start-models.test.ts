// Risk: a new channel begins with a locale or currency that nobody there uses.
import { expect, test } from 'vitest';
import { suggestTarget } from '../../../src/console/catalogue/model/fields/browser-target.ts';
import { usualCurrencies, usualLocales } from '../../../src/console/catalogue/model/fields/usual-codes.ts';

test.each([
  [['de-AT', 'en'], 'de_AT', 'EUR'],
  [['de'], 'de_DE', 'EUR'],
  [['en-GB'], 'en_GB', 'GBP'],
  [['fr-CH', 'de-CH'], 'fr_CH', 'CHF'],
  [['not a tag', 'ja'], 'ja_JP', 'JPY'],
  [['en-AQ'], 'en_AQ', 'USD'],
  [[], 'en_US', 'USD'],
])('languages %j suggest %s and %s', (languages, locale, currency) => {
  expect(suggestTarget(languages)).toEqual({ locales: [locale], currencies: [currency] });
});

test('locales of the browser and of the languages of the organization are suggested first, and the currencies of their regions', () => {
  const hints = { languages: ['fr-CH', 'en'], locales: ['de_DE'] };
  const locales = ['af_ZA', 'de_AT', 'de_CH', 'de_NA', 'en_US', 'fr_CH', 'fr_FR', 'it_IT', 'zu_ZA'];
  expect(usualLocales(locales, hints)).toEqual(['fr_CH', 'en_US', 'de_AT', 'de_CH', 'fr_FR', 'it_IT']);
  expect(usualCurrencies(['AFN', 'CHF', 'EUR', 'GBP', 'USD'], hints)).toEqual(['CHF', 'USD', 'EUR', 'GBP']);
});
