import type { PrismaReadContext } from './operation/context.ts';

/**
 * A batched look-up: all keys asked for in one tick become one call of `load`.
 * Declared once in a room; each request gets its own instance, so nothing is cached across requests or organizations.
 */
export interface Loader<Key, Value> {
  readonly name: string;
  /** Answers the found values by `keyOf(key)`; keys without an entry are answered null. */
  readonly load: (context: PrismaReadContext, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>;
  readonly keyOf: (key: Key) => string;
}

export function defineLoader<Key, Value>(loader: Loader<Key, Value>): Loader<Key, Value> {
  return loader;
}

/** What can look things up in batches: the context of a request. */
export interface RequestLoads {
  load<Key, Value>(loader: Loader<Key, Value>, key: Key): Promise<Value | null>;
}
