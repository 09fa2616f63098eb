// Risk: the schema or the example of a value type says something else than its rules, in a case that chance rarely meets.
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/kernel/json.ts';
import {
  type AttributeDefinition,
  exampleValue,
  type SchemaMetadata,
  valueSchema,
} from '../../../../src/modules/attribute/index.ts';
import { listedMetadata } from '../../../support/structure.ts';
import { attributeOf, valueTypeContext } from '../../../support/values.ts';

const metadata: SchemaMetadata = {
  ...listedMetadata(),
  ...valueTypeContext(),
  refer: (name) => ({ $ref: name }),
};
const ofText = (type: 'text' | 'identifier' | 'textarea', validation: AttributeDefinition['validation']) =>
  attributeOf(type, { validation });

const DECIMAL = { $ref: 'decimal' };

test.each<readonly [string, AttributeDefinition, JsonObject]>([
  ['a text', attributeOf('text'), { type: 'string', maxLength: 255 }],
  [
    'a text with lengths and a pattern',
    ofText('text', { minLength: 2, maxLength: 5, pattern: 'A.*' }),
    { type: 'string', minLength: 2, maxLength: 5, pattern: '^(?:A[^\\n]*)$' },
  ],
  [
    'a text with a pattern that only RE2 reads',
    ofText('textarea', { pattern: '(?i)abc' }),
    { type: 'string', maxLength: 65_535, description: 'Matches the RE2 pattern (?i)abc as a whole.' },
  ],
  [
    'a text with allowed values, of which one is too long',
    ofText('text', { allowedValues: ['S', 'M', 'XXL'], maxLength: 2 }),
    { enum: ['S', 'M'] },
  ],
  [
    'an EAN with a pattern of its own',
    ofText('identifier', { format: 'ean13', pattern: '40\\d*' }),
    {
      type: 'string',
      maxLength: 255,
      pattern: '^(?:40[0-9]*)$',
      allOf: [{ pattern: '^\\d{13}$' }],
      description: '13 digits with a check digit.',
    },
  ],
  [
    'HTML',
    attributeOf('rich_text', { validation: { maxLength: 100, allowedTags: ['p', 'b'] } }),
    {
      type: 'string',
      maxLength: 65_535,
      description: 'HTML, at most 100 characters without its tags, elements: p, b.',
    },
  ],
  [
    'a whole number in steps',
    attributeOf('number', { validation: { decimalPlaces: 0, min: '10', step: '5' } }),
    {
      anyOf: [{ type: 'integer', minimum: 10, multipleOf: 5 }, DECIMAL],
      description: 'At least 10, in steps of 5 from 10, whole numbers.',
    },
  ],
  [
    'a number whose steps do not go through 0',
    attributeOf('number', { validation: { min: '1', step: '5', max: '9.5' } }),
    {
      anyOf: [{ type: 'number', minimum: 1, maximum: 9.5 }, DECIMAL],
      description: 'At least 1, at most 9.5, in steps of 5 from 1.',
    },
  ],
  [
    'a number that is not negative',
    attributeOf('number', { validation: { negativeAllowed: false, min: '-5', decimalPlaces: 2 } }),
    {
      anyOf: [{ type: 'number', minimum: 0 }, DECIMAL],
      description: 'At least -5, not negative, at most 2 decimals.',
    },
  ],
  ['a boolean', attributeOf('boolean'), { type: 'boolean' }],
  [
    'a date',
    attributeOf('date', { validation: { min: '2026-01-01', max: 'today' } }),
    {
      type: 'string',
      format: 'date',
      pattern: '^(?!0000)\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$',
      description: 'Not before 2026-01-01, not after today.',
    },
  ],
  ['an option', attributeOf('select'), { $ref: 'options:colors' }],
  [
    'several options',
    attributeOf('multi_select', { validation: { minItems: 2, maxItems: 3 } }),
    { type: 'array', items: { $ref: 'options:colors' }, uniqueItems: true, minItems: 2, maxItems: 3 },
  ],
  [
    'several entities',
    attributeOf('entity_list'),
    { type: 'array', items: { $ref: 'entities:brand' }, uniqueItems: true, maxItems: 1_000 },
  ],
  [
    'a price',
    attributeOf('price', { validation: { max: '100' } }),
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          amount: { anyOf: [{ $ref: 'empty' }, { type: 'number', maximum: 100 }, DECIMAL] },
          currency: { enum: ['EUR', 'USD', 'CHF'] },
        },
        required: ['amount', 'currency'],
        additionalProperties: false,
      },
      description: 'One price per currency. At most 100.',
    },
  ],
  [
    'a measurement',
    attributeOf('measurement', {
      validation: { max: '5', units: ['GRAM', 'KILOGRAM'], negativeAllowed: false },
    }),
    {
      anyOf: [
        {
          type: 'object',
          properties: {
            amount: { anyOf: [{ type: 'number', minimum: 0 }, DECIMAL] },
            unit: { enum: ['GRAM', 'KILOGRAM'] },
          },
          required: ['amount', 'unit'],
          additionalProperties: false,
        },
        { $ref: 'no_measurement' },
      ],
      description: 'At most 5 KILOGRAM, not negative.',
    },
  ],
  [
    'a file',
    attributeOf('media', {
      validation: { mimeTypes: ['image/*'], extensions: ['png', 'jpg'], minWidth: 800 },
    }),
    {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{1,100}$',
      description: 'Code of a media file, of type image/*, named .png or .jpg, at least 800 pixels wide.',
    },
  ],
])('describes %s', (_what, attribute, schema) => {
  expect(valueSchema(attribute, metadata)).toEqual(schema);
});

test('lists the choices that there are room for, and else says how many there are', () => {
  const refer: SchemaMetadata['refer'] = (_name, make) => make();
  const option = attributeOf('select');
  expect(valueSchema(option, { ...metadata, refer })).toEqual({ enum: ['red', 'blue', 'Green'] });
  expect(valueSchema(option, { ...metadata, ...listedMetadata(2), refer })).toEqual({
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{1,100}$',
    description: "Code of one of the 3 options of the set 'colors'; too many to list.",
  });
  expect(valueSchema(attributeOf('select', { optionSet: 'none' }), { ...metadata, refer })).toEqual({
    not: {},
  });
});

test.each<readonly [string, AttributeDefinition, JsonValue | undefined]>([
  ['a text', attributeOf('text'), 'Text'],
  ['a long text', ofText('text', { minLength: 6 }), 'TextTe'],
  ['a short text', ofText('text', { maxLength: 1 }), 'T'],
  ['an article number', ofText('identifier', { pattern: 'LAMP-\\d{4}' }), 'LAMP-0000'],
  ['an EAN', ofText('identifier', { format: 'ean13' }), '4006381333931'],
  ['an allowed text', ofText('text', { allowedValues: ['XXL', 'S'], maxLength: 2 }), 'S'],
  ['a text that nothing is known to match', ofText('text', { pattern: '(?i)abc' }), undefined],
  ['HTML without paragraphs', attributeOf('rich_text', { validation: { allowedTags: ['b'] } }), 'Text'],
  ['a number', attributeOf('number'), '1.5'],
  ['a whole number', attributeOf('number', { validation: { decimalPlaces: 0 } }), 1],
  ['a number between bounds', attributeOf('number', { validation: { min: '40', max: '50' } }), '40'],
  ['a number below 0', attributeOf('number', { validation: { max: '-2.5', decimalPlaces: 0 } }), -100],
  ['a date', attributeOf('date'), '2026-07-01'],
  ['a date in the past', attributeOf('date', { validation: { max: '2020-02-29' } }), '2020-02-29'],
  ['a moment', attributeOf('datetime'), '2026-07-01T08:30:00Z'],
  ['an option', attributeOf('select'), 'red'],
  ['options', attributeOf('multi_select', { validation: { minItems: 3 } }), ['red', 'blue', 'Green']],
  ['at most one option', attributeOf('multi_select', { validation: { maxItems: 1 } }), ['red']],
  ['more options than there are', attributeOf('multi_select', { validation: { minItems: 4 } }), undefined],
  ['an entity', attributeOf('entity'), 'Acme'],
  [
    'a price in the currencies that are asked for',
    attributeOf('price', { validation: { requiredCurrencies: ['CHF'], decimalPlaces: 0 } }),
    [{ amount: '1', currency: 'CHF' }],
  ],
  [
    'a measurement whose bounds are in another unit',
    attributeOf('measurement', { validation: { min: '40', max: '50', units: ['GRAM'] } }),
    { amount: '40000', unit: 'GRAM' },
  ],
  ['a file', attributeOf('media'), undefined],
])('shows %s', (_what, attribute, example) => {
  expect(exampleValue(attribute, metadata)).toEqual(example);
});
