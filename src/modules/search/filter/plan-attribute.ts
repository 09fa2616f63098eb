import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest } from '../../../kernel/suggestion.ts';
import { ATTRIBUTE_TYPES, type AttributeDefinition } from '../../attribute/index.ts';
import type { AttributeCondition } from './filter.ts';
import { normalizeText, wordsOf } from './normalize-text.ts';
import { and, type CellTest, not, type Plan, type Range, type TextMatch } from './plan.ts';
import { atPath, type PlanContext } from './plan-context.ts';
import { readKeys, readNumbers } from './read-operand.ts';
import { dayOf, isNumeric } from './value-keys.ts';

/** Operators on attributes with their names in the grammar. */
const OPERATORS = {
  eq: 'eq',
  ne: 'ne',
  in: 'in',
  nin: 'nin',
  lt: 'lt',
  lte: 'lte',
  gt: 'gt',
  gte: 'gte',
  between: 'between',
  any: 'any',
  all: 'all',
  none: 'none',
  count: 'count',
  contains: 'contains',
  notContains: 'not_contains',
  startsWith: 'starts_with',
  endsWith: 'ends_with',
  match: 'match',
  lastDays: 'last_days',
  nextDays: 'next_days',
  empty: 'empty',
} as const satisfies Partial<Record<keyof AttributeCondition, string>>;
type Operator = keyof typeof OPERATORS;

const OPEN: Range = { from: null, to: null, fromIncluded: true, toIncluded: true };
const DAY_MS = 86_400_000;

/** One operator of a condition, with everything that its plan depends on. */
interface Comparison {
  readonly attribute: AttributeDefinition;
  readonly operator: Operator;
  readonly operand: unknown;
  /** The currency that `empty` is about; null for all. */
  readonly currency: string | null;
  /** Planning at the path of the operand. */
  readonly planning: PlanContext;
  /** Returns the plan that the cells of the condition's scope pass a test: at least one of them, or each. */
  holds(test: CellTest): Plan;
  /** Returns the plan that none of the cells passes. */
  fails(test: CellTest): Plan;
}

/** Returns the plans of a condition on an attribute; all must hold. `planContext` is that of the channel and locale it names. */
export function planAttribute(condition: AttributeCondition, planContext: PlanContext): Plan[] {
  const attribute = findAttribute(condition.attribute, atPath(planContext, 'attribute'));
  if (attribute === undefined) return [];
  if (!attribute.filterable) {
    const message = localized('attribute-not-filterable', { attribute: attribute.code });
    const details = { attribute: attribute.code };
    planContext.problems.add('invalid-operator', 'value-not-allowed', planContext.path, message, details);
    return [];
  }
  const { channel, locale } = planContext.cellScope;
  // An attribute that is the same everywhere has its values in no channel or locale of their own.
  const cellScope = {
    channel: attribute.scopable ? channel : null,
    locale: attribute.localizable ? locale : null,
  };
  const scope = condition.scope ?? 'any';
  const currency = currencyOf(condition, attribute, atPath(planContext, 'currency'));
  const cells = { attribute: attribute.code, cellScope };
  const operators = operatorsIn(condition, attribute);
  if (operators.length === 0) {
    const message = localized('condition-without-operator', { attribute: attribute.code });
    planContext.problems.add('validation-failed', 'required', planContext.path, message);
  }
  const comparisons = operators.flatMap((operator): Comparison[] => {
    const comparison: Comparison = {
      attribute,
      operator,
      operand: operandOf(condition, operator, attribute),
      currency,
      planning: atPath(planContext, operator),
      holds: (test) => ({ kind: 'value', value: { ...cells, scope, test } }),
      fails: (test) => not({ kind: 'value', value: { ...cells, scope: 'any', test } }),
    };
    return isAllowed(comparison) ? [comparison] : [];
  });
  const bounds = comparisons.flatMap((comparison) =>
    isBound(comparison.operator) ? boundOf(comparison, comparison.operator) : [],
  );
  return [
    ...comparisons.flatMap((comparison) => (isBound(comparison.operator) ? [] : planOperator(comparison))),
    ...joined(bounds).map((test): Plan => ({ kind: 'value', value: { ...cells, scope, test } })),
  ];
}

type BoundOperator = 'lt' | 'lte' | 'gt' | 'gte';
const isBound = (operator: Operator): operator is BoundOperator =>
  operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte';

type RangeTest = Extract<CellTest, { kind: 'range' }>;

/** Bounds as one range for each currency: they are meant of one and the same value. */
function joined(bounds: readonly RangeTest[]): RangeTest[] {
  const byCurrency = Map.groupBy(bounds, ({ currency }) => currency);
  return [...byCurrency].map(([currency, tests]) => ({
    kind: 'range',
    currency,
    range: tests.map(({ range }) => range).reduce(both),
  }));
}

/** Returns the intersection of two ranges. */
function both(one: Range, other: Range): Range {
  const lower = isNarrower(one, other, 'from') ? one : other;
  const upper = isNarrower(one, other, 'to') ? one : other;
  return {
    from: lower.from,
    fromIncluded: lower.fromIncluded,
    to: upper.to,
    toIncluded: upper.toIncluded,
  };
}

function isNarrower(one: Range, other: Range, end: 'from' | 'to'): boolean {
  const [bound, against] = [one[end], other[end]];
  if (bound === null || against === null) return against === null;
  if (bound === against) return !(end === 'from' ? one.fromIncluded : one.toIncluded);
  return end === 'from' ? bound > against : bound < against;
}

const isListType = ({ type }: AttributeDefinition) => ATTRIBUTE_TYPES[type].operators.includes('any');

/**
 * Returns the operators of a condition: a bare list means "any of" where values are lists, as it means "one of"
 * elsewhere.
 */
function operatorsIn(condition: AttributeCondition, attribute: AttributeDefinition): Operator[] {
  const usedOperators = (Object.keys(OPERATORS) as Operator[]).filter((key) => condition[key] !== undefined);
  return isListType(attribute)
    ? usedOperators.map((operator) => (operator === 'in' ? 'any' : operator))
    : usedOperators;
}

/** Returns the operand; a bare item stands for the list of it. */
function operandOf(condition: AttributeCondition, operator: Operator, attribute: AttributeDefinition) {
  const own = condition[operator];
  const operand = own === undefined && operator === 'any' ? condition.in : own;
  const isBare = operator === 'eq' && operand !== null && isListType(attribute) && !Array.isArray(operand);
  return isBare ? [operand] : operand;
}

/** Returns the attribute of a code; a problem when there is none. */
export function findAttribute(
  code: string,
  { structure, problems, path }: PlanContext,
): AttributeDefinition | undefined {
  const attribute = structure.attributes.get(foldKey(code));
  const attributeCodes = [...structure.attributes.values()].map((one) => one.code);
  if (attribute === undefined)
    problems.missing('attribute-not-found', path, 'attribute', code, attributeCodes, 'unknown-attribute');
  return attribute;
}

function isAllowed({ attribute, operator, operand, planning: { problems, path } }: Comparison): boolean {
  const allowed = ATTRIBUTE_TYPES[attribute.type].operators;
  const word = OPERATORS[operator];
  const { code } = attribute;
  if (!allowed.includes(word)) {
    const message = localized('operator-not-of-type', {
      operator: word,
      attribute: code,
      type: attribute.type,
      list: allowed,
    });
    const details = { attribute: code, value: word, suggestions: suggest(word, allowed) };
    problems.add('invalid-operator', 'value-not-allowed', path, message, details, allowed);
    return false;
  }
  if (operand !== null) return true;
  const message = localized('null-not-an-operand', { operator: word });
  problems.add('validation-failed', 'wrong-type', path, message, { attribute: code, suggestions: ['empty'] });
  return false;
}

/** Returns the currency that a condition names beside `empty`; null where it names none. */
function currencyOf(
  { currency, empty }: AttributeCondition,
  { code, type }: AttributeDefinition,
  { structure, problems, path }: PlanContext,
): string | null {
  if (currency === undefined || currency === null) return null;
  if (type !== 'price' || empty === undefined) {
    const message = localized('filter-currency-of-empty');
    const details = { attribute: code, value: currency };
    problems.add('validation-failed', 'value-not-allowed', path, message, details);
    return null;
  }
  const currencyCode = structure.allCurrencies.get(foldKey(currency));
  if (currencyCode === undefined)
    problems.missing('currency-not-enabled', path, 'currency', currency, structure.allCurrencies.values());
  return currencyCode ?? null;
}

/** Returns the plans of all operators but bounds. */
function planOperator(comparison: Comparison): Plan[] {
  const { operator, operand, currency, holds, fails } = comparison;
  switch (operator) {
    case 'empty': {
      const filledTest: CellTest =
        currency === null ? { kind: 'filled' } : { kind: 'range', currency, range: OPEN };
      return [operand === true ? fails(filledTest) : holds(filledTest)];
    }
    case 'eq':
      return [
        holds(
          isListType(comparison.attribute)
            ? sameItems(comparison)
            : equals(comparison, [operand as JsonValue]),
        ),
      ];
    case 'ne':
      return [fails(equals(comparison, [operand as JsonValue]))];
    case 'in':
    case 'any':
      return [holds(equals(comparison, listed(comparison)))];
    case 'nin':
    case 'none':
      return [fails(equals(comparison, listed(comparison)))];
    case 'all':
      return [holds({ kind: 'each-of', keys: readKeys(comparison, listed(comparison)) })];
    case 'count':
      return [holds({ kind: 'items', count: Number(operand) })];
    case 'between':
      return planBetween(comparison);
    case 'lastDays':
    case 'nextDays':
      return [holds({ kind: 'range', currency: null, range: daysAround(comparison, operator) })];
    case 'contains':
      return [holds(text('contains', operand))];
    case 'notContains':
      return [fails(text('contains', operand))];
    case 'startsWith':
      return [holds(text('starts-with', operand))];
    case 'endsWith':
      return [holds(text('ends-with', operand))];
    case 'match':
      return [and(wordsOf(String(operand)).map((word) => holds(text('contains', word))))];
    default:
      return [];
  }
}

const text = (match: TextMatch, operand: unknown): CellTest => ({
  kind: 'text',
  match,
  text: normalizeText(String(operand)),
});

function listed({ attribute, operand, planning: { problems, path } }: Comparison): readonly JsonValue[] {
  if (Array.isArray(operand)) return operand as readonly JsonValue[];
  problems.add('validation-failed', 'wrong-type', path, localized('list-expected'), {
    attribute: attribute.code,
  });
  return [];
}

const sameItems = (comparison: Comparison): CellTest => ({
  kind: 'same-items',
  keys: readKeys(comparison, listed(comparison)),
});

function equals(comparison: Comparison, operands: readonly JsonValue[]): CellTest {
  if (!isNumeric(comparison.attribute)) return { kind: 'one-of', keys: readKeys(comparison, operands) };
  const numbers = readNumbers(comparison, operands);
  return {
    kind: 'number',
    // Only `eq` takes prices, so there is one currency.
    currency: numbers[0]?.currency ?? null,
    numbers: numbers.map(({ number }) => number),
  };
}

function boundOf(comparison: Comparison, operator: BoundOperator): RangeTest[] {
  const [bound] = readNumbers(comparison, [comparison.operand as JsonValue]);
  if (bound === undefined) return [];
  const isIncluded = operator === 'lte' || operator === 'gte';
  const range: Range =
    operator === 'lt' || operator === 'lte'
      ? { ...OPEN, to: bound.number, toIncluded: isIncluded }
      : { ...OPEN, from: bound.number, fromIncluded: isIncluded };
  return [{ kind: 'range', currency: bound.currency, range }];
}

function planBetween(comparison: Comparison): Plan[] {
  const { attribute, planning: planContext } = comparison;
  const refuse = (message: Message) =>
    planContext.problems.add('validation-failed', 'wrong-type', planContext.path, message, {
      attribute: attribute.code,
    });
  const operands = listed(comparison);
  if (operands.length !== 2) {
    refuse(localized('between-two-operands'));
    return [];
  }
  const [from, to] = readNumbers(comparison, operands);
  if (from === undefined || to === undefined) return [];
  if (from.currency !== to.currency) {
    refuse(localized('between-one-currency'));
    return [];
  }
  const range = { ...OPEN, from: from.number, to: to.number };
  return [comparison.holds({ kind: 'range', currency: from.currency, range })];
}

/** Returns the last or next days, today included, as days or as timestamps. */
function daysAround(
  { attribute, operand, planning: { now } }: Comparison,
  operator: 'lastDays' | 'nextDays',
) {
  const isDate = attribute.type === 'date';
  const present = isDate ? dayOf(now.toISOString().slice(0, 10)) : now.getTime();
  const span = Number(operand) * (isDate ? 1 : DAY_MS);
  return operator === 'lastDays'
    ? { ...OPEN, from: present - span, to: present }
    : { ...OPEN, from: present, to: present + span };
}
