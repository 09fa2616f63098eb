import { CODE_PATTERN, foldKey } from '../../kernel/codes.ts';
import { roundDecimal, scaleDecimal, unscaleDecimal } from '../../kernel/decimal.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { Labels } from '../../kernel/labels.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';

/** A unit; a value in the standard unit is `amount × factor + offset`. */
export interface MeasurementUnit {
  readonly code: string;
  readonly labels: Labels;
  readonly symbol: string;
  /** Decimal text above 0. */
  readonly factor: string;
  /** Decimal text, `"0"` for all but temperatures. */
  readonly offset: string;
}

export interface MeasurementFamily {
  readonly code: string;
  readonly labels: Labels;
  readonly standardUnit: string;
  readonly units: readonly MeasurementUnit[];
}

/**
 * Places of an amount in the standard unit. More than stored amounts have, so that milligrams keep their digits
 * in kilograms; fewer than the factors have, so that 212 °F is 373.15 K and not a hair less.
 */
const STANDARD_PLACES = 18;
/** Enough for any factor, whatever its size: 1/231, π/180. */
const FACTOR_PATTERN = /^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,40})?$/;

const unitsByFamily = new WeakMap<MeasurementFamily, ReadonlyMap<string, MeasurementUnit>>();

/** Returns the unit of a code, case-insensitively. */
export function findUnit(family: MeasurementFamily, code: string): MeasurementUnit | undefined {
  let units = unitsByFamily.get(family);
  if (units === undefined) {
    units = new Map(family.units.map((unit) => [foldKey(unit.code), unit]));
    unitsByFamily.set(family, units);
  }
  return units.get(foldKey(code));
}

const unitsByNameOfFamily = new WeakMap<MeasurementFamily, ReadonlyMap<string, readonly MeasurementUnit[]>>();

/** Returns the symbol and the labels of a unit, each once. */
const namesOf = ({ symbol, labels }: MeasurementUnit): ReadonlySet<string> =>
  // Units of earlier releases may lack a symbol.
  new Set([symbol, ...Object.values(labels)].flatMap((name) => (name ? [foldKey(name)] : [])));

/**
 * Returns the unit of a code, a symbol or a label in any language, as people write it; undefined where no unit or more
 * than one has the name. Symbols count in their case first, because `mW` and `MW` differ.
 */
export function findUnitByName(family: MeasurementFamily, name: string): MeasurementUnit | undefined {
  let unitsByName = unitsByNameOfFamily.get(family);
  if (unitsByName === undefined) {
    const names = new Map<string, MeasurementUnit[]>();
    for (const unit of family.units)
      for (const one of namesOf(unit)) names.set(one, [...(names.get(one) ?? []), unit]);
    unitsByName = names;
    unitsByNameOfFamily.set(family, names);
  }
  const text = name.trim();
  if (text === '') return undefined;
  const exact = findUnit(family, text) ?? family.units.find(({ symbol }) => symbol === text);
  const [unit, ...others] = unitsByName.get(foldKey(text)) ?? [];
  return exact ?? (others.length === 0 ? unit : undefined);
}

/**
 * Returns the amount in the family's standard unit, to 18 places without trailing zeros: equal quantities give equal
 * texts, whatever their units.
 * @throws when the family has no such unit: resolve it first with {@link findUnit}.
 */
export function toStandardUnit(amount: string, unit: string, family: MeasurementFamily): string {
  const { factor, offset } = requireUnit(family, unit);
  return roundDecimal(scaleDecimal(amount, factor, offset), STANDARD_PLACES);
}

/**
 * Returns the same quantity in another unit, rounded once to at most 12 places, without trailing zeros. An amount that
 * is already in that unit comes back as it is, with its scale.
 * @throws when the family lacks one of the units.
 */
export function convert(amount: string, from: string, to: string, family: MeasurementFamily): string {
  const source = requireUnit(family, from);
  const target = requireUnit(family, to);
  if (source === target) return amount;
  return unscaleDecimal(scaleDecimal(amount, source.factor, source.offset), target.factor, target.offset);
}

/** Returns the faults in the definition of a family; empty when it can be stored. */
export function checkMeasurementFamily(family: MeasurementFamily): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const report = (code: FieldProblem['code'], path: string[], message: Message, value: string) =>
    problems.push(fieldProblem(code, path, message, { value }));
  if (!CODE_PATTERN.test(family.code)) {
    report('invalid-code', ['code'], localized('unit-code-characters'), family.code);
  }
  const seenCodes = new Set<string>();
  family.units.forEach((unit, index) => {
    const path = (key: string) => ['units', String(index), key];
    if (!CODE_PATTERN.test(unit.code)) {
      report('invalid-code', path('code'), localized('unit-code-characters'), unit.code);
    }
    if (seenCodes.has(foldKey(unit.code))) {
      report(
        'duplicate-item',
        path('code'),
        localized('named-twice', { kind: 'unit', ref: unit.code }),
        unit.code,
      );
    }
    seenCodes.add(foldKey(unit.code));
    if (!isFactor(unit.factor)) {
      report('invalid-format', path('factor'), localized('unit-factor'), unit.factor);
    }
    if (!FACTOR_PATTERN.test(unit.offset)) {
      report('invalid-format', path('offset'), localized('unit-offset'), unit.offset);
    }
  });
  const standard = family.units.find((unit) => foldKey(unit.code) === foldKey(family.standardUnit));
  if (standard === undefined) {
    report('unit-not-in-family', ['standardUnit'], localized('standard-unit-missing'), family.standardUnit);
  } else if (standard.factor !== '1' || standard.offset !== '0') {
    report('value-not-allowed', ['standardUnit'], localized('standard-unit-neutral'), family.standardUnit);
  }
  return problems;
}

function isFactor(text: string): boolean {
  return FACTOR_PATTERN.test(text) && !text.startsWith('-') && /[1-9]/.test(text);
}

function requireUnit(family: MeasurementFamily, code: string): MeasurementUnit {
  const unit = findUnit(family, code);
  if (unit === undefined) throw new Error(`The measurement family '${family.code}' has no unit '${code}'.`);
  return unit;
}
