import type { JsonValue } from '../../../kernel/json.ts';
import type { IndexTerm } from './plan.ts';

/** One cell of the values that an object shows, inherited ones included. */
export interface IndexedCell {
  readonly channel?: string;
  readonly locale?: string;
  readonly value: JsonValue;
}

/** Completeness of an object in one channel and locale. */
export interface IndexedCompleteness {
  readonly channel: string;
  readonly locale: string;
  readonly ratio: number;
  readonly missing: readonly string[];
}

/** An object that another one names: an option by its set and code, a category by its code. */
export interface NamedObject {
  readonly kind: NamedKind;
  /** Code of what it belongs to: the set of an option, the type of an entity, the family of a unit. */
  readonly owner?: string;
  readonly code: string;
}

/** The kinds of objects whose users are found by an index. */
export type NamedKind =
  | 'attribute'
  | 'category'
  | 'channel'
  | 'currency'
  | 'entity'
  | 'locale'
  | 'media'
  | 'option'
  | 'unit'
  | 'variant_layout';

/** Everything about an object that filters ask for; codes in their stored case, effective values. */
export interface SearchDocument {
  /** UUID. */
  readonly id: string;
  /** SKU or code. */
  readonly key: string;
  /** Facts that are true of the object as a whole. */
  readonly facts: readonly IndexTerm[];
  /** Cells by attribute code, of channels and locales that exist. */
  readonly values: Readonly<Record<string, readonly IndexedCell[]>>;
  readonly completeness: readonly IndexedCompleteness[];
  /** Values of its own, whatever the structure requires of them. */
  readonly ownValues: Readonly<Record<string, readonly IndexedCell[]>>;
  /** Other objects that it names itself, besides those in its values. */
  readonly named: readonly NamedObject[];
  /** Texts it is found by besides its values: labels. */
  readonly words: readonly string[];
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Time when what it shows last changed, inherited values included. */
  readonly effectiveUpdatedAt: number;
  /** Ids of linked products by type of association; null: linked to something else than a product. */
  readonly links: Readonly<Record<string, readonly (string | null)[]>>;
}
