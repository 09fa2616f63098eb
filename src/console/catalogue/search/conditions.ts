import type { FilterField } from './grid-documents.ts';

/** One condition of a search, as the URL stores it. */
export interface Condition {
  /** Name of the field in `productFilterFields`: `status`, `attributes.color`. */
  readonly field: string;
  /** Operator of the API: `eq`, `starts_with` … */
  readonly operator: string;
  /** The input; several operands separated by commas, `true` or `false` for `empty`. */
  readonly value: string;
  /** For values and percentages: limits the condition to this channel and locale. */
  readonly channel?: string;
  readonly locale?: string;
  /** For prices: currency that they are compared in. */
  readonly currency?: string;
  /** For measurements: unit of the amounts. */
  readonly unit?: string;
  /** True if the condition must not hold. */
  readonly not?: true;
}

/** Conditions of which at least one holds. */
export interface AnyOf {
  readonly any: readonly Condition[];
}

/** A condition that must hold, or several of which one must. */
export type Clause = Condition | AnyOf;

/** Terms and conditions of a search. */
export interface SearchCriteria {
  readonly q: string;
  readonly where: readonly Clause[];
  /** Conditions in the JSON form of the API that the editor cannot show. */
  readonly advanced: object | null;
}

export const isAnyOf = (clause: Clause): clause is AnyOf => 'any' in clause;

const ATTRIBUTE = 'attributes.';

/** Returns the attribute that the conditions name; empty if they name none or several. */
export function soleAttribute(where: readonly Clause[]): string {
  const fields = flattenConditions(where).map(({ field }) => field);
  const [only = '', ...others] = new Set(fields.filter((field) => field.startsWith(ATTRIBUTE)));
  return others.length > 0 ? '' : only.slice(ATTRIBUTE.length);
}

/** Types with single-value operands; links need more than one input. */
const EDITABLE_TYPES = new Set(
  'text enum code category completeness datetime date number boolean select multi_select identifier textarea rich_text entity entity_list channel tag'.split(
    ' ',
  ),
);
/** Types without conditions here: every product has an id, and links and other systems need a name. */
const OTHER_TYPES = new Set(['id', 'external_ref', 'association']);
const EDITABLE_OPERATORS = new Set(
  'eq ne in nin contains not_contains starts_with ends_with lt lte gt gte any all none empty missing last_days'.split(
    ' ',
  ),
);
const COMPARISONS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between'];
const PRICE_OPERATORS: readonly string[] = ['eq', 'lt', 'lte', 'gt', 'gte', 'between'];
const LIST_FORMATS = new Set(['in', 'nin', 'any', 'all', 'none', 'missing']);
/** Types whose values are chosen by their labels. */
const SELECT_TYPES = new Set('enum code category channel select multi_select entity entity_list'.split(' '));

/** Returns true if the operand is a list of values. */
export const expectsList = (operator: string): boolean => LIST_FORMATS.has(operator);
export const isEditableOperator = (operator: string): boolean => EDITABLE_OPERATORS.has(operator);

/** Name of the part that belongs to the amounts of a type beside their number; null for numbers. */
const MEASURES = { price: 'currency', measurement: 'unit', number: null } as const;
type AmountType = keyof typeof MEASURES;

export const isAmountType = (type: string): type is AmountType => type in MEASURES;
export const measureKind = (type: AmountType): 'currency' | 'unit' | null => MEASURES[type];

/** Returns true if the operand is an amount, or two of them. */
export const expectsAmounts = (operator: string, type: string): type is AmountType =>
  isAmountType(type) && (type === 'price' ? PRICE_OPERATORS : COMPARISONS).includes(operator);

/** Returns true if a condition without amounts may name a currency. */
export const hasCurrency = (operator: string, type: string): boolean =>
  operator === 'empty' && type === 'price';

/** Returns true if the operand is chosen from a list of labels. */
export const expectsChoices = (operator: string, type: string): boolean =>
  operator === 'missing' || (SELECT_TYPES.has(type) && expectsList(operator));

/** Returns a condition on one chosen value as one on a list of them. */
export const toListCondition = (condition: Condition, type: string): Condition => {
  const operator = SELECT_TYPES.has(type) ? { eq: 'in', ne: 'nin' }[condition.operator] : undefined;
  return operator === undefined ? condition : { ...condition, operator };
};

/** Returns true if the editor supports conditions on the field; every field can be tested for being empty. */
export const isEditableField = (field: FilterField): boolean => editableOperators(field).length > 0;

export const editableOperators = ({ type, operators }: FilterField): readonly string[] =>
  operators.filter((operator) => {
    if (OTHER_TYPES.has(type)) return false;
    if (operator === 'empty' || expectsAmounts(operator, type)) return true;
    if (type === 'price' || type === 'measurement' || !EDITABLE_TYPES.has(type)) return false;
    return SELECT_TYPES.has(type) ? expectsList(operator) : EDITABLE_OPERATORS.has(operator);
  });

/** Conditions that choose values of a facet: by a list of them. */
const FACET_CONDITIONS: Readonly<Record<string, Omit<Condition, 'value'>>> = {
  categories: { field: 'categories', operator: 'any' },
  missing: { field: 'completeness', operator: 'missing' },
};

const conditionOf = (facet: string) => FACET_CONDITIONS[facet] ?? { field: facet, operator: 'in' };

const isFacetCondition = (facet: string) => {
  const facetCondition = conditionOf(facet);
  return (clause: Clause): clause is Condition =>
    !isAnyOf(clause) &&
    clause.field === facetCondition.field &&
    clause.operator === facetCondition.operator &&
    clause.not === undefined &&
    clause.channel === undefined &&
    clause.locale === undefined;
};

/** Returns the values that conditions choose of a facet. */
export const selectedFacetValues = (facet: string, where: readonly Clause[]): readonly string[] =>
  where.filter(isFacetCondition(facet)).flatMap(({ value }) => value.split(','));

/** Returns the conditions after a value of a facet is chosen, or no longer. */
export function toggleFacet(facet: string, value: string, where: readonly Clause[]): Clause[] {
  const before = selectedFacetValues(facet, where);
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value];
  const others = where.filter((clause) => !isFacetCondition(facet)(clause));
  return after.length === 0 ? others : [...others, { ...conditionOf(facet), value: after.join(',') }];
}

/** Returns true if a condition has a value. */
export const isFilled = ({ value }: Condition) => !/^[\s,]*$/.test(value);
function trimmed(condition: Condition): Condition {
  const value = condition.value.trim();
  if (condition.operator !== 'between') return { ...condition, value };
  // A range that is open at one end is a comparison.
  const [least = '', most = ''] = value.split(',');
  if (most === '') return { ...condition, operator: 'gte', value: least };
  return least === '' ? { ...condition, operator: 'lte', value: most } : { ...condition, value };
}

/** Returns all conditions, those of alternatives among them. */
export const flattenConditions = (where: readonly Clause[]): readonly Condition[] =>
  where.flatMap((clause) => (isAnyOf(clause) ? clause.any : [clause]));

/** Returns the conditions without those that are not filled in. */
export function dropEmptyConditions(where: readonly Clause[]): Clause[] {
  return where.flatMap((clause): Clause[] => {
    if (!isAnyOf(clause)) return isFilled(clause) ? [trimmed(clause)] : [];
    const [first, ...others] = clause.any.filter(isFilled).map(trimmed);
    if (first === undefined) return [];
    return others.length === 0 ? [first] : [{ any: [first, ...others] }];
  });
}
