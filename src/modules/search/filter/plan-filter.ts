import { foldKey } from '../../../kernel/codes.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import { encodeAscii } from '../row/ascii-encoding.ts';
import { ENTITY_FILTERS, type EntityFilter } from './entity-filters.ts';
import {
  type FilterObject,
  MAX_CONDITIONS,
  MAX_DEPTH,
  MAX_OPERAND_LENGTH,
  MAX_OPERANDS,
  MIN_PATTERN_LENGTH,
  MIN_WORD_LENGTH,
  type ProductFilter,
} from './filter.ts';
import { loadReferences } from './load-references.ts';
import { wordsOf } from './normalize-text.ts';
import { ANY_SCOPE, and, type CellScope, not, or, type Plan } from './plan.ts';
import { planAttribute } from './plan-attribute.ts';
import { atPath, FilterProblems, inScopeOf, type PlanContext, type PlanSettings } from './plan-context.ts';
import { type FilterProperty, PRODUCT_FILTERS, soldInChannels } from './product-filters.ts';

type AnyFilter = FilterObject<AnyFilter>;
type Properties = Readonly<Record<string, FilterProperty<never>>>;

/** One of the conditions of a filter, all of which must hold. */
export interface FilterCondition {
  /** The field that it is on, in the terms of REST: `status`, `attributes.color`; null: no one field. */
  readonly on: string | null;
  /** The condition as the filter has it; null for one that holds by default. */
  readonly condition: object | null;
  /** The channel and locale that it is meant for unless it names others. */
  readonly cellScope: CellScope;
  readonly plan: Plan;
}

/** Returns the conditions of a filter of products with everything looked up; see {@link planFilter}. */
export function planProductFilter(
  transaction: Transaction,
  filter: ProductFilter,
  settings: PlanSettings,
): Promise<readonly FilterCondition[]> {
  return planFilter(
    transaction,
    filter as AnyFilter,
    PRODUCT_FILTERS as unknown as Properties,
    settings,
    true,
  );
}

/** Returns the conditions of a filter of entities with everything looked up; see {@link planFilter}. */
export function planEntityFilter(
  transaction: Transaction,
  filter: EntityFilter,
  settings: PlanSettings,
): Promise<readonly FilterCondition[]> {
  return planFilter(
    transaction,
    filter as AnyFilter,
    ENTITY_FILTERS as unknown as Properties,
    settings,
    false,
  );
}

/** Returns the plan that holds where all of some conditions hold. */
export const allOf = (conditions: readonly Pick<FilterCondition, 'plan'>[]): Plan =>
  and(conditions.map(({ plan }) => plan));

/**
 * Checks a filter and looks up everything that it names. With `isAssortment` its channel and locale also narrow what
 * matches to what is sold there.
 *
 * @throws ValidationFailed `unknown-attribute`, `invalid-operator`, `filter-too-complex`, `filter-too-broad` or, for
 * operands, `validation-failed`; each condition that is wrong is named with what was perhaps meant
 */
async function planFilter(
  transaction: Transaction,
  filter: AnyFilter,
  properties: Properties,
  settings: PlanSettings,
  isAssortment: boolean,
): Promise<readonly FilterCondition[]> {
  const problems = new FilterProblems();
  checkSize(filter, settings.path, problems);
  problems.refuse();
  const references = await loadReferences(transaction, filter, settings);
  const planning = { ...settings, references, problems, cellScope: settings.cellScope ?? ANY_SCOPE };
  const conditions = planObject(filter, properties, planning, isAssortment);
  problems.refuse();
  if (isTooBroad(allOf(conditions))) {
    const message = localized('filter-too-broad', { min: MIN_PATTERN_LENGTH });
    problems.add('filter-too-broad', 'too-short', settings.path, message);
    problems.refuse();
  }
  return conditions;
}

/** Counts conditions and levels, and rejects operands that are null. */
function checkSize(filter: AnyFilter, path: readonly string[], problems: FilterProblems): void {
  let conditions = 0;
  const walk = (object: AnyFilter, at: readonly string[], depth: number): void => {
    if (depth > MAX_DEPTH) {
      const message = localized('filter-too-deep', { max: MAX_DEPTH });
      problems.add('filter-too-complex', 'too-many-items', at, message);
      return;
    }
    const { and: every, or: some, not: none, channel: _channel, locale: _locale, ...own } = object;
    const presentConditions = Object.entries(own).filter(([, condition]) => condition !== undefined);
    for (const [key, condition] of presentConditions) {
      conditions += Array.isArray(condition) ? condition.length : 1;
      checkOperands(condition, [...at, key], problems);
    }
    for (const [key, inner] of Object.entries({ and: every, or: some }))
      for (const [index, one] of (inner ?? []).entries()) walk(one, [...at, key, String(index)], depth + 1);
    if (none) walk(none, [...at, 'not'], depth + 1);
  };
  walk(filter, path, 1);
  if (conditions <= MAX_CONDITIONS) return;
  const message = localized('filter-too-many-conditions', { max: MAX_CONDITIONS, count: conditions });
  problems.add('filter-too-complex', 'too-many-items', path, message);
}

/** Checks operands; conditions on attributes report null in more detail themselves. */
function checkOperands(value: unknown, path: readonly string[], problems: FilterProblems): void {
  const isOfAttribute = path.includes('attributes');
  if (value === null && !isOfAttribute) {
    const message = localized('null-leave-out');
    problems.add('validation-failed', 'wrong-type', path, message, { suggestions: ['empty'] });
  } else if (typeof value === 'string' && value.length > MAX_OPERAND_LENGTH) {
    const message = localized('operand-too-long', { max: MAX_OPERAND_LENGTH, count: value.length });
    problems.add('validation-failed', 'too-long', path, message, { value });
  } else if (Array.isArray(value) && value.length > MAX_OPERANDS) {
    const message = localized('operands-too-many', { max: MAX_OPERANDS, count: value.length });
    problems.add('filter-too-complex', 'too-many-items', path, message);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      if (inner !== undefined && !SHAPING.has(key)) checkOperands(inner, [...path, key], problems);
  }
}

/** Keys of conditions that are no operands. */
const SHAPING = new Set(['channel', 'locale', 'scope', 'descendants']);

/** Returns true if a word in search form has too few letters and digits to be searched for alone. */
const isShortWord = (word: string): boolean =>
  encodeAscii(word).replaceAll(/[^a-zA-Z0-9]/g, '').length < MIN_WORD_LENGTH;

/** Returns true if a query has words, and none that can be searched for alone: `a`, `*`, `- !!`. */
export function isShortQuery(query: string): boolean {
  const queryTerms = wordsOf(query);
  return queryTerms.length > 0 && queryTerms.every(isShortWord);
}

/** Returns true if a plan has short patterns only: they need another condition that narrows the search. */
function isTooBroad(plan: Plan): boolean {
  switch (plan.kind) {
    case 'and':
      return plan.of.length > 0 && plan.of.every(isTooBroad);
    case 'or':
      return plan.of.some(isTooBroad);
    case 'value': {
      const { test } = plan.value;
      return test.kind === 'text' && test.match === 'contains' && isShort(test.text);
    }
    case 'key-text':
      return plan.match === 'contains' && isShort(plan.text);
    case 'word':
      return isShortWord(plan.text);
    default:
      return false;
  }
}

/**
 * Returns true if a text is short in the index. A character beyond ASCII is three or more there: one of Chinese narrows
 * as a word does.
 */
const isShort = (text: string) => encodeAscii(text).length < MIN_PATTERN_LENGTH;

function planObject(
  filter: AnyFilter,
  properties: Properties,
  parent: PlanContext,
  isAssortment: boolean,
): readonly FilterCondition[] {
  const planning = inScopeOf(filter, parent);
  const { cellScope } = planning;
  const planNested = (nested: AnyFilter, ...keys: string[]) =>
    planObject(nested, properties, atPath(planning, ...keys), isAssortment);
  const onNoField = (plan: Plan): FilterCondition => ({ on: null, condition: null, cellScope, plan });
  const onProperties = Object.entries(properties).flatMap(([key, property]): FilterCondition[] => {
    const condition = (filter as Readonly<Record<string, unknown>>)[key];
    if (condition === undefined || condition === null) return [];
    const plans = property.plan(condition as never, atPath(planning, key));
    if (plans.length === 0) return [];
    return [{ on: snakeCase(key), condition: Object(condition), cellScope, plan: and(plans) }];
  });
  return [
    ...(isAssortment ? planAssortment(filter, planning).map(onNoField) : []),
    ...(filter.and ?? []).flatMap((nested, index) => planNested(nested, 'and', String(index))),
    ...(filter.or
      ? [onNoField(or(filter.or.map((nested, index) => allOf(planNested(nested, 'or', String(index))))))]
      : []),
    ...(filter.not ? [onNoField(not(allOf(planNested(filter.not, 'not'))))] : []),
    ...onProperties,
    ...(filter.attributes ?? []).map((condition, index): FilterCondition => {
      const plans = planAttribute(
        condition,
        inScopeOf(condition, atPath(planning, 'attributes', String(index))),
      );
      return { on: `attributes.${foldKey(condition.attribute)}`, condition, cellScope, plan: and(plans) };
    }),
  ];
}

/** Returns what the channel and locale of a filter say of the assortment itself. */
function planAssortment(filter: AnyFilter, { cellScope, structure }: PlanContext): Plan[] {
  const { channel, locale } = cellScope;
  const plans: Plan[] = [];
  if (filter.channel && channel !== null) plans.push(soldInChannels([channel]));
  if (filter.locale && locale !== null) {
    const selling = [...structure.channels.values()].filter(({ locales }) => locales.has(locale));
    plans.push(soldInChannels(selling.map(({ code }) => code)));
  }
  return plans;
}
