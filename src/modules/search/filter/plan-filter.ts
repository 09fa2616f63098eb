import { foldKey } from '../../../kernel/codes.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import { asciiForm } from '../row/ascii-form.ts';
import { ENTITY_FILTERS, type EntityFilter } from './entity-filters.ts';
import {
  type FilterObject,
  LONGEST_OPERAND,
  MAXIMUM_CONDITIONS,
  MAXIMUM_DEPTH,
  MAXIMUM_OPERANDS,
  type ProductFilter,
  SHORTEST_PATTERN,
  SHORTEST_WORD,
} from './filter.ts';
import { FilterProblems } from './filter-problem.ts';
import { ANY_SCOPE, and, type CellScope, not, or, type Plan } from './plan.ts';
import { planAttribute, wordsOf } from './plan-attribute.ts';
import { below, findChannel, findLocale, type Planning, type PlanSettings } from './planning.ts';
import { type FilterProperty, PRODUCT_FILTERS, soldIn } from './product-filters.ts';

type AnyFilter = FilterObject<AnyFilter>;
type Properties = Readonly<Record<string, FilterProperty<never>>>;

/** One of the conditions of a filter, all of which must hold. */
export interface FilterCondition {
  /** What it is on, in the words of REST: `status`, `attributes.color`; null: no one field. */
  readonly on: string | null;
  /** As it was given. */
  readonly given: object | null;
  /** The channel and locale that it is meant for unless it names others. */
  readonly context: CellScope;
  readonly plan: Plan;
}

/** Checks a filter of products and looks everything up that it names; see {@link planObjects}. */
export function planConditions(filter: ProductFilter, settings: PlanSettings): readonly FilterCondition[] {
  return planObjects(filter as AnyFilter, PRODUCT_FILTERS as unknown as Properties, settings, true);
}

/** Checks a filter of entities and looks everything up that it names; see {@link planObjects}. */
export function planEntityFilter(filter: EntityFilter, settings: PlanSettings): Plan {
  return allOf(planObjects(filter as AnyFilter, ENTITY_FILTERS as unknown as Properties, settings, false));
}

/** What must hold for all of some conditions to hold. */
export const allOf = (conditions: readonly Pick<FilterCondition, 'plan'>[]): Plan =>
  and(conditions.map(({ plan }) => plan));

/**
 * Checks a filter and looks everything up that it names. With `isAssortment` its channel and locale also narrow what
 * is found to what is sold there.
 *
 * @throws ValidationFailed `unknown-attribute`, `invalid-operator`, `filter-too-complex`, `filter-too-broad` or, for
 * operands, `validation-failed`; each condition that is wrong is named with what was perhaps meant
 */
function planObjects(
  filter: AnyFilter,
  properties: Properties,
  settings: PlanSettings,
  isAssortment: boolean,
): readonly FilterCondition[] {
  const problems = new FilterProblems();
  checkSize(filter, settings.path, problems);
  problems.refuse();
  const planning = { ...settings, problems, context: settings.context ?? ANY_SCOPE };
  const conditions = planObject(filter, properties, planning, isAssortment);
  problems.refuse();
  if (isTooBroad(allOf(conditions))) {
    const message = `A 'contains' of fewer than ${SHORTEST_PATTERN} characters, or a 'q' of one, finds too much alone: give more characters or another condition.`;
    problems.add('filter-too-broad', 'too-short', settings.path, message);
    problems.refuse();
  }
  return conditions;
}

/** Counts conditions and levels, and refuses operands that are null. */
function checkSize(filter: AnyFilter, path: readonly string[], problems: FilterProblems): void {
  let conditions = 0;
  const walk = (object: AnyFilter, at: readonly string[], depth: number): void => {
    if (depth > MAXIMUM_DEPTH) {
      const message = `Filters can be nested up to ${MAXIMUM_DEPTH} deep.`;
      problems.add('filter-too-complex', 'too-many-items', at, message);
      return;
    }
    const { and: every, or: some, not: none, channel: _channel, locale: _locale, ...own } = object;
    const given = Object.entries(own).filter(([, condition]) => condition !== undefined);
    for (const [key, condition] of given) {
      conditions += Array.isArray(condition) ? condition.length : 1;
      checkOperands(condition, [...at, key], problems);
    }
    for (const [key, inner] of Object.entries({ and: every, or: some }))
      for (const [index, one] of (inner ?? []).entries()) walk(one, [...at, key, String(index)], depth + 1);
    if (none) walk(none, [...at, 'not'], depth + 1);
  };
  walk(filter, path, 1);
  if (conditions <= MAXIMUM_CONDITIONS) return;
  const message = `A filter has up to ${MAXIMUM_CONDITIONS} conditions, not ${conditions}.`;
  problems.add('filter-too-complex', 'too-many-items', path, message);
}

/** Conditions on attributes say more of null themselves. */
function checkOperands(value: unknown, path: readonly string[], problems: FilterProblems): void {
  const isOfAttribute = path.includes('attributes');
  if (value === null && !isOfAttribute) {
    const message = 'Null is not an operand. Use "empty": true for what has no value, or leave it out.';
    problems.add('validation-failed', 'wrong-type', path, message, { suggestions: ['empty'] });
  } else if (typeof value === 'string' && value.length > LONGEST_OPERAND) {
    const message = `An operand has up to ${LONGEST_OPERAND} characters, not ${value.length}.`;
    problems.add('validation-failed', 'too-long', path, message, { value });
  } else if (Array.isArray(value) && value.length > MAXIMUM_OPERANDS) {
    const message = `A list can have up to ${MAXIMUM_OPERANDS} elements, not ${value.length}.`;
    problems.add('filter-too-complex', 'too-many-items', path, message);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      if (inner !== undefined && !SHAPING.has(key)) checkOperands(inner, [...path, key], problems);
  }
}

/** Keys of conditions that are no operands. */
const SHAPING = new Set(['channel', 'locale', 'scope', 'descendants']);

/** Whether a word in search form has too few letters and digits to be looked for alone. */
const isShortWord = (word: string): boolean =>
  asciiForm(word).replaceAll(/[^a-zA-Z0-9]/g, '').length < SHORTEST_WORD;

/** Whether a query has words, and none that can be looked for alone: `a`, `*`, `- !!`. */
export function isShortQuery(query: string): boolean {
  const words = wordsOf(query);
  return words.length > 0 && words.every(isShortWord);
}

/** Short patterns need company that narrows the search: something that must hold besides them. */
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

/** A character beyond ASCII is three or more in the index: one of Chinese narrows as a word does. */
const isShort = (text: string) => asciiForm(text).length < SHORTEST_PATTERN;

function planObject(
  filter: AnyFilter,
  properties: Properties,
  outer: Planning,
  isAssortment: boolean,
): readonly FilterCondition[] {
  const context = contextOf(filter, outer);
  const planning = { ...outer, context };
  const inner = (object: AnyFilter, ...keys: string[]) =>
    planObject(object, properties, below(planning, ...keys), isAssortment);
  const onNothing = (plan: Plan): FilterCondition => ({ on: null, given: null, context, plan });
  const own = Object.entries(properties).flatMap(([key, property]): FilterCondition[] => {
    const condition = (filter as Readonly<Record<string, unknown>>)[key];
    if (condition === undefined || condition === null) return [];
    const plans = property.plan(condition as never, below(planning, key));
    if (plans.length === 0) return [];
    return [{ on: snakeCase(key), given: Object(condition), context, plan: and(plans) }];
  });
  return [
    ...(isAssortment ? assortment(filter, planning).map(onNothing) : []),
    ...(filter.and ?? []).flatMap((one, index) => inner(one, 'and', String(index))),
    ...(filter.or
      ? [onNothing(or(filter.or.map((one, index) => allOf(inner(one, 'or', String(index))))))]
      : []),
    ...(filter.not ? [onNothing(not(allOf(inner(filter.not, 'not'))))] : []),
    ...own,
    ...(filter.attributes ?? []).map((one, index): FilterCondition => {
      const plans = planAttribute(one, below(planning, 'attributes', String(index)));
      return { on: `attributes.${foldKey(one.attribute)}`, given: one, context, plan: and(plans) };
    }),
  ];
}

function contextOf(filter: AnyFilter, planning: Planning): CellScope {
  const { context } = planning;
  return {
    channel: filter.channel ? (findChannel(filter.channel, planning, 'channel') ?? null) : context.channel,
    locale: filter.locale ? (findLocale(filter.locale, planning, 'locale') ?? null) : context.locale,
  };
}

/** What a context says of the assortment itself. */
function assortment(filter: AnyFilter, { context, structure }: Planning): Plan[] {
  const plans: Plan[] = [];
  if (filter.channel && context.channel !== null) plans.push(soldIn([context.channel]));
  if (filter.locale && context.locale !== null) {
    const { locale } = context;
    const selling = [...structure.channels.values()].filter(({ locales }) => locales.has(locale));
    plans.push(soldIn(selling.map(({ code }) => code)));
  }
  return plans;
}
