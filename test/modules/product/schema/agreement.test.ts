// Risk: the published schema of a product promises what a write refuses, or forbids what it takes.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldProblem } from '../../../../src/kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../../src/kernel/json.ts';
import { type AttributeDefinition, valueNotation } from '../../../../src/modules/attribute/index.ts';
import { toEcmaPattern } from '../../../../src/modules/attribute/value-types/patterns/pattern-output.ts';
import { exampleProduct, productSchema } from '../../../../src/modules/product/index.ts';
import { NO_VALUES } from '../../../../src/modules/values/cells/cells.ts';
import { mergeCells } from '../../../../src/modules/values/cells/merge-cells.ts';
import { readCellWrites } from '../../../../src/modules/values/cells/read-cell-writes.ts';
import { arbitraryAttribute, arbitraryValueEntry } from '../../../support/arbitrary-attributes.ts';
import { listedMetadata, structureOf } from '../../../support/structure.ts';
import { valueContext } from '../../../support/values.ts';

/** As strict about the schema itself as it can be. */
const ajv = new Ajv2020({ strict: true, strictTypes: true, strictTuples: true, strictRequired: true });
addFormats.default(ajv);

/** A validator of products with this one attribute. */
function validatorOf(attribute: AttributeDefinition, listed = listedMetadata()) {
  const { structure, set } = structureOf([attribute]);
  const validate = ajv.compile(productSchema(set, structure, listed));
  return (entry: JsonValue) => validate({ sku: 'SHOE', values: { [attribute.code]: entry } });
}

/** What the rules of writing find wrong with an entry. */
function problemsOf(attribute: AttributeDefinition, entry: JsonValue): readonly FieldProblem[] {
  const { writes, problems } = readCellWrites({ [attribute.code]: entry });
  return [...problems, ...mergeCells(NO_VALUES, writes, valueContext([attribute])).problems];
}

/** What was sent at the place of a problem. */
function sentAt(attribute: AttributeDefinition, entry: JsonValue, path: readonly string[]): unknown {
  let value: unknown = { values: { [attribute.code]: entry } };
  for (const key of path) value = (value as Record<string, unknown> | null)?.[key];
  return value;
}

/** Faults that the schema cannot express, each as narrowly as that can be said. */
function isBeyondSchema(
  attribute: AttributeDefinition,
  entry: JsonValue,
  { code, path }: FieldProblem,
): boolean {
  const { type, validation, scopable } = attribute;
  const sent = sentAt(attribute, entry, path);
  const isNumber = typeof sent === 'number';
  const isAmount = type === 'number' || type === 'price' || type === 'measurement';
  const { step = '', min = '0', decimalPlaces, negativeAllowed, pattern, format } = validation;
  switch (code) {
    case 'below-minimum':
    case 'above-maximum':
      if (type === 'measurement') return !(isNumber && sent < 0 && negativeAllowed === false);
      return !isNumber;
    case 'too-many-decimals':
      return !(isNumber && decimalPlaces === 0);
    case 'not-a-step':
      return !(isNumber && /^\d+$/.test(step) && Number(min) % Number(step) === 0);
    case 'wrong-type':
      return isAmount && isNumber && !isExact(sent);
    case 'too-long':
      return isAmount || (type === 'rich_text' && validation.maxLength !== undefined);
    case 'pattern-mismatch':
      return toEcmaPattern(pattern ?? '') === null;
    case 'invalid-format':
      return format === 'email' || format === 'url' || /[\0\ud800-\udfff]/.test(String(sent));
    case 'duplicate-item':
      return path.at(-1) === 'value' || type === 'price';
    case 'currency-not-enabled':
      return scopable && ['EUR', 'USD'].includes(String(sent));
    case 'checksum-invalid':
    case 'tag-not-allowed':
    case 'media-not-found':
    case 'mime-not-allowed':
    case 'file-too-large':
      return true;
    default:
      return false;
  }
}

/** Fractions of at most 15 digits and whole numbers up to 2^53 - 1 come through JSON as they were meant. */
function isExact(number: number): boolean {
  if (Number.isInteger(number)) return Number.isSafeInteger(number);
  return (
    String(number)
      .replace(/^-?0?\.?0*/, '')
      .replace('.', '').length <= 15
  );
}

/** What is taken by the rules for the convenience of senders and not told by the schema. */
function isTacitlyTaken(attribute: AttributeDefinition, entry: JsonValue): boolean {
  const cells = isJsonArray(entry) ? entry : [entry];
  return cells.some(
    (cell) =>
      isJsonObject(cell) &&
      isJsonArray(cell.value) &&
      cell.value.length === 0 &&
      valueNotation(attribute) !== 'list',
  );
}

const attributesWithEntries = arbitraryAttribute.chain((attribute) =>
  fc.tuple(
    fc.constant(attribute),
    fc.array(arbitraryValueEntry(attribute), { minLength: 12, maxLength: 12 }),
  ),
);

test('the schema and the rules of writing agree on any cells of any attribute', () => {
  const agree = fc.property(attributesWithEntries, ([attribute, entries]) => {
    const isValid = validatorOf(attribute);
    for (const entry of entries) {
      const problems = problemsOf(attribute, entry);
      const reported = problems.filter((problem) => !isBeyondSchema(attribute, entry, problem));
      const verdict = isValid(entry);
      // What the rules take is valid; what the schema takes has no fault that it could have told.
      if (verdict) expect({ entry, reported }).toEqual({ entry, reported: [] });
      else if (!isTacitlyTaken(attribute, entry))
        expect({ entry, problems }).not.toEqual({ entry, problems: [] });
    }
  });
  fc.assert(agree, { numRuns: 200 });
});

test('a schema that lists some of the options and entities only takes all of them', () => {
  const listed = listedMetadata(1);
  const takes = fc.property(
    attributesWithEntries.filter(([{ optionSet, entityType }]) => (optionSet ?? entityType) !== null),
    ([attribute, entries]) => {
      const isValid = validatorOf(attribute, listed);
      const validEntries = entries.filter((entry) => problemsOf(attribute, entry).length === 0);
      expect(validEntries.filter((entry) => !isValid(entry) && !isTacitlyTaken(attribute, entry))).toEqual(
        [],
      );
    },
  );
  fc.assert(takes, { numRuns: 50 });
});

test('the examples of a schema are valid, and so is the example of a product', () => {
  const valid = fc.property(fc.array(arbitraryAttribute, { minLength: 1, maxLength: 4 }), (attributes) => {
    const renamed = attributes.map((attribute, index) => ({ ...attribute, code: `thing_${index}` }));
    const { structure, set } = structureOf(renamed);
    const schema = productSchema(set, structure, listedMetadata());
    const example = exampleProduct(set, structure, listedMetadata());
    const validate = ajv.compile(schema);
    expect([validate(example), validate.errors]).toEqual([true, null]);

    const { writes, problems } = readCellWrites(example.values);
    expect([...problems, ...mergeCells(NO_VALUES, writes, valueContext(renamed)).problems]).toEqual([]);
    const exampleEntries = Object.entries(valuesOf(schema)).flatMap(([code, { examples = [] }]) =>
      examples.map((entry) => ({ code, entry })),
    );
    expect(exampleEntries).toEqual(
      Object.entries(example.values ?? {}).map(([code, entry]) => ({ code, entry })),
    );
  });
  fc.assert(valid, { numRuns: 50 });
});

type Described = Readonly<Record<string, { readonly examples?: readonly JsonValue[] }>>;

function valuesOf(schema: JsonObject): Described {
  const { properties } = schema as { properties: { values: { properties: Described } } };
  return properties.values.properties;
}
