import type { JsonValue } from '../../../kernel/json.ts';
import type {
  EnumProperty,
  FilteredProperty,
  FilterKindOf,
  ProductProperties,
} from '../../property/index.ts';

type Maybe<Value> = Value | null | undefined;

/** Number of an attribute's cells in which a condition must hold: at least one, or each (and there is one). */
export type Scope = 'any' | 'all';

export interface EqualityCondition<Value extends string = string> {
  readonly eq?: Maybe<Value>;
  readonly ne?: Maybe<Value>;
  readonly in?: Maybe<readonly Value[]>;
  readonly nin?: Maybe<readonly Value[]>;
}
export interface CodeCondition extends EqualityCondition {
  readonly empty?: Maybe<boolean>;
}
export interface TextCondition extends EqualityCondition {
  readonly contains?: Maybe<string>;
  readonly startsWith?: Maybe<string>;
}
export interface SetCondition {
  readonly any?: Maybe<readonly string[]>;
  readonly all?: Maybe<readonly string[]>;
  readonly none?: Maybe<readonly string[]>;
  readonly empty?: Maybe<boolean>;
}
export interface CategoryCondition extends SetCondition {
  /** True if products below a category count as in it; default true. */
  readonly descendants?: Maybe<boolean>;
}
export interface DateTimeCondition {
  readonly lt?: Maybe<string>;
  readonly lte?: Maybe<string>;
  readonly gt?: Maybe<string>;
  readonly gte?: Maybe<string>;
  readonly between?: Maybe<readonly string[]>;
  readonly lastDays?: Maybe<number>;
}
export interface CompletenessCondition {
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  readonly scope?: Maybe<Scope>;
  readonly eq?: Maybe<number>;
  readonly lt?: Maybe<number>;
  readonly lte?: Maybe<number>;
  readonly gt?: Maybe<number>;
  readonly gte?: Maybe<number>;
  /** Attribute codes of which at least one is missing. */
  readonly missing?: Maybe<readonly string[]>;
}
export interface PublicationCondition {
  readonly channel: string;
  readonly locale?: Maybe<string>;
  readonly state: 'published' | 'blocked' | 'unpublished';
}
export interface LiveCondition {
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
}
export interface ExternalRefCondition {
  readonly system: string;
  readonly eq?: Maybe<string>;
  readonly in?: Maybe<readonly string[]>;
  readonly empty?: Maybe<boolean>;
}
export interface AssociationCondition {
  readonly type: string;
  /** SKUs, ids or external ids of linked products. */
  readonly any?: Maybe<readonly string[]>;
  readonly empty?: Maybe<boolean>;
}

/** A condition on an attribute; which operands it takes depends on the attribute's type. */
export interface AttributeCondition {
  readonly attribute: string;
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  readonly scope?: Maybe<Scope>;
  readonly empty?: Maybe<boolean>;
  /** Currency of prices for `empty`: the currency that they have a price in or not. */
  readonly currency?: Maybe<string>;
  readonly eq?: Maybe<JsonValue>;
  readonly ne?: Maybe<JsonValue>;
  readonly in?: Maybe<readonly JsonValue[]>;
  readonly nin?: Maybe<readonly JsonValue[]>;
  readonly lt?: Maybe<JsonValue>;
  readonly lte?: Maybe<JsonValue>;
  readonly gt?: Maybe<JsonValue>;
  readonly gte?: Maybe<JsonValue>;
  readonly between?: Maybe<readonly JsonValue[]>;
  readonly any?: Maybe<readonly JsonValue[]>;
  readonly all?: Maybe<readonly JsonValue[]>;
  readonly none?: Maybe<readonly JsonValue[]>;
  readonly count?: Maybe<number>;
  readonly contains?: Maybe<string>;
  readonly notContains?: Maybe<string>;
  readonly startsWith?: Maybe<string>;
  readonly endsWith?: Maybe<string>;
  readonly match?: Maybe<string>;
  readonly lastDays?: Maybe<number>;
  readonly nextDays?: Maybe<number>;
}

/** Fields of a filter of any objects besides its properties. */
export interface FilterObject<Filter> {
  readonly and?: Maybe<readonly Filter[]>;
  readonly or?: Maybe<readonly Filter[]>;
  readonly not?: Maybe<Filter>;
  readonly channel?: Maybe<string>;
  readonly locale?: Maybe<string>;
  readonly attributes?: Maybe<readonly AttributeCondition[]>;
}

/** Types of conditions on a property, by the kind of its filter. */
interface ConditionsByKind {
  readonly text: TextCondition;
  readonly code: CodeCondition;
  readonly set: SetCondition;
  readonly words: SetCondition;
  readonly tree: CategoryCondition;
  readonly ids: readonly ExternalRefCondition[];
}

/** Conditions on the properties that products hold themselves. */
type PropertyConditions = {
  readonly [Key in FilteredProperty]: Key extends EnumProperty
    ? EqualityCondition<ProductProperties[Key]>
    : ConditionsByKind[FilterKindOf<Key> & keyof ConditionsByKind];
};

/** Conditions on products, by the key of what they are on. */
export interface ProductConditions extends PropertyConditions {
  readonly q: string;
  readonly id: CodeCondition;
  readonly associations: readonly AssociationCondition[];
  readonly completeness: CompletenessCondition;
  readonly publication: PublicationCondition;
  readonly live: LiveCondition;
  readonly createdAt: DateTimeCondition;
  readonly updatedAt: DateTimeCondition;
  readonly effectiveUpdatedAt: DateTimeCondition;
}

type Conditions<Of> = { readonly [Key in keyof Of]?: Maybe<Of[Key]> };

/**
 * Conditions on products as every API adapter gives them; all of one object must hold. `channel` and `locale` narrow the
 * assortment and are the context of the conditions beside and below them.
 */
export interface ProductFilter extends FilterObject<ProductFilter>, Conditions<ProductConditions> {}

/** Maximum number of levels of `and`, `or` and `not` in each other. */
export const MAX_DEPTH = 5;
/** Maximum number of conditions in one filter. */
export const MAX_CONDITIONS = 50;
/** Maximum number of elements of one list of operands. */
export const MAX_OPERANDS = 1_000;
/**
 * Maximum number of characters of an operand: PostgreSQL rejects patterns of some ten thousand, and nobody searches for
 * a novel.
 */
export const MAX_OPERAND_LENGTH = 1_000;
/** Minimum number of characters of a `contains` that stands alone. */
export const MIN_PATTERN_LENGTH = 3;
/** Minimum number of letters of a word of `q` that stands alone: `TV`. */
export const MIN_WORD_LENGTH = 2;
