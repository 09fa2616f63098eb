import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { AttributeDefinition, Validation } from '../attribute-types.ts';
import { isCalendarDate, toUtcTimestamp } from './formats/calendar.ts';
import { joinClauses } from './json-schema.ts';
import { type CellContext, EMPTY_VALUE, problemAt, type ValueType } from './value-type.ts';

/** The word that stands for the present day in `min` and `max` of dates. */
export const TODAY = 'today';

/** Years 0001 to 9999, for readers that do not judge `format`; which months have 31 days is left to that. */
const DATE = '^(?!0000)\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$';
const DATE_TIME = `${DATE.slice(0, -1)}[Tt ](?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$`;

/** A day of the calendar, `YYYY-MM-DD`. */
export const dateValue: ValueType = {
  form: 'scalar',
  parse(value, attribute, context, scope) {
    if (value === '') return EMPTY_VALUE;
    if (typeof value !== 'string' || !isCalendarDate(value)) {
      const code = typeof value === 'string' ? 'invalid-date' : 'wrong-type';
      const message = localized('date-expected', { attribute: attribute.code });
      return { problems: [problemAt(scope, attribute, code, message, { value })] };
    }
    const { min, max } = attribute.validation;
    const problem = checkPeriod(
      value,
      min === TODAY ? context.today : min,
      max === TODAY ? context.today : max,
      attribute,
      scope,
    );
    return problem === null ? { value } : { problems: [problem] };
  },
  same: (a, b) => a === b,
  jsonSchema: ({ validation }) => ({
    type: 'string',
    format: 'date',
    pattern: DATE,
    ...describePeriod(validation),
  }),
  examples: ({ validation: { min, max } }, { today }) => [
    today,
    ...[min, max].filter((bound) => bound !== undefined).filter((bound) => bound !== TODAY),
  ],
};

/** A time, stored in UTC with milliseconds: `2026-07-01T08:30:00.000Z`. */
export const dateTimeValue: ValueType = {
  form: 'scalar',
  parse(value, attribute, _context, scope) {
    if (value === '') return EMPTY_VALUE;
    const timestamp = typeof value === 'string' ? toUtcTimestamp(value) : null;
    if (timestamp === null) {
      const code = typeof value === 'string' ? 'invalid-date' : 'wrong-type';
      const message = localized('datetime-expected', { attribute: attribute.code });
      return { problems: [problemAt(scope, attribute, code, message, { value })] };
    }
    const { min, max } = attribute.validation;
    const problem = checkPeriod(timestamp, min, max, attribute, scope);
    return problem === null ? { value: timestamp } : { problems: [problem] };
  },
  same: (a, b) => a === b,
  jsonSchema: ({ validation }) => ({
    type: 'string',
    format: 'date-time',
    pattern: DATE_TIME,
    ...describePeriod(validation),
  }),
  examples: ({ validation: { min, max } }, { today }) => [
    `${today}T08:30:00Z`,
    ...[min, max].filter((bound) => bound !== undefined),
  ],
};

/** Returns the period in words: JSON Schema has no bounds for dates. */
function describePeriod({ min, max }: Validation): JsonObject {
  const constraints = [
    ...(min === undefined ? [] : [`not before ${min}`]),
    ...(max === undefined ? [] : [`not after ${max}`]),
  ];
  return constraints.length === 0 ? {} : { description: joinClauses(constraints) };
}

/** Dates and UTC times of one form compare as texts. */
function checkPeriod(
  value: string,
  min: string | undefined,
  max: string | undefined,
  attribute: AttributeDefinition,
  scope: CellContext,
): FieldProblem | null {
  if (min !== undefined && value < min) {
    return problemAt(
      scope,
      attribute,
      'below-minimum',
      localized('date-before-minimum', { attribute: attribute.code, min }),
      { value },
    );
  }
  if (max !== undefined && value > max) {
    return problemAt(
      scope,
      attribute,
      'above-maximum',
      localized('date-after-maximum', { attribute: attribute.code, max }),
      { value },
    );
  }
  return null;
}
