// Removes the risk that an attribute is stored whose rules no value can satisfy, or that cannot be run.
import { describe, expect, it } from 'vitest';
import {
  ATTRIBUTE_TYPES,
  type AttributeDefinition,
  canonicalAttribute,
  checkAttributeRules,
} from '../../../src/modules/attribute/index.ts';
import { attributeOf, valueTypeContext } from '../../support/values.ts';

function problemsOf(definition: AttributeDefinition): string[] {
  return checkAttributeRules(definition, valueTypeContext()).map(
    ({ code, path }) => `${code}@${path.join('.')}`,
  );
}

describe('an attribute', () => {
  it('of every type is sound with plain settings', () => {
    for (const type of Object.keys(ATTRIBUTE_TYPES) as (keyof typeof ATTRIBUTE_TYPES)[]) {
      expect([type, problemsOf(attributeOf(type))]).toEqual([type, []]);
    }
  });

  it('may use every rule of its type', () => {
    const sound: AttributeDefinition[] = [
      attributeOf('identifier', { validation: { maxLength: 13, pattern: '\\d+', format: 'ean13' } }),
      attributeOf('text', {
        validation: {
          minLength: 1,
          maxLength: 255,
          pattern: 'a|b',
          format: 'slug',
          allowedValues: ['a', 'b'],
        },
        defaultValue: 'a',
      }),
      attributeOf('rich_text', { validation: { maxLength: 100, allowedTags: [] } }),
      attributeOf('number', {
        validation: { min: '-1', max: '1', decimalPlaces: 1, step: '0.1' },
        defaultValue: '0.5',
      }),
      attributeOf('date', { validation: { min: 'today', max: '2020-01-01' } }),
      attributeOf('datetime', { validation: { max: '2030-01-01T00:00:00+01:00' } }),
      attributeOf('multi_select', { validation: { minItems: 1, maxItems: 2 }, defaultValue: ['red'] }),
      attributeOf('price', { validation: { min: '0', requiredCurrencies: ['EUR'] } }),
      attributeOf('measurement', { validation: { units: ['gram'], max: '5' }, defaultUnit: 'kilogram' }),
      attributeOf('media', {
        validation: { mimeTypes: ['image/*'], extensions: ['JPG'], aspectRatio: '4:3' },
      }),
    ];
    for (const definition of sound)
      expect([definition.type, problemsOf(definition)]).toEqual([definition.type, []]);
  });

  it.each<[Partial<AttributeDefinition> & Pick<AttributeDefinition, 'type'>, string]>([
    [{ type: 'text', code: 'has-dash' }, 'invalid-code@code'],
    [{ type: 'text', code: '' }, 'invalid-code@code'],
    [{ type: 'text', code: 'SKU' }, 'reserved-code@code'],
    [{ type: 'identifier', localizable: true }, 'value-not-allowed@localizable'],
    [{ type: 'identifier', unique: false }, 'value-not-allowed@unique'],
    [{ type: 'textarea', unique: true }, 'value-not-allowed@unique'],
    [{ type: 'number', searchable: true }, 'value-not-allowed@searchable'],
    [{ type: 'text', availableLocales: [] }, 'too-few-items@availableLocales'],
    [{ type: 'text', availableLocales: ['en_US', 'english'] }, 'invalid-format@availableLocales.1'],
    [{ type: 'select', optionSet: null }, 'required@optionSet'],
    [{ type: 'text', optionSet: 'colors' }, 'value-not-allowed@optionSet'],
    [{ type: 'text', entityType: 'brand' }, 'value-not-allowed@entityType'],
    [{ type: 'measurement', measurementFamily: 'loudness' }, 'reference-not-found@measurementFamily'],
    [{ type: 'measurement', defaultUnit: 'METER' }, 'unit-not-in-family@defaultUnit'],
    [{ type: 'number', defaultUnit: 'GRAM' }, 'value-not-allowed@defaultUnit'],
    [{ type: 'text', validation: { min: '1' } }, 'value-not-allowed@validation.min'],
    [{ type: 'boolean', validation: { pattern: 'x' } }, 'value-not-allowed@validation.pattern'],
    [{ type: 'text', validation: { maxLength: 256 } }, 'above-maximum@validation.maxLength'],
    [{ type: 'text', validation: { maxLength: 0 } }, 'below-minimum@validation.maxLength'],
    [{ type: 'text', validation: { minLength: 1.5 } }, 'below-minimum@validation.minLength'],
    [{ type: 'text', validation: { minLength: 3, maxLength: 2 } }, 'above-maximum@validation.minLength'],
    [{ type: 'text', validation: { pattern: '(' } }, 'unsafe-pattern@validation.pattern'],
    [{ type: 'text', validation: { pattern: '(?=a)b' } }, 'unsafe-pattern@validation.pattern'],
    [{ type: 'text', validation: { pattern: '(a)\\1' } }, 'unsafe-pattern@validation.pattern'],
    [{ type: 'text', validation: { pattern: 'a'.repeat(501) } }, 'unsafe-pattern@validation.pattern'],
    [{ type: 'text', validation: { format: 'ean13' } }, 'value-not-allowed@validation.format'],
    [{ type: 'text', validation: { allowedValues: [] } }, 'too-few-items@validation.allowedValues'],
    [
      { type: 'text', validation: { allowedValues: ['a', 'a'] } },
      'duplicate-item@validation.allowedValues.1',
    ],
    [{ type: 'rich_text', validation: { allowedTags: ['<p>'] } }, 'invalid-format@validation.allowedTags.0'],
    [{ type: 'number', validation: { decimalPlaces: 13 } }, 'above-maximum@validation.decimalPlaces'],
    [{ type: 'number', validation: { min: 'low' } }, 'invalid-format@validation.min'],
    [{ type: 'number', validation: { min: '10', max: '9.5' } }, 'above-maximum@validation.min'],
    [{ type: 'number', validation: { step: '0' } }, 'below-minimum@validation.step'],
    [{ type: 'date', validation: { min: '2026-02-30' } }, 'invalid-format@validation.min'],
    [{ type: 'date', validation: { min: '2026-02-02', max: '2026-02-01' } }, 'above-maximum@validation.min'],
    [{ type: 'datetime', validation: { min: 'today' } }, 'invalid-format@validation.min'],
    [
      {
        type: 'datetime',
        validation: { min: '2026-01-01T00:00:00-01:00', max: '2026-01-01T00:30:00Z' },
      },
      'above-maximum@validation.min',
    ],
    [{ type: 'multi_select', validation: { minItems: 3, maxItems: 2 } }, 'above-maximum@validation.minItems'],
    [
      { type: 'price', validation: { requiredCurrencies: ['GBP'] } },
      'currency-not-enabled@validation.requiredCurrencies.0',
    ],
    [{ type: 'measurement', validation: { units: ['METER'] } }, 'unit-not-in-family@validation.units.0'],
    [{ type: 'media', validation: { mimeTypes: ['png'] } }, 'invalid-format@validation.mimeTypes.0'],
    [{ type: 'media', validation: { aspectRatio: '16/9' } }, 'invalid-format@validation.aspectRatio'],
    [{ type: 'number', defaultValue: 'many' }, 'wrong-type@defaultValue'],
    [{ type: 'number', defaultValue: '5', validation: { max: '04' } }, 'above-maximum@defaultValue'],
    [{ type: 'select', defaultValue: 'beige' }, 'option-inactive@defaultValue'],
    [{ type: 'text', defaultValue: 'x', unique: true }, 'value-not-allowed@defaultValue'],
  ])('%j is refused: %s', ({ type, ...settings }, problem) => {
    expect(problemsOf(attributeOf(type, settings))).toEqual([problem]);
  });

  it('has its default judged only by rules that can be run', () => {
    const broken = attributeOf('text', { validation: { pattern: '(' }, defaultValue: 'x' });
    expect(problemsOf(broken)).toEqual(['unsafe-pattern@validation.pattern']);
  });

  it('is stored with rules and default in their canonical form', () => {
    const canonical = canonicalAttribute(
      attributeOf('measurement', {
        validation: { min: '+0.50', max: '1e3', units: ['gram', 'Kilogram'] },
        defaultUnit: 'gram',
        defaultValue: { amount: 500, unit: 'gram' },
      }),
      valueTypeContext(),
    );
    expect(canonical.validation).toEqual({ min: '0.50', max: '1000', units: ['GRAM', 'KILOGRAM'] });
    expect(canonical.defaultUnit).toBe('GRAM');
    expect(canonical.defaultValue).toEqual({ amount: '500', unit: 'GRAM' });
  });

  it('keeps bounds of times in UTC and names in lower case', () => {
    const moment = attributeOf('datetime', { validation: { min: '2026-01-01T00:00:00+01:00' } });
    expect(canonicalAttribute(moment, valueTypeContext()).validation).toEqual({
      min: '2025-12-31T23:00:00.000Z',
    });
    const file = attributeOf('media', { validation: { extensions: ['PDF'] } });
    expect(canonicalAttribute(file, valueTypeContext()).validation).toEqual({ extensions: ['pdf'] });
  });
});

describe('the table of types', () => {
  it('makes only types with one value for all an axis', () => {
    const axes = Object.entries(ATTRIBUTE_TYPES).filter(([, { canBeAxis }]) => canBeAxis);
    expect(axes.map(([type]) => type)).toEqual(['boolean', 'select', 'measurement', 'entity']);
  });
});
