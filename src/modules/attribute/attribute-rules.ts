import { CODE_PATTERN, foldKey, LOCALE_PATTERN, RESERVED_ATTRIBUTE_CODES } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { findUnit } from '../measurement/index.ts';
import { ATTRIBUTE_TYPES, type AttributeDefinition, type RequiredReference } from './attribute-types.ts';
import { canonicalValidation, checkValidation, type ReportProblem } from './validation-rules.ts';
import type { CellContext, ValueTypeContext } from './value-types/value-type.ts';
import { parseValue } from './value-types/value-types.ts';

/**
 * Returns all faults of an attribute in itself; empty when it can be stored. Whether its group, option set and entity
 * type exist is the caller's to look up. Paths are in camelCase: `["validation", "min"]`.
 */
export function checkAttributeRules(
  definition: AttributeDefinition,
  context: ValueTypeContext,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const report: ReportProblem = (code, path, message, value = null, suggestions = []) =>
    problems.push(fieldProblem(code, path, message, { attribute: definition.code, value, suggestions }));
  checkCode(definition.code, report);
  checkAbilities(definition, report);
  checkReferences(definition, context, report);
  checkValidation(definition, context, report);
  // A default can only be judged by rules that are sound themselves.
  if (problems.length === 0) problems.push(...checkDefault(definition, context));
  return problems;
}

function checkCode(code: string, report: ReportProblem): void {
  if (!CODE_PATTERN.test(code)) {
    report('invalid-code', ['code'], localized('code-characters'), code);
  } else if (RESERVED_ATTRIBUTE_CODES.has(foldKey(code))) {
    report('reserved-code', ['code'], localized('code-reserved', { ref: code }), code);
  }
}

function checkAbilities(definition: AttributeDefinition, report: ReportProblem): void {
  const { type, localizable, scopable, unique, searchable, availableLocales } = definition;
  const metadata = ATTRIBUTE_TYPES[type];
  const refuse = (property: string, message: Message) => report('value-not-allowed', [property], message);
  if (localizable && !metadata.canBeLocalizable)
    refuse('localizable', localized('type-not-localizable', { type }));
  if (scopable && !metadata.canBeScopable) refuse('scopable', localized('type-not-scopable', { type }));
  if (unique && !metadata.canBeUnique) refuse('unique', localized('type-not-unique', { type }));
  if (!unique && metadata.alwaysUnique) refuse('unique', localized('type-always-unique', { type }));
  if (searchable && !metadata.canBeSearchable)
    refuse('searchable', localized('type-not-searchable', { type }));
  if (availableLocales?.length === 0) {
    report('too-few-items', ['availableLocales'], localized('locales-required'));
  }
  availableLocales?.forEach((locale, index) => {
    if (LOCALE_PATTERN.test(locale)) return;
    report('invalid-format', ['availableLocales', String(index)], localized('locale-form'), locale);
  });
}

const REFERENCES: readonly RequiredReference[] = ['optionSet', 'measurementFamily', 'entityType'];

function checkReferences(
  definition: AttributeDefinition,
  context: ValueTypeContext,
  report: ReportProblem,
): void {
  const { needs } = ATTRIBUTE_TYPES[definition.type];
  for (const reference of REFERENCES) {
    const value = definition[reference];
    if (reference === needs && value === null) {
      report('required', [reference], localized('attribute-reference-required', { type: definition.type }));
    } else if (reference !== needs && value !== null) {
      report(
        'value-not-allowed',
        [reference],
        localized('attribute-reference-not-allowed', { type: definition.type }),
        value,
      );
    }
  }
  checkDefaultUnit(definition, context, report);
}

function checkDefaultUnit(
  definition: AttributeDefinition,
  context: ValueTypeContext,
  report: ReportProblem,
): void {
  const { defaultUnit, measurementFamily, type } = definition;
  if (type !== 'measurement') {
    if (defaultUnit === null) return;
    report(
      'value-not-allowed',
      ['defaultUnit'],
      localized('attribute-reference-not-allowed', { type }),
      defaultUnit,
    );
    return;
  }
  if (measurementFamily === null) return;
  const family = context.findMeasurementFamily(measurementFamily);
  if (family === undefined) {
    const message = localized('not-found', { kind: 'measurement family', ref: measurementFamily });
    report('reference-not-found', ['measurementFamily'], message, measurementFamily);
  } else if (defaultUnit !== null && findUnit(family, defaultUnit) === undefined) {
    const units = family.units.map(({ code }) => code);
    const suggestions = suggest(defaultUnit, units);
    const message = withSuggestions(
      localized('unit-not-in-family', { value: defaultUnit, family: family.code }),
      suggestions,
    );
    report('unit-not-in-family', ['defaultUnit'], message, defaultUnit, suggestions);
  }
}

function checkDefault(definition: AttributeDefinition, context: ValueTypeContext): readonly FieldProblem[] {
  if (definition.defaultValue === null) return [];
  if (definition.unique) {
    const message = localized('unique-without-default');
    return [fieldProblem('value-not-allowed', ['defaultValue'], message, { attribute: definition.code })];
  }
  const canonical = canonicalRules(definition, context);
  return parseValue(definition.defaultValue, canonical, context, DEFAULT_PLACE).problems ?? [];
}

const DEFAULT_PLACE: CellContext = {
  path: ['defaultValue'],
  channel: null,
  locale: null,
  current: null,
  channelCurrencies: null,
};

/**
 * Returns the attribute as it is stored: numbers, times, units, currencies and the default value in their canonical
 * form, so that values are compared without reading the rules anew. For definitions without problems.
 */
export function canonicalAttribute(
  definition: AttributeDefinition,
  context: ValueTypeContext,
): AttributeDefinition {
  const canonical = canonicalRules(definition, context);
  const defaultValue = parseValue(definition.defaultValue, canonical, context, DEFAULT_PLACE).value ?? null;
  return { ...canonical, defaultValue };
}

function canonicalRules(definition: AttributeDefinition, context: ValueTypeContext): AttributeDefinition {
  const family = context.findMeasurementFamily(definition.measurementFamily ?? '');
  const { defaultUnit } = definition;
  return {
    ...definition,
    defaultUnit:
      family === undefined || defaultUnit === null
        ? defaultUnit
        : (findUnit(family, defaultUnit)?.code ?? null),
    validation: canonicalValidation(definition, context),
  };
}
