import type { FilterField } from '../grid-documents.ts';

/** One condition of a search, as the URL stores it. */
export interface Condition {
  /** As `productFilterFields` names it: `status`, `attributes.color`. */
  readonly field: string;
  /** `eq`, `starts_with` … */
  readonly operator: string;
  /** The input; several operands separated by commas, `true` or `false` for `empty`. */
  readonly value: string;
  /** Of values and percentages: those of this channel and locale only. */
  readonly channel?: string;
  readonly locale?: string;
  /** Of prices: the currency that they are compared in. */
  readonly currency?: string;
  /** Whether it must not hold. */
  readonly not?: true;
}

/** Conditions of which at least one holds. */
export interface AnyOf {
  readonly any: readonly Condition[];
}

/** What must hold: a condition, or one of several. */
export type Clause = Condition | AnyOf;

/** What is looked for. */
export interface Search {
  readonly q: string;
  readonly where: readonly Clause[];
  /** Conditions in the JSON form of the API that the editor cannot show. */
  readonly advanced: object | null;
}

export const isAnyOf = (clause: Clause): clause is AnyOf => 'any' in clause;

const ATTRIBUTE = 'attributes.';

/** The attribute that the conditions name; empty if they name none or several. */
export function attributeOf(where: readonly Clause[]): string {
  const fields = where
    .flatMap((clause) => (isAnyOf(clause) ? clause.any : [clause]))
    .map(({ field }) => field);
  const [only = '', ...others] = new Set(fields.filter((field) => field.startsWith(ATTRIBUTE)));
  return others.length > 0 ? '' : only.slice(ATTRIBUTE.length);
}

/** Types with single-value operands; measurements and links need more than one input. */
const PLAIN_TYPES = new Set(
  'text enum code category completeness datetime date number boolean select multi_select identifier textarea rich_text entity channel tag'.split(
    ' ',
  ),
);
const PLAIN_OPERATORS = new Set(
  'eq ne in nin contains not_contains starts_with ends_with lt lte gt gte any all none empty missing last_days'.split(
    ' ',
  ),
);
const PRICE_OPERATORS = new Set(['lt', 'lte', 'gt', 'gte', 'between', 'empty']);
const LISTS = new Set(['in', 'nin', 'any', 'all', 'none', 'missing']);

/** Whether the operand is a list of values. */
export const takesList = (operator: string): boolean => LISTS.has(operator);
export const isPlainOperator = (operator: string): boolean => PLAIN_OPERATORS.has(operator);
/** Whether the operand is a price, or two of them. */
export const takesPrice = (operator: string, type: string): boolean =>
  type === 'price' && operator !== 'empty' && PRICE_OPERATORS.has(operator);

/** Whether the editor supports conditions on the field; any field can be asked whether it is empty. */
export const isPlain = (field: FilterField): boolean => plainOperators(field).length > 0;

export const plainOperators = ({ type, operators }: FilterField): readonly string[] =>
  operators.filter((operator) => {
    if (type === 'price') return PRICE_OPERATORS.has(operator);
    return PLAIN_TYPES.has(type) ? PLAIN_OPERATORS.has(operator) : operator === 'empty';
  });

/** How the values of a facet are chosen: by a list of them. */
const FACET_CONDITIONS: Readonly<Record<string, Omit<Condition, 'value'>>> = {
  categories: { field: 'categories', operator: 'any' },
  missing: { field: 'completeness', operator: 'missing' },
};

const conditionOf = (facet: string) => FACET_CONDITIONS[facet] ?? { field: facet, operator: 'in' };

const isOf = (facet: string) => {
  const wanted = conditionOf(facet);
  return (clause: Clause): clause is Condition =>
    !isAnyOf(clause) &&
    clause.field === wanted.field &&
    clause.operator === wanted.operator &&
    clause.not === undefined &&
    clause.channel === undefined &&
    clause.locale === undefined;
};

/** The values that conditions choose of a facet. */
export const chosenOf = (facet: string, where: readonly Clause[]): readonly string[] =>
  where.filter(isOf(facet)).flatMap(({ value }) => value.split(','));

/** The conditions after a value of a facet is chosen, or no longer. */
export function toggleFacet(facet: string, value: string, where: readonly Clause[]): Clause[] {
  const before = chosenOf(facet, where);
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value];
  const others = where.filter((clause) => !isOf(facet)(clause));
  return after.length === 0 ? others : [...others, { ...conditionOf(facet), value: after.join(',') }];
}

/** A condition that says something. */
const isFilled = ({ value }: Condition) => !/^[\s,]*$/.test(value);
function trimmed(condition: Condition): Condition {
  const value = condition.value.trim();
  if (condition.operator !== 'between') return { ...condition, value };
  // A range that is open at one end is a comparison.
  const [least = '', most = ''] = value.split(',');
  if (most === '') return { ...condition, operator: 'gte', value: least };
  return least === '' ? { ...condition, operator: 'lte', value: most } : { ...condition, value };
}

/** The conditions without those that are not filled in. */
export function cleaned(where: readonly Clause[]): Clause[] {
  return where.flatMap((clause): Clause[] => {
    if (!isAnyOf(clause)) return isFilled(clause) ? [trimmed(clause)] : [];
    const [first, ...others] = clause.any.filter(isFilled).map(trimmed);
    if (first === undefined) return [];
    return others.length === 0 ? [first] : [{ any: [first, ...others] }];
  });
}
