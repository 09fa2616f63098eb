import type { CellChange } from './change.ts';
import type { LedgerResource } from './event.ts';

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
  /** Reactions to changed configuration, in the same transaction. */
  readonly onConfigurationChanged?: Partial<Record<LedgerResource, ConfigurationChangeHandler<Context>>>;
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

export interface SearchSource<Context> {
  readonly table: 'product' | 'entity';
  /** Returns the ids of the next living objects in their order. */
  nextIds(context: Context, after: string | null, limit: number): Promise<readonly string[]>;
  /** Counts the live ones, no further than `limit`. */
  count(context: Context, limit: number): Promise<number>;
  /** Locks objects and stores the texts by which searches find the living ones. */
  store(context: Context, ids: readonly string[]): Promise<void>;
}
