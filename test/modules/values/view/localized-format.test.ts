// Risk: people read numbers, prices and days as another country writes them, or digits are lost on the way.
import { expect, test } from 'vitest';
import { localizedFormat } from '../../../../src/modules/values/view/localized-format.ts';

const nbsp = '\u00a0';

test.each([
  ['en_US', '1234.50', '12,345.5', 'Yes', 'Mar 1, 2026', 'Mar 1, 2026, 09:30 AM UTC'],
  ['de_DE', '1234,50', '12.345,5', 'Ja', '01.03.2026', '1. März 2026, 09:30 UTC'],
  ['fr_FR', '1234,50', '12\u202f345,5', 'Oui', '1 mars 2026', '1 mars 2026, 09:30 UTC'],
  ['ja_JP', '1234.50', '12,345.5', 'はい', '2026/03/01', '2026年3月1日 09:30 UTC'],
])('%s', (locale, short, long, yes, day, moment) => {
  const format = localizedFormat([locale]);
  expect([format.number('1234.50'), format.number('12345.5')]).toEqual([short, long]);
  expect([format.boolean(true), format.date('2026-03-01')]).toEqual([yes, day]);
  expect(format.dateTime('2026-03-01T09:30:00.000Z').replaceAll('\u202f', ' ')).toBe(moment);
});

test('prices have the decimals of their currency, or more where they were written with more', () => {
  const { money } = localizedFormat(['de_DE']);
  expect([money('19.9', 'EUR'), money('0.125', 'USD'), money('1500', 'JPY'), money('5', 'DEM')]).toEqual([
    `19,90${nbsp}€`,
    `0,125${nbsp}$`,
    `1500${nbsp}¥`,
    `5,00${nbsp}DM`,
  ]);
});

test('no digit is lost', () => {
  const { number } = localizedFormat(['en_US']);
  expect(number('123456789012345678901234567890.123456789012')).toBe(
    '123,456,789,012,345,678,901,234,567,890.123456789012',
  );
});

test('a locale of which nothing is known is written as the one that stands in for it, else as English', () => {
  expect(localizedFormat(['xx_XX', 'de_AT', 'en_US']).number('0.5')).toBe('0,5');
  expect(localizedFormat([]).boolean(false)).toBe('No');
  expect(localizedFormat(['xx_XX']).date('2026-03-01')).toBe('Mar 1, 2026');
  expect(localizedFormat(['az_Cyrl_AZ', 'en_029']).date('2026-03-01')).not.toBe('2026-03-01');
});

test('a day that is none stays as it is', () => {
  expect(localizedFormat(['en_US']).date('soon')).toBe('soon');
});
