import DataLoader from 'dataloader';
import type { PrismaReadContext } from './operation/context.ts';

/**
 * A batched look-up: all keys requested in one tick become one call of `load`. Declared once in a room; each request
 * gets its own instance, so nothing is cached across requests or organizations.
 */
export interface Loader<Key, Value> {
  readonly name: string;
  /** Loads values by `keyOf(key)`; the result for keys without an entry is null. */
  readonly load: (context: PrismaReadContext, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>;
  readonly keyOf: (key: Key) => string;
  /** Units of an operation's budget that the look-up of one key costs; they are spent before it begins. */
  readonly unitsPerKey?: number;
}

export function defineLoader<Key, Value>(loader: Loader<Key, Value>): Loader<Key, Value> {
  return loader;
}

/** The context of a request, which looks objects up in batches. */
export interface RequestLoaders {
  load<Key, Value>(loader: Loader<Key, Value>, key: Key): Promise<Value | null>;
}

/** Number of look-ups of one kind that are sent together; more become several statements. */
const MAX_KEYS = 1_000;

/** Number of loaded objects that cost one unit of an operation's budget. */
const OBJECTS_PER_UNIT = 4;

/** Returns the units that loaded objects cost, those in lists included. */
function unitsOf(loaded: ReadonlyMap<string, unknown>): number {
  let objects = 0;
  for (const value of loaded.values()) objects += Array.isArray(value) ? value.length : 1;
  return Math.ceil(objects / OBJECTS_PER_UNIT);
}

/** Looks keys up in one batch and spends its units; returns the values in the order of the keys, null for none. */
export async function loadBatch<Key, Value>(
  { load, keyOf, unitsPerKey = 0 }: Loader<Key, Value>,
  context: PrismaReadContext,
  keys: readonly Key[],
): Promise<(Value | null)[]> {
  context.budget?.spend(keys.length * unitsPerKey);
  const valuesByKey = await load(context, keys);
  context.budget?.spend(unitsOf(valuesByKey));
  return keys.map((key) => valuesByKey.get(keyOf(key)) ?? null);
}

/** Makes the look-ups of one read in batches, each done once. */
export function createRequestLoaders(context: PrismaReadContext): RequestLoaders & {
  /** Stores a value, so that it is not looked up. */
  prime<Key, Value>(loader: Loader<Key, Value>, key: Key, value: Value): void;
} {
  const loaders = new Map<object, DataLoader<unknown, unknown, string>>();
  const instanceOf = <Key, Value>(loader: Loader<Key, Value>) => {
    const cachedLoader = loaders.get(loader) as DataLoader<Key, Value | null, string> | undefined;
    if (cachedLoader !== undefined) return cachedLoader;
    const newLoader = new DataLoader<Key, Value | null, string>((keys) => loadBatch(loader, context, keys), {
      cacheKeyFn: loader.keyOf,
      maxBatchSize: MAX_KEYS,
    });
    loaders.set(loader, newLoader as DataLoader<unknown, unknown, string>);
    return newLoader;
  };
  return {
    load: (loader, key) => instanceOf(loader).load(key),
    prime: (loader, key, value) => void instanceOf(loader).prime(key, value),
  };
}
