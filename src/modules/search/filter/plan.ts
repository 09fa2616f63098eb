/** Cells of an attribute that a test examines; null: whatever channel, whatever locale. */
export interface CellScope {
  readonly channel: string | null;
  readonly locale: string | null;
}

export const ANY_SCOPE: CellScope = { channel: null, locale: null };

/** Bounds of a number; null: open. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
  readonly fromIncluded: boolean;
  readonly toIncluded: boolean;
}

/** Test of one cell. Texts are in their search form, codes folded, numbers in the standard unit. */
export type CellTest =
  | { readonly kind: 'filled' }
  /** Its value, or one of the items of a list, is one of these keys (`equalityKeys`). */
  | { readonly kind: 'one-of'; readonly keys: readonly string[] }
  /** A list that has each of these items. */
  | { readonly kind: 'each-of'; readonly keys: readonly string[] }
  /** A list of these items and no others, in whatever order. */
  | { readonly kind: 'same-items'; readonly keys: readonly string[] }
  /** A list of so many items. */
  | { readonly kind: 'items'; readonly count: number }
  /**
   * One of these numbers. Dates are days, timestamps milliseconds since 1970-01-01 UTC; of prices one currency counts.
   */
  | { readonly kind: 'number'; readonly currency: string | null; readonly numbers: readonly number[] }
  | { readonly kind: 'range'; readonly currency: string | null; readonly range: Range }
  | { readonly kind: 'text'; readonly match: TextMatch; readonly text: string };

export type TextMatch = 'contains' | 'starts-with' | 'ends-with';

/** A timestamp of an object as a whole. */
export type TimestampProperty = 'createdAt' | 'updatedAt' | 'effectiveUpdatedAt';

/** A filter with everything looked up: plain data that a statement is compiled from and that facts are held against. */
export type Plan =
  | { readonly kind: 'and'; readonly of: readonly Plan[] }
  | { readonly kind: 'or'; readonly of: readonly Plan[] }
  | { readonly kind: 'not'; readonly of: Plan }
  /** UUIDs. */
  | { readonly kind: 'id'; readonly ids: readonly string[] }
  /** Folded SKUs or codes. */
  | { readonly kind: 'key'; readonly keys: readonly string[] }
  /** Parts in search form; beginnings folded, as keys are. */
  | { readonly kind: 'key-text'; readonly match: TextMatch; readonly text: string }
  | { readonly kind: 'value'; readonly value: ValuePlan }
  | {
      readonly kind: 'completeness';
      readonly cellScope: CellScope;
      readonly scope: 'any' | 'all';
      readonly from: number;
      readonly to: number;
    }
  /** At least one of the attributes (stored codes) is required in the cell scope and missing. */
  | { readonly kind: 'missing'; readonly cellScope: CellScope; readonly attributes: readonly string[] }
  /** Has a fact that is one of these: what a property is, independent of any scope. */
  | {
      readonly kind: 'fact';
      readonly facts: readonly IndexTerm[];
      /** True if few objects have any of the facts: up to {@link MAX_RARE}, or about one for each. */
      readonly isRare?: boolean;
    }
  /** Linked by a type (stored code) to one of these products (UUIDs); null: to anything. */
  | { readonly kind: 'link'; readonly type: string; readonly targets: readonly string[] | null }
  | { readonly kind: 'moment'; readonly property: TimestampProperty; readonly range: Range }
  /**
   * The searchable text has the word, or a searchable value is one of the options whose label has it. Two letters are a
   * word of the text, more may be a part of one. With `cells` the text is the SKU and those of them that are shown.
   */
  | {
      readonly kind: 'word';
      readonly text: string;
      readonly options: readonly OptionKey[];
      readonly cells?: readonly SearchableCells[];
    };

/** A condition on the cells of an attribute (stored code) in a scope. */
export interface ValuePlan {
  readonly attribute: string;
  readonly cellScope: CellScope;
  readonly scope: 'any' | 'all';
  readonly test: CellTest;
}

/**
 * Fact that can be true of an object as a whole, as terms: `['status', 'draft']`, `['set', 'shoes']`, `['set']` (none),
 * `['channel', 'web']`, `['channel']` (sold in all), `['channels']` (its channels are listed), `['category', 'men']`,
 * `['category']` (in some), `['parent', <uuid>]`, `['parent']` (none), `['ref', <system>, <id>]`, `['ref', <system>]`,
 * `['ancestors-published']`, `['type', 'simple']`, `['live', 'web', 'de_DE']`.
 */
export type IndexTerm = readonly [string, ...string[]];

/** A value of a searchable attribute: its code and the folded code of the option. */
export interface OptionKey {
  readonly attribute: string;
  readonly option: string;
  /** Cells like those of {@link SearchableCells}; any cell when left out. */
  readonly cellScopes?: readonly CellScope[];
}

/** Cells of an attribute (stored code) in which words are searched for: the first of some that has a value. */
export interface SearchableCells {
  readonly attribute: string;
  readonly cellScopes: readonly CellScope[];
}

/** Number of objects up to which those that a condition finds are few, however many objects there are. */
export const MAX_RARE = 500;

export const MATCH_NONE: Plan = { kind: 'or', of: [] };

export const not = (of: Plan): Plan => (of.kind === 'not' ? of.of : { kind: 'not', of });
export const and = (of: readonly Plan[]): Plan => (of.length === 1 && of[0] ? of[0] : { kind: 'and', of });
export const or = (of: readonly Plan[]): Plan => (of.length === 1 && of[0] ? of[0] : { kind: 'or', of });
export const hasTerm = (...facts: readonly IndexTerm[]): Plan => ({ kind: 'fact', facts });

/** An attribute that a plan compares, and the cells and the test as far as the plan has them. */
export type ComparedAttribute = Pick<ValuePlan, 'attribute' | 'cellScope'> & { readonly test?: CellTest };

/** Returns the attributes that a plan compares. */
export function comparedAttributes(plan: Plan): readonly ComparedAttribute[] {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return plan.of.flatMap(comparedAttributes);
    case 'not':
      return comparedAttributes(plan.of);
    case 'value':
      return [plan.value];
    case 'word':
      return plan.options.map(({ attribute }) => ({ attribute, cellScope: ANY_SCOPE }));
    default:
      return [];
  }
}
