import type { CellChange } from './change.ts';
import type { LedgerResource } from './event.ts';

/** What a module does for others. All modules that do something stand in `src/modules.ts`, which the runner is given. */
export interface Module<Context> {
  /** Fills a new organization with what it needs from the start; its events go to the ledger. */
  seed?(context: Context): Promise<void>;
  /** What follows from changed configuration, in the same transaction. */
  readonly onConfigurationChanged?: Partial<Record<LedgerResource, ConfigurationFollower<Context>>>;
  /** Objects that are found by search. */
  readonly searchSource?: SearchSource<Context>;
}

export type ConfigurationFollower<Context> = (
  context: Context,
  written: readonly WrittenResource<unknown>[],
) => Promise<void>;

/** One document before and after a write that changed it. */
export interface WrittenResource<Document> {
  readonly id: string;
  readonly version: number;
  readonly before: Document | null;
  readonly after: Document | null;
  readonly changes: readonly CellChange[];
}

export interface SearchSource<Context> {
  readonly table: 'product' | 'entity';
  /** Ids of the next living objects in their order. */
  pick(context: Context, after: string | null, limit: number): Promise<readonly string[]>;
  /** How many live; counts no further than `limit`. */
  count(context: Context, limit: number): Promise<number>;
  /** Locks objects and stores what those that live are found by. */
  store(context: Context, ids: readonly string[]): Promise<void>;
}
