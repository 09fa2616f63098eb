import { decimalEquals } from '../../../kernel/decimal.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { convert, findUnit, type MeasurementFamily, toStandardUnit } from '../../measurement/index.ts';
import type { AttributeDefinition } from '../attribute-types.ts';
import { amountSchema, checkRange, describeAmount, exampleAmounts, readAmount } from './formats/amount.ts';
import { emptyScalar, enumSchema, NEVER_SCHEMA } from './json-schema.ts';
import { checkKeys } from './object-value.ts';
import {
  type CellContext,
  EMPTY_VALUE,
  problemAt,
  type SchemaMetadata,
  type ValueType,
} from './value-type.ts';

/** One measurement, as stored. */
export interface Measurement {
  readonly amount: string;
  readonly unit: string;
}

/** An amount in a unit of the attribute's family; `min` and `max` are compared in the standard unit. */
export const measurementValue: ValueType = {
  form: 'object',
  parse(value, attribute, context, scope) {
    if (value === '') return EMPTY_VALUE;
    const family = context.findMeasurementFamily(attribute.measurementFamily ?? '');
    if (!isJsonObject(value) || family === undefined) {
      const unit = attribute.defaultUnit ?? family?.standardUnit ?? 'KILOGRAM';
      const message = localized('measurement-expected', { attribute: attribute.code, unit });
      return { problems: [problemAt(scope, attribute, 'wrong-type', message, { value })] };
    }
    const problems = checkKeys(value, ['amount', 'unit'], attribute, scope);
    // Files and forms send "no measurement" as a unit without amount.
    if (value.amount === null || value.amount === '') return problems.length > 0 ? { problems } : EMPTY_VALUE;
    const unit = readUnit(value.unit, family, attribute, scope, problems);
    const amount = readAmount(value.amount, attribute, scope, ['amount']);
    if (amount.problem !== undefined) problems.push(amount.problem);
    else if (unit !== null) problems.push(...checkStandardRange(amount.text, unit, family, attribute, scope));
    if (problems.length > 0 || unit === null || amount.text === undefined) return { problems };
    return { value: { amount: amount.text, unit } };
  },
  same: (a, b) =>
    isMeasurement(a) && isMeasurement(b) && a.unit === b.unit && decimalEquals(a.amount, b.amount),
  jsonSchema(attribute, metadata) {
    const family = metadata.findMeasurementFamily(attribute.measurementFamily ?? '');
    if (family === undefined) return NEVER_SCHEMA;
    const { units } = attribute.validation;
    const description = describeAmount(attribute, ` ${family.standardUnit}`);
    const measurement = {
      type: 'object',
      properties: {
        // Bounds are in the standard unit, so they say nothing about the amount in another one.
        amount: { anyOf: amountSchema(attribute, metadata, {}) },
        unit: units === undefined ? unitsOf(family, metadata) : enumSchema(units),
      },
      required: ['amount', 'unit'],
      additionalProperties: false,
    };
    const forms = [measurement, metadata.refer('no_measurement', () => noMeasurement(metadata))];
    return { anyOf: forms, ...(description !== null && { description }) };
  },
  examples(attribute, { findMeasurementFamily }) {
    const family = findMeasurementFamily(attribute.measurementFamily ?? '');
    if (family === undefined) return [];
    const { standardUnit } = family;
    const units = attribute.validation.units ?? [attribute.defaultUnit ?? standardUnit, standardUnit];
    const amounts = exampleAmounts(attribute);
    const plain = units.flatMap((unit) => amounts.map((amount) => ({ amount, unit })));
    const converted = units.flatMap((unit) =>
      amounts.map((amount) => ({ amount: convert(amount, standardUnit, unit, family), unit })),
    );
    return [...plain, ...converted];
  },
};

const unitsOf = (family: MeasurementFamily, metadata: SchemaMetadata): JsonObject =>
  metadata.refer(`units:${family.code}`, () => enumSchema(family.units.map(({ code }) => code)));

const noMeasurement = (metadata: SchemaMetadata): JsonObject => ({
  type: 'object',
  properties: { amount: emptyScalar(metadata), unit: true },
  required: ['amount'],
  additionalProperties: false,
  description: 'No value.',
});

/** True for a stored measurement. */
export function isMeasurement(value: JsonValue): value is JsonObject & Measurement {
  return isJsonObject(value) && typeof value.amount === 'string' && typeof value.unit === 'string';
}

function readUnit(
  value: JsonValue | undefined,
  family: MeasurementFamily,
  attribute: AttributeDefinition,
  scope: CellContext,
  problems: FieldProblem[],
): string | null {
  const inside = ['unit'];
  if (typeof value !== 'string') {
    const code = value === undefined || value === null ? 'required' : 'wrong-type';
    const message = localized('unit-required', { attribute: attribute.code, family: family.code });
    const suggestions = [attribute.defaultUnit ?? family.standardUnit];
    problems.push(problemAt(scope, attribute, code, message, { value: value ?? null, suggestions, inside }));
    return null;
  }
  const unit = findUnit(family, value)?.code;
  const allowed = attribute.validation.units;
  if (unit !== undefined && (allowed === undefined || allowed.includes(unit))) return unit;
  const suggestions = suggest(value, allowed ?? family.units.map(({ code }) => code));
  const [code, message] =
    unit === undefined
      ? (['unit-not-in-family', localized('unit-not-in-family', { value, family: family.code })] as const)
      : (['value-not-allowed', localized('unit-not-allowed', { attribute: attribute.code, unit })] as const);
  problems.push(
    problemAt(scope, attribute, code, withSuggestions(message, suggestions), { value, suggestions, inside }),
  );
  return null;
}

function checkStandardRange(
  amount: string,
  unit: string,
  family: MeasurementFamily,
  attribute: AttributeDefinition,
  scope: CellContext,
): FieldProblem[] {
  const { min, max } = attribute.validation;
  if (min === undefined && max === undefined) return [];
  const standard = toStandardUnit(amount, unit, family);
  return checkRange(standard, attribute, scope, family.standardUnit, ['amount']);
}
