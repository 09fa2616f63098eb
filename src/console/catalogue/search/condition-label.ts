import { localeTag, t, translateLabel } from '../../i18n/translate.ts';
import { inWords } from '../../ui/status-badge.tsx';
import { FALSE, TRUE } from '../values/cell-value.ts';
import {
  type Condition,
  expectsAmounts,
  expectsChoices,
  hasCurrency,
  toListCondition,
} from './conditions.ts';

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
const DATE_OPERATORS: Readonly<Record<string, string>> = {
  lt: t('before'),
  lte: t('until'),
  gt: t('after'),
  gte: t('since'),
};

/** Returns the label of an operator; those of timestamps differ. */
export const operatorLabel = (operator: string, type: string): string =>
  (type === 'datetime' || type === 'date' ? DATE_OPERATORS[operator] : undefined) ??
  OPERATORS[operator] ??
  translateLabel(inWords(operator));

/** Operators of chosen values in sentences, where `or` and `and` stand between the values. */
const WITH_CHOICES: Readonly<Record<string, string>> = {
  in: t('is'),
  nin: t('is not'),
  any: t('has'),
  all: t('has'),
  none: t('does not have'),
};

/** Maximum number of values that a sentence names. */
const MAX_NAMED_VALUES = 3;

function joinValues(labels: readonly string[], operator: string): string {
  const rest = labels.length - MAX_NAMED_VALUES;
  const visibleLabels =
    rest > 0 ? [...labels.slice(0, MAX_NAMED_VALUES), t('{count} more', { count: rest })] : labels;
  const type = operator === 'all' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat(localeTag, { type }).format(visibleLabels);
}

/** Labels that a sentence about a condition uses. */
export interface ConditionLabels {
  readonly ofValue: (field: string, value: string) => string;
  readonly ofField: (field: string) => string;
  /** Returns the label of a unit of a field. */
  readonly ofUnit: (field: string, unit: string) => string;
}

function formatValues(
  { field, operator, value, currency, unit }: Condition,
  type: string,
  labels: ConditionLabels,
) {
  if (operator === 'empty' || operator === 'last_days') return '';
  if (expectsAmounts(operator, type)) {
    const measure = currency ?? (unit === undefined ? '' : labels.ofUnit(field, unit));
    return `${value.replace(',', ' – ')} ${measure}`.trim();
  }
  if (type === 'boolean') return value === 'true' ? TRUE : FALSE;
  const valueLabels = value.split(',').map((one) => labels.ofValue(field, one));
  return expectsChoices(operator, type) ? joinValues(valueLabels, operator) : valueLabels.join(', ');
}

/** Returns a condition as a sentence: `Title is empty (de_DE)`, `Finish is Oak or Brass`. */
export function conditionLabel(of: Condition, type: string, labels: ConditionLabels): string {
  const condition = toListCondition(of, type);
  const { field, operator, value, channel, locale, currency, not } = condition;
  const scopeText = [locale, channel].filter((code) => code !== undefined).join(' · ');
  const at = scopeText === '' ? '' : `(${scopeText})`;
  if (operator === 'missing') {
    const list = formatValues(condition, type, labels);
    const gap = not === true ? t('Not missing: {list}', { list }) : t('Missing: {list}', { list });
    return `${gap} ${at}`.trim();
  }
  const verb = expectsChoices(operator, type)
    ? WITH_CHOICES[operator]
    : operatorLabel(operator === 'empty' ? `empty:${value}` : operator, type);
  const parts = [
    not === true ? t('Not:') : '',
    labels.ofField(field),
    hasCurrency(operator, type) ? (currency ?? '') : '',
    operator === 'last_days' ? t('in the last {count} days', { count: value }) : verb,
    formatValues(condition, type, labels),
    at,
  ];
  return parts.filter((word) => word !== '').join(' ');
}
