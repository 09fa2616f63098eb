import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { AttributeDefinition } from '../attribute-types.ts';
import { isCalendarDate, toUtcTimestamp } from './calendar.ts';
import { type CellPlace, EMPTY_VALUE, problemAt, type ValueType } from './value-type.ts';

/** The word that stands for the present day in `min` and `max` of dates. */
export const TODAY = 'today';

/** A day of the calendar, `YYYY-MM-DD`. */
export const dateValue: ValueType = {
  parse(value, attribute, context, place) {
    if (value === '') return EMPTY_VALUE;
    if (typeof value !== 'string' || !isCalendarDate(value)) {
      const code = typeof value === 'string' ? 'invalid-date' : 'wrong-type';
      const message = `'${attribute.code}' takes a date of the calendar as YYYY-MM-DD.`;
      return { problems: [problemAt(place, attribute, code, message, { value })] };
    }
    const { min, max } = attribute.validation;
    const problem = checkPeriod(
      value,
      min === TODAY ? context.today : min,
      max === TODAY ? context.today : max,
      attribute,
      place,
    );
    return problem === null ? { value } : { problems: [problem] };
  },
  same: (a, b) => a === b,
};

/** A moment, stored in UTC with milliseconds: `2026-07-01T08:30:00.000Z`. */
export const dateTimeValue: ValueType = {
  parse(value, attribute, _context, place) {
    if (value === '') return EMPTY_VALUE;
    const moment = typeof value === 'string' ? toUtcTimestamp(value) : null;
    if (moment === null) {
      const code = typeof value === 'string' ? 'invalid-date' : 'wrong-type';
      const message = `'${attribute.code}' takes a time with its offset from UTC, such as 2026-07-01T08:30:00Z.`;
      return { problems: [problemAt(place, attribute, code, message, { value })] };
    }
    const { min, max } = attribute.validation;
    const problem = checkPeriod(moment, min, max, attribute, place);
    return problem === null ? { value: moment } : { problems: [problem] };
  },
  same: (a, b) => a === b,
};

/** Dates and UTC times of one form compare as texts. */
function checkPeriod(
  value: string,
  min: string | undefined,
  max: string | undefined,
  attribute: AttributeDefinition,
  place: CellPlace,
): FieldProblem | null {
  if (min !== undefined && value < min) {
    return problemAt(place, attribute, 'below-minimum', `'${attribute.code}' is before ${min}.`, { value });
  }
  if (max !== undefined && value > max) {
    return problemAt(place, attribute, 'above-maximum', `'${attribute.code}' is after ${max}.`, { value });
  }
  return null;
}
