// Removes the risk that a variant shows values of the wrong ancestor, or that fallbacks run in circles.
import { describe, expect, it } from 'vitest';
import type { Values } from '../../../../src/modules/values/cells/cells.ts';
import { findValue, resolveValues } from '../../../../src/modules/values/cells/resolve-values.ts';
import { attributeOf } from '../../../support/values.ts';

const ROOT: Values = {
  brand: [{ value: 'acme' }],
  name: [
    { locale: 'de_DE', value: 'Schuh' },
    { locale: 'en_US', value: 'Shoe' },
  ],
  price: [{ value: [{ amount: '1', currency: 'EUR' }] }],
};
const RED: Values = { brand: [{ value: 'acme red' }], color: [{ value: 'red' }] };
const RED_M: Values = { name: [{ locale: 'en_US', value: 'Red shoe M' }], size: [{ value: 'M' }] };

describe('inheritance', () => {
  it('gives a variant what it does not own, cell by cell, from the nearest ancestor that has it', () => {
    expect(JSON.parse(JSON.stringify(resolveValues(RED_M, [RED, ROOT])))).toEqual({
      brand: [{ value: 'acme red', source: 'inherited' }],
      color: [{ value: 'red', source: 'inherited' }],
      name: [
        { locale: 'de_DE', value: 'Schuh', source: 'inherited' },
        { locale: 'en_US', value: 'Red shoe M' },
      ],
      price: [{ value: [{ amount: '1', currency: 'EUR' }], source: 'inherited' }],
      size: [{ value: 'M' }],
    });
  });

  it('keeps the order of attributes and cells', () => {
    const resolved = resolveValues(RED_M, [RED, ROOT]);
    expect(Object.keys(resolved)).toEqual(['brand', 'color', 'name', 'price', 'size']);
  });

  it('leaves the values of a product without ancestors untouched', () => {
    expect(resolveValues(ROOT, [])).toBe(ROOT);
  });

  it('does not take the prototype of an object for an attribute', () => {
    const odd: Values = JSON.parse('{"__proto__": [{"value": "x"}]}');
    const resolved = resolveValues({}, [odd, { constructor: [{ value: 'y' }] }]);
    expect(JSON.stringify(resolved)).toBe(
      '{"__proto__":[{"value":"x","source":"inherited"}],"constructor":[{"value":"y","source":"inherited"}]}',
    );
  });
});

describe('one value', () => {
  const name = attributeOf('text', { code: 'name', localizable: true });
  const brand = attributeOf('text', { code: 'brand' });
  const text = attributeOf('text', { code: 'text', localizable: true, scopable: true });
  const values = resolveValues(RED_M, [RED, ROOT]);
  const chain: Readonly<Record<string, string>> = {
    fr_FR: 'fr_CH',
    fr_CH: 'de_DE',
    it_IT: 'rm_CH',
    rm_CH: 'it_IT',
  };
  const fallbackOf = (locale: string) => chain[locale] ?? null;

  it('is found with its source', () => {
    expect(findValue(values, name, { channel: null, locale: 'en_US' })).toEqual({
      value: 'Red shoe M',
      channel: null,
      locale: 'en_US',
      source: 'own',
    });
    expect(findValue(values, name, { channel: null, locale: 'de_DE' })?.source).toBe('inherited');
  });

  it('that is the same everywhere is found for any channel and locale', () => {
    expect(findValue(values, brand, { channel: 'print', locale: 'fr_FR' })).toEqual({
      value: 'acme red',
      channel: null,
      locale: null,
      source: 'inherited',
    });
  });

  it('is not found in another channel or without the locale it needs', () => {
    const inPrint: Values = { text: [{ channel: 'print', locale: 'de_DE', value: 'x' }] };
    expect(findValue(inPrint, text, { channel: 'print', locale: 'de_DE' })?.value).toBe('x');
    expect(findValue(inPrint, text, { channel: 'ecommerce', locale: 'de_DE' })).toBeUndefined();
    expect(findValue(inPrint, text, { channel: 'print', locale: null })).toBeUndefined();
    expect(findValue(inPrint, text, { channel: null, locale: 'de_DE' })).toBeUndefined();
  });

  it('falls back along the chain of locales, only when asked to', () => {
    expect(findValue(values, name, { channel: null, locale: 'fr_FR' })).toBeUndefined();
    expect(findValue(values, name, { channel: null, locale: 'fr_FR', fallbackOf })).toEqual({
      value: 'Schuh',
      channel: null,
      locale: 'de_DE',
      source: 'fallback',
    });
  });

  it('is not searched for ever in a chain that bites its tail', () => {
    expect(findValue(values, name, { channel: null, locale: 'it_IT', fallbackOf })).toBeUndefined();
  });
});
