import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { ATTRIBUTE_TYPES, type AttributeDefinition } from '../../attribute/index.ts';
import type { AttributeCondition } from './filter.ts';
import { and, type CellScope, type CellTest, not, type Plan, type Range, type TextMatch } from './plan.ts';
import { below, type Planning, scopeNamed } from './planning.ts';
import { readOperand } from './read-operand.ts';
import { searchForm } from './search-form.ts';
import { dayOf, equalityKeys, isNumeric, numbersOf } from './value-keys.ts';

/** Operators on attributes with their words in the grammar. */
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

/** One operator of a condition, with all it is judged by. */
interface Asked {
  readonly attribute: AttributeDefinition;
  readonly operator: Operator;
  readonly operand: unknown;
  /** The currency that `empty` is about; null for all. */
  readonly currency: string | null;
  /** Where the operand stands. */
  readonly planning: Planning;
  /** The cells of the condition's place pass a test as its scope says. */
  holds(test: CellTest): Plan;
  /** None of the cells passes. */
  fails(test: CellTest): Plan;
}

/** A condition on an attribute as plans that must all hold. */
export function planAttribute(condition: AttributeCondition, planning: Planning): Plan[] {
  const attribute = findAttribute(condition.attribute, below(planning, 'attribute'));
  if (attribute === undefined) return [];
  if (!attribute.filterable) {
    const message = `The attribute '${attribute.code}' is not filterable; set 'filterable' to search by it.`;
    const details = { attribute: attribute.code };
    planning.problems.add('invalid-operator', 'value-not-allowed', planning.path, message, details);
    return [];
  }
  const cellScope = scopeOf(attribute, condition, planning);
  const scope = condition.scope ?? 'any';
  const currency = currencyOf(condition, attribute, below(planning, 'currency'));
  const cells = { attribute: attribute.code, cellScope };
  const given = operatorsIn(condition, attribute);
  if (given.length === 0) {
    const message = `The condition on '${attribute.code}' has no operator.`;
    planning.problems.add('validation-failed', 'required', planning.path, message);
  }
  const allowed = given.flatMap((operator): Asked[] => {
    const asked: Asked = {
      attribute,
      operator,
      operand: operandOf(condition, operator, attribute),
      currency,
      planning: below(planning, operator),
      holds: (test) => ({ kind: 'value', value: { ...cells, scope, test } }),
      fails: (test) => not({ kind: 'value', value: { ...cells, scope: 'any', test } }),
    };
    return isAllowed(asked) ? [asked] : [];
  });
  const bounds = allowed.flatMap((asked) => (isBound(asked.operator) ? boundOf(asked, asked.operator) : []));
  return [
    ...allowed.flatMap((asked) => (isBound(asked.operator) ? [] : planOperator(asked))),
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

/** What is in two ranges. */
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

/** A bare list means "any of" where values are lists, as it means "one of" elsewhere. */
function operatorsIn(condition: AttributeCondition, attribute: AttributeDefinition): Operator[] {
  const given = (Object.keys(OPERATORS) as Operator[]).filter((key) => condition[key] !== undefined);
  return isListType(attribute) ? given.map((operator) => (operator === 'in' ? 'any' : operator)) : given;
}

/** A bare item stands for the list of it. */
function operandOf(condition: AttributeCondition, operator: Operator, attribute: AttributeDefinition) {
  const own = condition[operator];
  const operand = own === undefined && operator === 'any' ? condition.in : own;
  const isBare = operator === 'eq' && operand !== null && isListType(attribute) && !Array.isArray(operand);
  return isBare ? [operand] : operand;
}

/** The attribute of a code; a problem when there is none. */
export function findAttribute(
  code: string,
  { structure, problems, path }: Planning,
): AttributeDefinition | undefined {
  const attribute = structure.attributes.get(foldKey(code));
  const known = [...structure.attributes.values()].map((one) => one.code);
  if (attribute === undefined)
    problems.missing('attribute-not-found', path, 'attribute', code, known, 'unknown-attribute');
  return attribute;
}

function isAllowed({ attribute, operator, operand, planning: { problems, path } }: Asked): boolean {
  const allowed = ATTRIBUTE_TYPES[attribute.type].operators;
  const word = OPERATORS[operator];
  const { code } = attribute;
  if (!allowed.includes(word)) {
    const message = `'${word}' does not go with '${code}', which is of type '${attribute.type}'. It takes ${allowed.join(', ')}.`;
    const details = { attribute: code, value: word, suggestions: suggest(word, allowed) };
    problems.add('invalid-operator', 'value-not-allowed', path, message, details, allowed);
    return false;
  }
  if (operand !== null) return true;
  const message = `Null is not an operand of '${word}'. Use "empty": true for what has no value.`;
  problems.add('validation-failed', 'wrong-type', path, message, { attribute: code, suggestions: ['empty'] });
  return false;
}

/** An attribute that is the same everywhere does not look at the context. */
function scopeOf(
  attribute: AttributeDefinition,
  condition: AttributeCondition,
  planning: Planning,
): CellScope {
  const { channel, locale } = scopeNamed(condition, planning);
  return { channel: attribute.scopable ? channel : null, locale: attribute.localizable ? locale : null };
}

/** The currency that a condition names beside `empty`; null where it names none. */
function currencyOf(
  { currency, empty }: AttributeCondition,
  { code, type }: AttributeDefinition,
  { structure, problems, path }: Planning,
): string | null {
  if (currency === undefined || currency === null) return null;
  if (type !== 'price' || empty === undefined) {
    const message = "'currency' goes with 'empty' of prices; elsewhere, the amount has it.";
    const details = { attribute: code, value: currency };
    problems.add('validation-failed', 'value-not-allowed', path, message, details);
    return null;
  }
  const found = structure.allCurrencies.get(foldKey(currency));
  if (found === undefined)
    problems.missing('currency-not-enabled', path, 'currency', currency, structure.allCurrencies.values());
  return found ?? null;
}

/** What all operators but bounds mean. */
function planOperator(asked: Asked): Plan[] {
  const { operator, operand, currency, holds, fails } = asked;
  switch (operator) {
    case 'empty': {
      const filled: CellTest =
        currency === null ? { kind: 'filled' } : { kind: 'range', currency, range: OPEN };
      return [operand === true ? fails(filled) : holds(filled)];
    }
    case 'eq':
      return [holds(isListType(asked.attribute) ? sameItems(asked) : equals(asked, [operand as JsonValue]))];
    case 'ne':
      return [fails(equals(asked, [operand as JsonValue]))];
    case 'in':
    case 'any':
      return [holds(equals(asked, listed(asked)))];
    case 'nin':
    case 'none':
      return [fails(equals(asked, listed(asked)))];
    case 'all':
      return [holds({ kind: 'each-of', keys: keysOf(asked, listed(asked)) })];
    case 'count':
      return [holds({ kind: 'items', count: Number(operand) })];
    case 'between':
      return planBetween(asked);
    case 'lastDays':
    case 'nextDays':
      return [holds({ kind: 'range', currency: null, range: daysAround(asked, operator) })];
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
  text: searchForm(String(operand)),
});

/** The different words of a query, in search form. */
export const wordsOf = (query: string): readonly string[] => [
  ...new Set(
    searchForm(query)
      .split(/\s+/u)
      .filter((word) => word !== ''),
  ),
];

function listed({ attribute, operand, planning: { problems, path } }: Asked): readonly JsonValue[] {
  if (Array.isArray(operand)) return operand as readonly JsonValue[];
  problems.add('validation-failed', 'wrong-type', path, 'It takes a list.', { attribute: attribute.code });
  return [];
}

const sameItems = (asked: Asked): CellTest => ({ kind: 'same-items', keys: keysOf(asked, listed(asked)) });

function equals(asked: Asked, operands: readonly JsonValue[]): CellTest {
  if (!isNumeric(asked.attribute)) return { kind: 'one-of', keys: keysOf(asked, operands) };
  const found = eachOperand(asked, operands).flatMap((operand) => numberOf(asked, operand) ?? []);
  return {
    kind: 'number',
    // Only `eq` takes prices, so there is one currency.
    currency: found[0]?.currency ?? null,
    numbers: found.map(({ number }) => number),
  };
}

/** Operands and where each stands, in the canonical form of values; a problem for each that has none. */
function eachOperand(
  { attribute, planning }: Asked,
  operands: readonly JsonValue[],
): { readonly value: JsonValue; readonly planning: Planning }[] {
  return operands.flatMap((operand, index) => {
    const at = operands.length > 1 ? below(planning, String(index)) : planning;
    const value = readOperand(attribute, operand, at);
    return value === undefined ? [] : [{ value, planning: at }];
  });
}

/** The equality keys of operands. */
function keysOf(asked: Asked, operands: readonly JsonValue[]): string[] {
  const { attribute } = asked;
  const keys = eachOperand(asked, operands).flatMap(({ value, planning }) =>
    attribute.optionSet === null
      ? equalityKeys(attribute, value)
      : optionKey(attribute, String(value), planning),
  );
  return [...new Set(keys)];
}

function optionKey(
  attribute: AttributeDefinition,
  code: string,
  { references, problems, path }: Planning,
): string[] {
  const set = attribute.optionSet ?? '';
  const found = references.optionCode(set, code);
  if (found !== undefined) return [foldKey(found)];
  const suggestions = suggest(code, references.optionCodes(set));
  const message = withSuggestions(localized('option-not-found', { value: code, set }), suggestions);
  const details = { value: code, suggestions, attribute: attribute.code };
  problems.add('validation-failed', 'option-not-found', path, message, details);
  return [];
}

function numberOf({ attribute, planning: { structure } }: Asked, { value }: { readonly value: JsonValue }) {
  return numbersOf(attribute, value, (code) => structure.families.get(foldKey(code)))[0];
}

function boundOf(asked: Asked, operator: BoundOperator): RangeTest[] {
  const [operand] = eachOperand(asked, [asked.operand as JsonValue]);
  const bound = operand && numberOf(asked, operand);
  if (bound === undefined) return [];
  const isIncluded = operator === 'lte' || operator === 'gte';
  const range: Range =
    operator === 'lt' || operator === 'lte'
      ? { ...OPEN, to: bound.number, toIncluded: isIncluded }
      : { ...OPEN, from: bound.number, fromIncluded: isIncluded };
  return [{ kind: 'range', currency: bound.currency, range }];
}

function planBetween(asked: Asked): Plan[] {
  const { attribute, planning } = asked;
  const refuse = (message: string) =>
    planning.problems.add('validation-failed', 'wrong-type', planning.path, message, {
      attribute: attribute.code,
    });
  const operands = listed(asked);
  if (operands.length !== 2) {
    refuse("'between' requires two operands: [from, to], both included.");
    return [];
  }
  const [from, to] = eachOperand(asked, operands).map((operand) => numberOf(asked, operand));
  if (from === undefined || to === undefined) return [];
  if (from.currency !== to.currency) {
    refuse("'between' requires two amounts of one currency.");
    return [];
  }
  const range = { ...OPEN, from: from.number, to: to.number };
  return [asked.holds({ kind: 'range', currency: from.currency, range })];
}

/** The last or next days, today included, as days or as moments. */
function daysAround({ attribute, operand, planning: { now } }: Asked, operator: 'lastDays' | 'nextDays') {
  const isDate = attribute.type === 'date';
  const present = isDate ? dayOf(now.toISOString().slice(0, 10)) : now.getTime();
  const span = Number(operand) * (isDate ? 1 : DAY_MS);
  return operator === 'lastDays'
    ? { ...OPEN, from: present - span, to: present }
    : { ...OPEN, from: present, to: present + span };
}
