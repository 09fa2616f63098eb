import { foldKey } from '../../kernel/codes.ts';
import { trimDecimal } from '../../kernel/decimal.ts';
import { Conflict } from '../../kernel/errors.ts';
import { fieldProblem, joinedMessages } from '../../kernel/field-problem.ts';
import type { Labels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { MeasurementFamily, MeasurementUnit } from './measurement-rules.ts';

/**
 * Returns the one stored form of a family: unit codes in the case they were first stored in, factors without trailing
 * zeros, no empty labels. What cannot be brought into form stays, for the rules to reject.
 */
export function canonicalFamily(
  next: MeasurementFamily,
  current: MeasurementFamily | null,
): MeasurementFamily {
  const units = next.units.map((unit) => canonicalUnit(unit, current?.units ?? []));
  const standard = units.find(({ code }) => foldKey(code) === foldKey(next.standardUnit));
  return { ...next, units, standardUnit: standard?.code ?? next.standardUnit };
}

function canonicalUnit(unit: MeasurementUnit, stored: readonly MeasurementUnit[]): MeasurementUnit {
  const storedUnit = stored.find(({ code }) => foldKey(code) === foldKey(unit.code));
  return {
    code: storedUnit?.code ?? unit.code,
    labels: canonicalLabels(unit.labels),
    symbol: unit.symbol,
    factor: trimDecimal(unit.factor),
    offset: trimDecimal(unit.offset),
  };
}

function canonicalLabels(labels: Readonly<Record<string, string | null>>): Labels {
  const texts = Object.entries(labels).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the units that a change takes away. */
export function removedUnits(next: MeasurementFamily, current: MeasurementFamily): readonly string[] {
  const remainingCodes = new Set(next.units.map(({ code }) => foldKey(code)));
  return current.units.filter(({ code }) => !remainingCodes.has(foldKey(code))).map(({ code }) => code);
}

/**
 * Rejects changes of the meaning of stored amounts once attributes measure in the family: its standard unit, and how a
 * unit leads to it. `next` is canonical.
 */
export function checkUnitChanges(
  next: MeasurementFamily,
  current: MeasurementFamily,
  attributes: readonly string[],
): Conflict | null {
  if (attributes.length === 0) return null;
  const users = { family: current.code, attributes: attributes.slice(0, 3) };
  const errors =
    next.standardUnit === current.standardUnit
      ? []
      : [
          fieldProblem(
            'immutable-property',
            ['standardUnit'],
            localized('standard-unit-fixed', { unit: current.standardUnit, ...users }),
            { value: next.standardUnit, suggestions: [current.standardUnit] },
          ),
        ];
  const stored = new Map(current.units.map((unit) => [unit.code, unit]));
  next.units.forEach((unit, index) => {
    const before = stored.get(unit.code);
    for (const field of ['factor', 'offset'] as const) {
      if (before === undefined || trimDecimal(before[field]) === unit[field]) continue;
      const message = localized(field === 'factor' ? 'unit-factor-fixed' : 'unit-offset-fixed', {
        unit: unit.code,
        ...users,
      });
      const path = ['units', String(index), field];
      errors.push(
        fieldProblem('immutable-property', path, message, {
          value: unit[field],
          suggestions: [before[field]],
        }),
      );
    }
  });
  if (errors.length === 0) return null;
  return new Conflict('immutable-property', joinedMessages(errors), { errors });
}
