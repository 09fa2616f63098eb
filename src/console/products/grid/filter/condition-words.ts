import { t, tCode } from '../../../language/t.ts';
import { inWords } from '../../../ui/status-badge.tsx';
import { type Condition, takesPrice } from './conditions.ts';
import { fieldLabel } from './field-label.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  eq: t('is'),
  ne: t('is not'),
  in: t('is one of'),
  nin: t('is none of'),
  lt: t('is less than'),
  lte: t('is at most'),
  gt: t('is greater than'),
  gte: t('is at least'),
  between: t('is between'),
  any: t('has one of'),
  all: t('has all of'),
  none: t('has none of'),
  'empty:true': t('is empty'),
  'empty:false': t('has a value'),
  missing: t('is missing'),
  last_days: t('in the last … days'),
};
const MOMENTS: Readonly<Record<string, string>> = {
  lt: t('before'),
  lte: t('until'),
  gt: t('after'),
  gte: t('since'),
};

/** The words of an operator; those of moments differ. */
export const operatorLabel = (operator: string, type: string): string =>
  (type === 'datetime' || type === 'date' ? MOMENTS[operator] : undefined) ??
  OPERATORS[operator] ??
  tCode(inWords(operator));

/** A condition as a sentence: `Title is empty (de_DE)`. */
export function conditionWords(
  condition: Condition,
  type: string,
  labelOfValue: (field: string, value: string) => string,
  labelOfField: (field: string) => string = fieldLabel,
): string {
  const { field, operator, value, channel, locale, currency, not } = condition;
  const isFlag = operator === 'empty';
  const values = isFlag
    ? ''
    : takesPrice(operator, type)
      ? `${value.replace(',', ' – ')} ${currency ?? ''}`
      : value
          .split(',')
          .map((one) => labelOfValue(field, one))
          .join(', ');
  const place = [locale, channel].filter((code) => code !== undefined).join(' · ');
  const words = [
    not === true ? t('Not:') : '',
    labelOfField(field),
    operator === 'last_days'
      ? t('in the last {count} days', { count: value })
      : operatorLabel(isFlag ? `empty:${value}` : operator, type),
    operator === 'last_days' ? '' : values,
    place === '' ? '' : `(${place})`,
  ];
  return words.filter((word) => word !== '').join(' ');
}
