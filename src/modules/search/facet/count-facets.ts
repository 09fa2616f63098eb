import { foldKey } from '../../../kernel/codes.ts';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Labels, labelOf } from '../../../kernel/labels.ts';
import { once } from '../../../kernel/once.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { fallbackChain } from '../../locale/index.ts';
import { type CatalogueStructure, fallbackOf } from '../../structure/index.ts';
import { countRowsByBucket, countRowsByValue, findRowBounds } from '../count-rows.ts';
import type { CellScope } from '../filter/plan.ts';
import type { FilterCondition } from '../filter/plan-filter.ts';
import { isNumeric } from '../filter/value-keys.ts';
import type { Bounds, BucketedField, ValueCount } from '../search.store.ts';
import type { CountContext } from '../segments/query-segments.ts';
import type { SearchScope } from '../statement/compile-plan.ts';
import type { VisiblePlan } from '../visibility.ts';
import { type FacetCondition, type FilterSyntax, filterOf } from './facet-filter.ts';
import { type RangeField, rangeField } from './range-field.ts';
import { facetSelection, rangesIn, type Selection } from './selection.ts';
import { humanize, loadValueDetails, type ValueDetails } from './value-details.ts';
import {
  COUNTED_PROPERTIES,
  type CountingScope,
  hasCountedValues,
  loadAttributeField,
  loadPropertyField,
  type ValueField,
} from './value-field.ts';

/** Numbers of matches that have each value of a field, or are in each range of it. */
export interface Facet {
  /** Name of the field as it was requested: `status`, `color`, `price:EUR`. */
  readonly field: string;
  /** Name of the property, or code of the attribute. */
  readonly name: string;
  /** Labels of an attribute, by locale. */
  readonly labels: Labels | null;
  /** Kind of the objects that the values of the field identify. */
  readonly of: ValueField['of'] | null;
  /** Values of the field; those that nothing has are left out unless they are selected. */
  readonly values: readonly FacetValue[];
  /** Number of further values that something has. */
  readonly hiddenCount: number;
  /** Range of numbers, prices, measurements, dates and times; null where nothing has one. */
  readonly range: FacetRange | null;
}

export interface FacetValue {
  readonly value: string;
  /** Number of matches if it were selected alone. */
  readonly count: number;
  readonly selected: boolean;
  /** Value above it in a tree. */
  readonly parent: string | null;
  /** Returns the condition on the field that selects it besides those selected, or them without it. */
  filter(form: FilterSyntax): JsonObject;
  details(): Promise<ValueDetails>;
}

/** Numbers as decimals, dates, or times. */
export interface FacetRange {
  readonly min: string;
  readonly max: string;
  readonly unit: string | null;
  readonly currency: string | null;
  /** Ascending; empty ones are left out unless they are selected. */
  readonly buckets: readonly FacetBucket[];
}

export interface FacetBucket {
  readonly from: string;
  /** Upper limit, not included. */
  readonly to: string;
  readonly count: number;
  readonly selected: boolean;
  /** Returns the condition that selects it, or, when it is, none. */
  filter(form: FilterSyntax): JsonObject;
}

/** Maximum number of facets of one search, and maximum number of values of one facet. */
const MAXIMUM_FACETS = 20;
const MAXIMUM_VALUES = 100;

/** Order of the values of a facet. */
export type FacetOrder = 'count' | 'position';

/** A search as facets count it. */
export interface FacetSearch {
  readonly scope: SearchScope;
  /** All that must hold of what is found; each facet leaves those out that select values of its own field. */
  readonly conditions: readonly FilterCondition[];
  /** The channel and locale that the filter names for all of its conditions. */
  readonly cellScope: CellScope;
  /** Returns the plan of some of the conditions, within what the caller may see. */
  visible(conditions: readonly FilterCondition[]): VisiblePlan;
}

export interface FacetRequest {
  /** `status`, `color`, `price:EUR`. */
  readonly fields: readonly string[];
  readonly order?: FacetOrder | undefined;
  /** Locale of the labels that give the order of values that are shown by their labels; null: the default. */
  readonly locale?: string | null | undefined;
  /** Stored code of a category: of categories, only those below it are counted. */
  readonly below?: string | null | undefined;
}

type Counted = Pick<Facet, 'field' | 'name' | 'labels'> &
  (
    | { readonly kind: 'values'; readonly of: ValueField; readonly selection: Selection }
    | { readonly kind: 'range'; readonly of: RangeField; readonly selection: Selection }
  );

/**
 * Counts what is found by the values of fields: properties (categories count what stands below them too), `missing`
 * (attributes that are required somewhere), and attributes with a code or `true` and `false` as value; and tells
 * between which numbers, dates and times numeric attributes are. A facet does not count by its own selection: within it
 * values are alternatives, and facets narrow each other.
 *
 * @throws ValidationFailed for fields that cannot be counted by
 */
export async function countFacets(
  transaction: CountContext,
  search: FacetSearch,
  { fields, order = 'count', locale, below }: FacetRequest,
): Promise<readonly Facet[]> {
  const { scope, cellScope } = search;
  const counting = { ...scope, cellScope, below };
  checkCount(fields);
  const facetFields = await readFields(transaction, counting, search, fields);
  const plans = plansOf(search);
  const chain = localesFrom(locale ?? null, scope.structure);
  const valued = facetFields.filter((each) => each.kind === 'values');
  const counts = await countRowsByValue(
    transaction,
    scope,
    valued.map(({ of, selection }) => ({ plan: plans(selection), values: of.values })),
  );
  const facetValues = valued.map(({ of, selection }, index) =>
    shownValues(of, selection, counts[index] ?? []),
  );
  const details = once(() =>
    loadValueDetails(
      transaction,
      scope,
      valued.map(({ of: { of } }, index) => ({
        of,
        values: (facetValues[index]?.values ?? []).map(({ value }) => value),
      })),
    ),
  );
  const ranged = facetFields.filter((each) => each.kind === 'range');
  const ranges = await countRanges(
    transaction,
    scope,
    ranged.map(({ of, selection }) => ({ of, selection, plan: plans(selection) })),
  );
  return Promise.all(
    facetFields.map(async (each): Promise<Facet> => {
      const { field, name, labels } = each;
      const facetHeader = { field, name, labels };
      if (each.kind === 'range')
        return {
          ...facetHeader,
          of: null,
          values: [],
          hiddenCount: 0,
          range: ranges[ranged.indexOf(each)] ?? null,
        };
      const index = valued.indexOf(each);
      const { values = [], hiddenCount = 0 } = facetValues[index] ?? {};
      const detailsOf = async (value: string) => (await details())(index, value);
      const ordered = order === 'count' ? values : await byPosition(values, each.of, detailsOf, chain);
      return {
        ...facetHeader,
        of: each.of.of,
        values: ordered.map((value) => facetValue(value, each.of, each.selection, detailsOf)),
        hiddenCount,
        range: null,
      };
    }),
  );
}

/** Returns the plans of selections: the same plan, as one object, for all facets that leave the same conditions out. */
function plansOf({ conditions, visible }: FacetSearch): (selection: Selection) => VisiblePlan {
  const plansByKey = new Map<string, VisiblePlan>();
  return ({ conditions: own }) => {
    const otherIndexes = conditions.flatMap((condition, index) => (own.has(condition) ? [index] : []));
    const key = otherIndexes.join();
    const plan = plansByKey.get(key) ?? visible(conditions.filter((condition) => !own.has(condition)));
    plansByKey.set(key, plan);
    return plan;
  };
}

interface DisplayedValue extends ValueCount {
  readonly selected: boolean;
}

/** Returns the commonest values, of equally common ones the first, and those that are selected. */
function shownValues(
  { values: all }: ValueField,
  { keys }: Selection,
  counts: readonly ValueCount[],
): { readonly values: readonly DisplayedValue[]; readonly hiddenCount: number } {
  const countOf = new Map(counts.map(({ value, count }) => [value, count]));
  const countedValues = all
    .map(({ value }) => ({ value, count: countOf.get(value) ?? 0, selected: keys.has(foldKey(value)) }))
    .filter(({ count, selected }) => count > 0 || selected)
    .toSorted((one, other) => other.count - one.count);
  const topValues = new Set(countedValues.slice(0, MAXIMUM_VALUES));
  const values = countedValues.filter((each) => topValues.has(each) || each.selected);
  return { values, hiddenCount: countedValues.length - values.length };
}

/** Returns the locales whose labels stand in for one, itself first and the default last. */
function localesFrom(locale: string | null, structure: CatalogueStructure): readonly string[] {
  const { defaultLocale } = structure;
  const chainOf = (code: string | null) =>
    code === null ? [] : fallbackChain(code, (one) => fallbackOf(structure, one));
  return [...chainOf(locale), ...chainOf(defaultLocale)];
}

/** Sorts the values in the order of all values; those of option sets that are sorted by label, by label. */
async function byPosition(
  values: readonly DisplayedValue[],
  field: ValueField,
  detailsOf: (value: string) => Promise<ValueDetails>,
  locales: readonly string[],
): Promise<readonly DisplayedValue[]> {
  const positions = new Map(field.values.map(({ value }, index) => [value, index]));
  const inOrder = values.toSorted(
    (one, other) => (positions.get(one.value) ?? 0) - (positions.get(other.value) ?? 0),
  );
  if (!field.isByLabel) return inOrder;
  const labels = new Map<string, string>();
  for (const { value } of inOrder)
    labels.set(value, labelOf((await detailsOf(value)).labels ?? {}, value, locales));
  const { compare } = new Intl.Collator('und');
  return inOrder.toSorted((one, other) =>
    compare(labels.get(one.value) ?? '', labels.get(other.value) ?? ''),
  );
}

function facetValue(
  { value, count, selected }: DisplayedValue,
  field: ValueField,
  { keys }: Selection,
  detailsOf: (value: string) => Promise<ValueDetails>,
): FacetValue {
  return {
    value,
    count,
    selected,
    parent: field.parents.get(value) ?? null,
    filter: (form) => filterOf(toggled(field, keys, value), form),
    details: () => detailsOf(value),
  };
}

/** Returns the condition when one more or one less value is selected; null: nothing is. */
function toggled(field: ValueField, keys: ReadonlySet<string>, value: string): FacetCondition | null {
  const isSelected = keys.has(foldKey(value));
  if (isSelected || field.isSingle) {
    const others = field.isSingle ? [] : selectedValues(field, keys).filter((one) => one !== value);
    const next = isSelected ? others : [value];
    return next.length === 0 ? null : field.select(next);
  }
  // A selected category deselects the one above it, or those below.
  const line = new Set([value, ...aboveOf(field, value)]);
  const remainingKeys = selectedValues(field, keys).filter(
    (one) => !line.has(one) && !aboveOf(field, one).includes(value),
  );
  return field.select([...remainingKeys, value]);
}

const selectedValues = ({ values }: ValueField, keys: ReadonlySet<string>) =>
  values.flatMap(({ value }) => (keys.has(foldKey(value)) ? [value] : []));

function aboveOf({ parents }: ValueField, value: string): readonly string[] {
  const parent = parents.get(value);
  return parent === undefined ? [] : [parent, ...aboveOf({ parents } as ValueField, parent)];
}

interface CountedRange {
  readonly of: RangeField;
  readonly selection: Selection;
  readonly plan: VisiblePlan;
}

/**
 * Counts ranges in two statements, whatever the number of ranges: one returns the bounds of the numbers, one counts the
 * buckets.
 */
async function countRanges(
  transaction: CountContext,
  scope: SearchScope,
  ranges: readonly CountedRange[],
): Promise<readonly (FacetRange | null)[]> {
  const fields = ranges.map(({ of: { numbers }, plan }) => ({ plan, numbers }));
  const bounds = await findRowBounds(transaction, scope, fields);
  const limits = ranges.map(({ of }, index) => {
    const fieldBounds = bounds[index];
    return fieldBounds ? limitsAround(of, fieldBounds) : [];
  });
  const bucketed = fields.map(
    (field, index): BucketedField => ({
      ...field,
      limits: (limits[index] ?? []).map((limit) => ranges[index]?.of.numberOf(limit) ?? 0),
    }),
  );
  const counts = await countRowsByBucket(transaction, scope, bucketed);
  return ranges.map(({ of, selection }, index): FacetRange | null => {
    const fieldBounds = bounds[index];
    if (!fieldBounds) return null;
    const texts = limits[index] ?? [];
    const buckets = (counts[index] ?? []).map((count, bucket) => {
      const [from = '', to = ''] = texts.slice(bucket, bucket + 2);
      return facetBucket(of, selection, { from, to, count });
    });
    return {
      min: of.textOf(fieldBounds.min),
      max: of.textOf(fieldBounds.max),
      unit: of.unit,
      currency: of.currency,
      buckets: buckets.filter(({ count, selected }) => count > 0 || selected),
    };
  });
}

/** Returns limits that all numbers are between, also where a number is reported rounded. */
function limitsAround(field: RangeField, bounds: Bounds): readonly string[] {
  for (const margin of [0, 1e-12, 1e-9]) {
    const width = margin * Math.max(Math.abs(bounds.min), Math.abs(bounds.max));
    const limits = field.limitsOf({ min: bounds.min - width, max: bounds.max + width });
    const [first, last] = [limits[0] ?? '', limits.at(-1) ?? ''];
    if (field.numberOf(first) <= bounds.min && field.numberOf(last) > bounds.max) return limits;
  }
  return [];
}

function facetBucket(
  field: RangeField,
  { conditions }: Selection,
  { from, to, count }: Pick<FacetBucket, 'from' | 'to' | 'count'>,
): FacetBucket {
  const ranges = [...conditions].flatMap(({ plan }) => rangesIn(plan));
  const lower = Math.max(...ranges.map(({ range }) => range.from ?? Number.NEGATIVE_INFINITY));
  const upper = Math.min(...ranges.map(({ range }) => range.to ?? Number.POSITIVE_INFINITY));
  const selected = lower === field.numberOf(from) && upper === field.numberOf(to);
  return {
    from,
    to,
    count,
    selected,
    filter: (form) => filterOf(selected ? null : field.select(from, to), form),
  };
}

/** Returns the names of all fields that can be counted by. */
export const countedFields = ({ attributes }: CatalogueStructure): string[] => [
  ...COUNTED_PROPERTIES,
  ...[...attributes.values()].filter(isCountable).map(({ code }) => code),
];

/** Returns true if an attribute can be counted by: its values, or ranges of its numbers. */
export const isCountable = (attribute: AttributeDefinition) =>
  attribute.filterable && (hasCountedValues(attribute) || isNumeric(attribute));

function checkCount(fields: readonly string[]): void {
  if (fields.length <= MAXIMUM_FACETS) return;
  const message = localized('too-many-facets', { max: MAXIMUM_FACETS, count: fields.length });
  throw ValidationFailed.of([fieldProblem('too-many-items', ['facets'], message)]);
}

async function readFields(
  transaction: Transaction,
  scope: CountingScope,
  { conditions, cellScope }: FacetSearch,
  fields: readonly string[],
): Promise<readonly Counted[]> {
  const problems: FieldProblem[] = [];
  const facetFields: Counted[] = [];
  for (const [index, field] of fields.entries()) {
    const path = ['facets', String(index)];
    const [name = '', ...variants] = field.split(':');
    const variant = variants.length === 0 ? null : variants.join(':');
    const selectionFor = (on: string, selecting: readonly string[], of: AttributeDefinition | null) =>
      facetSelection({ on, selecting, attribute: of, cellScope }, conditions);
    const property = variant === null ? await loadPropertyField(transaction, name, scope) : undefined;
    if (property !== undefined) {
      const selection = selectionFor(property.on, property.selecting, null);
      facetFields.push({
        field,
        name: humanize(name),
        labels: null,
        kind: 'values',
        of: property,
        selection,
      });
      continue;
    }
    const attribute = scope.structure.attributes.get(foldKey(name));
    const facetHeader = { field, name: attribute?.code ?? name, labels: attribute?.labels ?? null };
    if (attribute !== undefined && isCountable(attribute) && isNumeric(attribute)) {
      const of = rangeField({ attribute, variant, path }, scope, problems);
      if (of === null) continue;
      const own = selectionFor(of.on, RANGE_OPERATORS, attribute);
      facetFields.push({ ...facetHeader, kind: 'range', of, selection: inCurrency(own, of.currency) });
      continue;
    }
    if (attribute !== undefined && isCountable(attribute) && variant === null) {
      const of = await loadAttributeField(transaction, attribute, scope);
      facetFields.push({
        ...facetHeader,
        kind: 'values',
        of,
        selection: selectionFor(of.on, of.selecting, attribute),
      });
      continue;
    }
    const suggestions = suggest(name, countedFields(scope.structure));
    const message = withSuggestions(localized('facet-not-countable', { field }), suggestions);
    problems.push(fieldProblem('value-not-allowed', path, message, { value: field, suggestions }));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return facetFields;
}

const RANGE_OPERATORS = ['gt', 'gte', 'lt', 'lte', 'between'];

/** Returns the selection in one currency: a range of prices in another currency is another selection. */
const inCurrency = ({ conditions }: Selection, currency: string | null): Selection => ({
  conditions: new Set(
    [...conditions].filter(({ plan }) => rangesIn(plan).every((range) => range.currency === currency)),
  ),
  keys: new Set(),
});
