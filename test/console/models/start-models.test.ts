// Risk: a new channel begins with a locale or currency that nobody there uses.
import { expect, test } from 'vitest';
import { suggestTarget } from '../../../src/console/pages/home/start/browser-target.ts';

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
