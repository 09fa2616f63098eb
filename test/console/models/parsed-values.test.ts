// Risk: a day or a number that is typed into the form of a product is understood as another one, and nobody sees it.
import { expect, test } from 'vitest';
import { parsedNumberHint } from '../../../src/console/catalogue/form/read-only/parsed-number-hint.ts';
import {
  datePattern,
  formatDateTime,
  parseDate,
  parseDateTime,
} from '../../../src/console/catalogue/values/parse-date.ts';
import { formatNumber, isUnexpectedNumber } from '../../../src/console/catalogue/values/parse-number.ts';

test('shows how a day is written in each language', () => {
  const english = { day: 'dd', month: 'mm', year: 'yyyy' };
  expect(['en-GB', 'en-US', 'de-DE', 'fr'].map((tag) => datePattern(tag, english))).toEqual([
    'dd/mm/yyyy',
    'mm/dd/yyyy',
    'dd.mm.yyyy',
    'dd/mm/yyyy',
  ]);
});

test('reads days with the names of months in the language', () => {
  expect(parseDate('25 Nov 2026', 'en-GB')).toBe('2026-11-25');
  expect(parseDate('November 25, 2026', 'en-US')).toBe('2026-11-25');
  expect(parseDate('1. März 2026', 'de')).toBe('2026-03-01');
  expect(parseDate('3 févr. 2026', 'fr')).toBe('2026-02-03');
  expect(
    ['25 Ju 2026', '25 Jui 2026', '31 Feb 2026', 'Nov 2026'].map((text) => parseDate(text, 'en')),
  ).toEqual(Array(4).fill(null));
});

test('reads and writes times of a day in UTC', () => {
  expect(parseDateTime('25.11.2026 9:05', 'de')).toBe('2026-11-25T09:05:00Z');
  expect(parseDateTime('25/11/2026, 14:30:10', 'en-GB')).toBe('2026-11-25T14:30:10Z');
  expect(['25.11.2026', '25.11.2026 24:00', 'x 10:00'].map((text) => parseDateTime(text, 'de'))).toEqual(
    Array(3).fill(null),
  );
  for (const iso of ['2026-11-25T14:30:00Z', '2026-01-02T00:00:07Z'])
    expect(parseDateTime(formatDateTime(iso, 'en-GB'), 'en-GB')).toBe(iso);
  expect(formatDateTime('2026-11-25T14:30:00Z', 'de-DE')).toBe('25.11.2026 14:30');
});

test('doubts numbers that mean two things, are written otherwise, or are far from the one before', () => {
  const inEnglish = (text: string, value: string, before: string | null = null) =>
    isUnexpectedNumber(text, value, before, 'en');
  expect(['1,234', '1.234', '12,5', '1.234,50'].map((text) => inEnglish(text, '1'))).toEqual(
    Array(4).fill(true),
  );
  expect([
    inEnglish('219.00', '219.00', '239.00'),
    inEnglish('219', '219', '239'),
    inEnglish('0.750', '0.750'),
  ]).toEqual([false, false, false]);
  expect([inEnglish('24000', '24000', '239'), inEnglish('2', '2', '239'), inEnglish('5', '5', '0')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('says a number with its currency or unit, all its digits and groups', () => {
  const typed = { base: null, currency: null };
  const weight = {
    type: 'MEASUREMENT' as const,
    measurementFamily: { units: [{ code: 'KG', symbol: 'kg', label: '' }] },
  };
  const read = (text: string, amount: string) =>
    parsedNumberHint(weight, { ...typed, text, value: { amount, unit: 'KG' } });
  expect(read('1.234,5 kg', '1234.5')).toBe('1,234.5 kg');
  expect(read('1234 kg', '1234')).toBe(null);
  // What would say again what was typed is not said.
  expect(read('1,234 kg', '1234')).toBe(null);
  const price = { type: 'PRICE', measurementFamily: null } as const;
  expect(parsedNumberHint(price, { ...typed, currency: 'EUR', text: '1.234', value: '1.234' })).toBe(null);
  expect(parsedNumberHint(price, { ...typed, currency: 'EUR', text: '€ 1,234', value: '1234' })).toBe(null);
  expect(parsedNumberHint(price, { ...typed, currency: 'EUR', text: '1.234,5 €', value: '1234.5' })).toBe(
    '1,234.5 EUR',
  );
  expect(parsedNumberHint({ ...price, type: 'TEXT' }, { ...typed, text: '1,234', value: '1,234' })).toBe(
    null,
  );
  expect(formatNumber('12345678901234567.25', 'de')).toBe('12.345.678.901.234.567,25');
});
