import type { CellChange } from './change.ts';
import type { LedgerResource } from './event.ts';
import type { JsonObject } from './json.ts';

/**
 * Hooks that a module offers to others. All modules with hooks are listed in `src/modules.ts`, which the runner
 * receives.
 */
export interface Module<Context, Reader = Context> {
  /** Fills a new organization with what it needs from the start; its events go to the ledger. */
  seed?(context: Context): Promise<void>;
  /**
   * Rows of the module that name objects, each kind as an SQL query that returns `(key, type, id, code, deleted_at)`:
   * the key of the named object, and GraphQL type, id, code and time of deletion of the row. `$1` is the
   * organization; the objects stand in the relation `wanted (key, owner, code, id, since, types, most)`: `owner` is
   * the code of an option's set and its like, `since` the earliest deletion of a user that counts, `types` the types
   * that count (null: all), `most` how many users are looked up by index.
   */
  readonly usedBy?: Partial<Record<ReferenceKind, string>>;
  /**
   * Rows of the module that name objects without keeping them from being deleted, as queries like those of `usedBy`.
   */
  readonly mentionedBy?: Partial<Record<ReferenceKind, string>>;
  /** Reactions to changed configuration, in the same transaction. */
  readonly onConfigurationChanged?: Partial<Record<LedgerResource, ConfigurationChangeHandler<Context>>>;
  /**
   * Prepares to compute the effects of changed configuration on objects of the module. It is called in the transaction of
   * a dry run; the function that it returns is called when that has been rolled back, so that no lock is held while
   * objects are looked at.
   */
  readonly previewEffects?: (
    context: Context,
    changes: ConfigurationChanges,
  ) => Promise<EffectPreview<Reader>>;
  /**
   * Removes what is left of its rows that name an object which is about to be deleted for good: nothing that lives or
   * can come back is among them, or the object would stay.
   */
  readonly beforeDeletion?: Partial<
    Record<LedgerResource, (context: Context, document: { readonly code: string }) => Promise<void>>
  >;
  /** Returns the locales whose labels stand in for those of one (`''`: the default), itself first. */
  labelLocales?(context: Reader, locale: string): Promise<readonly string[]>;
  /** Objects that searches find. */
  readonly searchSource?: SearchSource<Context>;
}

/** Target that a row can name: an object, or one in a role that it has to keep. */
export type ReferenceKind =
  | LedgerResource
  | 'category_root'
  | 'enabled_currency'
  | 'enabled_locale'
  | 'entity_parent'
  | 'hierarchical_entity_type'
  | 'unit'
  | 'variant_layout';

export type ConfigurationChangeHandler<Context> = (
  context: Context,
  written: readonly ResourceChange<unknown>[],
) => Promise<void>;

/** One document before and after a write that changed it. */
export interface ResourceChange<Document> {
  readonly id: string;
  readonly version: number;
  readonly before: Document | null;
  readonly after: Document | null;
  readonly changes: readonly CellChange[];
}

/** Changed documents of one transaction by their kind, in the order in which they were written. */
export type ConfigurationChanges = ReadonlyMap<LedgerResource, readonly ResourceChange<unknown>[]>;

/** Computes effects of a change that is not stored, by what is. */
export type EffectPreview<Reader> = (context: Reader) => Promise<ChangeEffects>;

export interface ChangeEffects {
  readonly items: readonly ChangeEffect[];
  /** False if not all objects that may have effects were looked at. */
  readonly isComplete: boolean;
  readonly storefronts?: readonly StorefrontEffect[];
  readonly references?: readonly DeletedReference[];
}

/** Fields that the schema of a storefront loses. */
export interface StorefrontEffect {
  /** Code of the storefront. */
  readonly storefront: string;
  /** `Lamp` for a type with all its fields, `Lamp.finish` for one field; sorted. */
  readonly fields: readonly string[];
}

/** Objects that name one that is deleted, and stay. */
export interface DeletedReference {
  /** Code of the deleted object. */
  readonly object: string;
  /** GraphQL type of those that name it. */
  readonly type: string;
  readonly count: number;
  /** Names or codes of the first of them. */
  readonly names: readonly string[];
}

/**
 * Effects of a change of configuration on objects, the gravest first. `not_live`: live in the channel, but not in the
 * locale that it gets. `hidden_values`: with values of an attribute that their set or type has no longer.
 * `invalid_values`: with values that new rules of an attribute reject. `not_editable`: with values in a locale or
 * currency that is disabled. `incomplete`, `complete`: in a channel and locale. `empty_texts`: without some texts in the
 * locale that their channel gets. `no_category`: sold in a channel, and then in no category of its tree. `inactive_option`:
 * with an option that becomes inactive.
 */
export const EFFECT_KINDS = [
  'leaves_live',
  'not_live',
  'hidden_values',
  'invalid_values',
  'not_editable',
  'incomplete',
  'empty_texts',
  'no_category',
  'inactive_option',
  'label_changes',
  'url_changes',
  'complete',
  'becomes_live',
] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** Number of products or entities with an effect. */
export interface ChangeEffect {
  readonly kind: EffectKind;
  /** Code of the type of the entities that are counted; null for products. */
  readonly entityType: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
  /** Code of the attribute whose values it is about. */
  readonly attribute: string | null;
  readonly count: number;
  /** Number of their texts that are empty; only of `empty_texts`. */
  readonly valueCount?: number;
  /** False if there may be more: no more than a certain number of objects was looked at. */
  readonly isExact: boolean;
  /** Finds these objects before the change, in the JSON filter grammar; null where no short filter finds exactly them. */
  readonly filter: JsonObject | null;
}

export interface SearchSource<Context> {
  readonly table: 'product' | 'entity';
  /** Returns the ids of the next living objects in their order. */
  nextIds(context: Context, after: string | null, limit: number): Promise<readonly string[]>;
  /** Counts the live ones, no further than `limit`. */
  count(context: Context, limit: number): Promise<number>;
  /** Locks objects and stores the texts by which searches find the living ones. */
  store(context: Context, ids: readonly string[]): Promise<void>;
}
