// Risk: two things of a catalogue have one name in the schema of a storefront, or a name that GraphQL refuses.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ApiNamespace,
  apiNameFromCode,
  chooseApiNames,
  foldApiName,
  isGraphqlName,
  isReservedName,
  MAX_API_NAME_LENGTH,
} from '../../../src/modules/api-name/api-name-rules.ts';
import { arbitraryCodes } from '../../support/arbitrary-codes.ts';

const namesOf = (namespace: ApiNamespace, codes: readonly string[], taken: readonly string[] = []) => {
  const unnamed = codes.map((code) => ({ key: code, code }));
  const names = chooseApiNames(namespace, unnamed, (key) => taken.includes(key));
  return codes.map((code) => names.get(code));
};

test.each([
  ['overall_height', 'overallHeight', 'OverallHeight'],
  ['lamp', 'lamp', 'Lamp'],
  ['X_SELL', 'xSell', 'XSell'],
  ['GTIN', 'gtin', 'Gtin'],
  ['overallHeight', 'overallHeight', 'OverallHeight'],
  ['3d-model', '_3dModel', '_3dModel'],
  ['a.b c', 'aBC', 'ABC'],
  ['_hidden_', 'hidden', 'Hidden'],
  ['___', 'unnamed', 'Unnamed'],
  ['updated_at', 'updatedAtValue', 'UpdatedAt'],
  ['price', 'priceValue', 'PriceType'],
  ['CATEGORY', 'categoryValue', 'CategoryType'],
  ['page_info', 'pageInfo', 'PageInfoType'],
  ['water_filter', 'waterFilter', 'WaterFilterType'],
])('%s is %s as a field and %s as a type', (code, field, type) => {
  expect([apiNameFromCode('field', code), apiNameFromCode('type', code)]).toEqual([field, type]);
});

test('the later of two codes that meet in one name keeps its code', () => {
  expect(namesOf('field', ['size_cm', 'size__cm', 'SizeCm'])).toEqual(['sizeCm', 'size__cm', 'SizeCm']);
});

test('a code that is a name of others gets a number', () => {
  expect(namesOf('field', ['size_cm', 'sizeCm'])).toEqual(['sizeCm', 'sizeCm_2']);
  expect(namesOf('field', ['sizeCm'], ['sizeCm', 'sizeCm_2'])).toEqual(['sizeCm_3']);
  expect(namesOf('field', ['price_value', 'price'])).toEqual(['priceValue', 'priceValue_2']);
  expect(namesOf('type', ['size_cm', 'sizeCm'])).toEqual(['SizeCm', 'sizeCm_2']);
});

test.each(['field', 'type'] as const)(
  'random codes get distinct valid names, each namespace: %s',
  (namespace) => {
    const rule = (codes: readonly string[], taken: readonly string[]) => {
      const names = namesOf(namespace, codes, taken);
      const keys = names.map((name) => foldApiName(namespace, name ?? ''));
      expect(new Set([...keys, ...taken]).size).toBe(keys.length + new Set(taken).size);
      for (const name of names) {
        expect(isGraphqlName(name ?? '')).toBe(true);
        expect(isReservedName(namespace, name ?? '')).toBe(false);
        expect(name?.length).toBeLessThanOrEqual(MAX_API_NAME_LENGTH);
      }
      // The first of all has the name of its code, whatever follows.
      if (taken.length === 0) expect(names[0]).toBe(apiNameFromCode(namespace, codes[0] ?? ''));
    };
    const taken = arbitraryCodes.map((codes) =>
      codes.map((code) => foldApiName(namespace, apiNameFromCode(namespace, code))),
    );
    fc.assert(fc.property(arbitraryCodes, fc.oneof(fc.constant([]), taken), rule), { numRuns: 300 });
  },
);
