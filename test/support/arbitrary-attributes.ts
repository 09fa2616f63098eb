import fc from 'fast-check';
import type { JsonValue } from '../../src/kernel/json.ts';
import {
  ATTRIBUTE_TYPES,
  type AttributeDefinition,
  type AttributeType,
  canonicalAttribute,
  checkAttributeRules,
  exampleValue,
  type Validation,
} from '../../src/modules/attribute/index.ts';
import { listedMetadata } from './structure.ts';
import { attributeOf, valueTypeContext } from './values.ts';

const TYPES = Object.keys(ATTRIBUTE_TYPES) as AttributeType[];
/** Types whose rules are many are tried more often. */
const TRIED = [...TYPES, 'number', 'number', 'price', 'measurement', 'multi_select'] as const;
const DECIMALS = ['-10', '-2.5', '0', '0.5', '1', '3', '10', '99.99', '1000'];
const DATES = ['2020-02-29', '2026-07-01', '2026-12-31', 'today'];
const TIMES = ['2020-01-01T00:00:00Z', '2026-07-01T10:00:00+02:00'];
const PATTERNS = ['[A-Z]{2,3}-\\d+', '(?i)abc|de', '\\w+( \\w+)?', '[^x]*', 'a.c', 'S|M|L', '\\pL+'];

function boundsOf(type: AttributeType): fc.Arbitrary<string> {
  if (type === 'date') return fc.constantFrom(...DATES);
  return type === 'datetime' ? fc.constantFrom(...TIMES) : fc.constantFrom(...DECIMALS);
}

/** Random rules by name; those that a type does not know are dropped. */
function rulesOf(type: AttributeType): fc.Arbitrary<Validation> {
  const some = <Value>(items: readonly Value[]) => fc.subarray([...items], { minLength: 1 });
  const rules = {
    minLength: fc.integer({ min: 1, max: 4 }),
    maxLength: fc.integer({ min: 2, max: 12 }),
    pattern: fc.constantFrom(...PATTERNS),
    format: fc.constantFrom(undefined, ...ATTRIBUTE_TYPES[type].formats),
    allowedValues: some(['S', 'M', 'L', 'abc', 'AB-1']),
    min: boundsOf(type),
    max: boundsOf(type),
    decimalPlaces: fc.constantFrom(0, 0, 2),
    negativeAllowed: fc.boolean(),
    step: fc.constantFrom('0.5', '1', '3', '10'),
    minItems: fc.integer({ min: 1, max: 2 }),
    maxItems: fc.integer({ min: 1, max: 3 }),
    allowedTags: some(['p', 'b', 'a']),
    requiredCurrencies: some(['EUR', 'USD']),
    units: some(['KILOGRAM', 'GRAM']),
    mimeTypes: some(['image/*', 'application/pdf']),
    maxSize: fc.constantFrom(1, 1_000_000),
  } as const;
  const keys = ATTRIBUTE_TYPES[type].validationKeys.filter((key) => key in rules);
  const rate = { freq: type === 'number' || type === 'price' ? 3 : 2 };
  const known = keys.map((key) => [key, fc.option<unknown>(rules[key as keyof typeof rules], rate)]);
  // Rules that nobody set are not there at all.
  return fc
    .record(Object.fromEntries(known) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
    .map((chosen) =>
      Object.fromEntries(Object.entries(chosen).filter(([, rule]) => (rule ?? null) !== null)),
    );
}

/** Any attribute that can be stored, of any type that is there. */
export const arbitraryAttribute: fc.Arbitrary<AttributeDefinition> = fc
  .constantFrom(...TRIED)
  .chain((type) =>
    fc.record({
      type: fc.constant(type),
      validation: rulesOf(type),
      localizable: fc.boolean(),
      scopable: fc.boolean(),
      availableLocales: fc.option(fc.subarray(['en_US', 'de_DE', 'fr_FR'], { minLength: 1 }), { freq: 2 }),
    }),
  )
  .map(({ type, localizable, availableLocales, ...more }) => {
    const perLocale = localizable && ATTRIBUTE_TYPES[type].canBeLocalizable;
    return attributeOf(type, {
      ...more,
      code: 'thing',
      localizable: perLocale,
      availableLocales: perLocale ? availableLocales : null,
    });
  })
  .filter((attribute) => checkAttributeRules(attribute, valueTypeContext()).length === 0)
  .map((attribute) => canonicalAttribute(attribute, valueTypeContext()));

const TEXTS = ['abc', 'ABC', 'AB-12', 'S', 'M', 'a b', 'x', 'a\nc', '👟👟', '<p>Text</p>', '<i>x</i>'];
const FORMATTED = [
  ...[
    'jo@example.com',
    'käse@bücher.example',
    'jo@localhost',
    'https://example.com',
    'https://',
    'ftp://x.org',
  ],
  ...['trail-shoe', 'a--b', '#fff', '#12', '4006381333931', '4006381333932', '036000291452', '96385074'],
  ...['978-3-16-148410-0', '9783161484101', 'B00EXAMPLE', '080442957X', '0804429570', 'A1-200/b', ' A1'],
];
const NUMBERS = [0, 1, 2, 3, -1, -2.5, 0.5, 0.25, 10, 99.99, 1000, 1e3, 2 ** 60, 0.1234567890123456, -0];
const NUMERALS = [
  '0',
  '1',
  '19.90',
  '-3',
  '1e3',
  '1.50000',
  '.5',
  '5.',
  'abc',
  '-0',
  '1'.repeat(40),
  '2.505',
];
const MOMENTS = [
  ...[
    '2026-07-01',
    '2026-02-30',
    '0000-01-01',
    '2020-02-29',
    '2026-13-01',
    '26-07-01',
    '2026-07-01T10:00:00Z',
  ],
  ...['2026-07-01 10:00:00+02:00', '2026-07-01T10:00:60Z', '2026-07-01T10:00:00', '2026-07-01T24:00:00Z'],
  ...['2016-12-31T23:59:60Z', '2026-07-01t10:00:00.123456789z', '2026-07-01T10:00:00+0200'],
];
const CODES = ['red', 'blue', 'Green', 'beige', 'rood', 'Acme', 'Globex', 'Initech', 'Shoe-Front', 'no file'];

const anyText = fc.oneof(fc.constantFrom(...TEXTS, ...FORMATTED, ...CODES), fc.string({ maxLength: 14 }));
const anyAmount = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<JsonValue>(...NUMBERS, ...NUMERALS) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>(null, '', true) },
);
const anyPrice = fc.record(
  {
    amount: anyAmount,
    currency: fc.constantFrom<JsonValue>('EUR', 'USD', 'CHF', 'GBP', 5),
    note: fc.constant('x'),
  },
  { requiredKeys: ['amount', 'currency'] },
);
const anyMeasurement = fc.record(
  { amount: anyAmount, unit: fc.constantFrom<JsonValue>('KILOGRAM', 'GRAM', 'POUND', 'METER', null) },
  { requiredKeys: ['amount'] },
);
const anything = fc.oneof(
  fc.constantFrom<JsonValue>(true, false, null, '', [], {}, ['red', 'red'], { amount: '1' }),
  anyText,
  anyAmount,
  anyPrice as fc.Arbitrary<JsonValue>,
);

/** Values that an attribute of a type takes, or nearly takes. */
function likelyValue(type: AttributeType): fc.Arbitrary<JsonValue> {
  switch (type) {
    case 'number':
      return anyAmount;
    case 'boolean':
      return fc.boolean();
    case 'date':
    case 'datetime':
      return fc.constantFrom(...MOMENTS);
    case 'select':
    case 'entity':
    case 'media':
      return fc.constantFrom(...CODES);
    case 'multi_select':
    case 'entity_list':
    case 'media_list':
      return fc.array(fc.constantFrom(...CODES), { maxLength: 4 });
    case 'price':
      return fc.array(anyPrice, { maxLength: 3 }) as fc.Arbitrary<JsonValue>;
    case 'measurement':
      return anyMeasurement as fc.Arbitrary<JsonValue>;
    default:
      return anyText;
  }
}

/** Where an attribute has values, now and then with something missing, wrong or too much. */
function anyPlace({ localizable, scopable }: AttributeDefinition): fc.Arbitrary<object> {
  const right = fc.record({
    ...(localizable && { locale: fc.constantFrom('en_US', 'de_DE', 'fr_FR') }),
    ...(scopable && { channel: fc.constantFrom('ecommerce', 'print') }),
  });
  const wrong = fc.record(
    {
      locale: fc.constantFrom('en_US', 'xx_XX', null, 5),
      channel: fc.constantFrom('print', 'moon', null, 5),
      source: fc.constantFrom('own', 'stolen', null),
      in_set: fc.boolean(),
      color: fc.constant('red'),
    },
    { requiredKeys: [] },
  );
  return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

const exampleMetadata = () => ({ ...listedMetadata(), ...valueTypeContext() });

/** What somebody may send under an attribute in `values`: good cells, bad cells, and no cells at all. */
export function arbitraryValueEntry(attribute: AttributeDefinition): fc.Arbitrary<JsonValue> {
  const example = exampleValue(attribute, exampleMetadata()) ?? null;
  const value = fc.oneof(
    { weight: 2, arbitrary: fc.constant(example) },
    { weight: 6, arbitrary: likelyValue(attribute.type) },
    { weight: 1, arbitrary: anything },
  );
  const cell = fc
    .record({ place: anyPlace(attribute), value })
    .map(({ place, value: held }) => ({ ...place, value: held }) as JsonValue);
  return fc.oneof(
    { weight: 5, arbitrary: cell },
    { weight: 2, arbitrary: fc.array(cell, { maxLength: 2 }) as fc.Arbitrary<JsonValue> },
    { weight: attribute.localizable || attribute.scopable ? 1 : 3, arbitrary: value },
    { weight: 1, arbitrary: anything },
  );
}
