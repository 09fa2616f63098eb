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
import { and, type CellScope, not, or, type Plan } from './plan.ts';
import { planAttribute } from './plan-attribute.ts';
import { below, findChannel, findLocale, type Planning, type PlanSettings } from './planning.ts';
import { type FilterProperty, PRODUCT_FILTERS, soldIn } from './product-filters.ts';

type AnyFilter = FilterObject<AnyFilter>;
type Properties = Readonly<Record<string, FilterProperty<never>>>;

/** Checks a filter of products and looks everything up that it names; see {@link planObjects}. */
export function planFilter(filter: ProductFilter, settings: PlanSettings): Plan {
  return planObjects(filter as AnyFilter, PRODUCT_FILTERS as unknown as Properties, settings, true);
}

/** Checks a filter of entities and looks everything up that it names; see {@link planObjects}. */
export function planEntityFilter(filter: EntityFilter, settings: PlanSettings): Plan {
  return planObjects(filter as AnyFilter, ENTITY_FILTERS as unknown as Properties, settings, false);
}

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
): Plan {
  const problems = new FilterProblems();
  checkSize(filter, settings.path, problems);
  problems.refuse();
  const planning = { ...settings, problems, context: { channel: null, locale: null } };
  const plan = planObject(filter, properties, planning, isAssortment);
  problems.refuse();
  if (isTooBroad(plan)) {
    const message = `A 'contains' of fewer than ${SHORTEST_PATTERN} characters, or a 'q' of one, finds too much alone: give more characters or another condition.`;
    problems.add('filter-too-broad', 'too-short', settings.path, message);
    problems.refuse();
  }
  return plan;
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
      return asciiForm(plan.text).replaceAll(/[^a-zA-Z0-9]/g, '').length < SHORTEST_WORD;
    default:
      return false;
  }
}

/** A character beyond ASCII is three or more in the index: one of Chinese narrows as a word does. */
const isShort = (text: string) => asciiForm(text).length < SHORTEST_PATTERN;

function planObject(filter: AnyFilter, properties: Properties, outer: Planning, isAssortment: boolean): Plan {
  const planning = { ...outer, context: contextOf(filter, outer) };
  const inner = (object: AnyFilter, ...keys: string[]) =>
    planObject(object, properties, below(planning, ...keys), isAssortment);
  const own = Object.entries(properties).flatMap(([key, property]) => {
    const condition = (filter as Readonly<Record<string, unknown>>)[key];
    if (condition === undefined || condition === null) return [];
    return property.plan(condition as never, below(planning, key));
  });
  return and([
    ...(isAssortment ? assortment(filter, planning) : []),
    ...(filter.and ?? []).map((one, index) => inner(one, 'and', String(index))),
    ...(filter.or ? [or(filter.or.map((one, index) => inner(one, 'or', String(index))))] : []),
    ...(filter.not ? [not(inner(filter.not, 'not'))] : []),
    ...own,
    ...(filter.attributes ?? []).flatMap((one, index) =>
      planAttribute(one, below(planning, 'attributes', String(index))),
    ),
  ]);
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
