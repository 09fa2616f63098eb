import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { NotificationListener } from '../notification/notification-listener.ts';
import { digestOf } from './credential-format.ts';

/** Channel on which the database notifies every process of changed credentials and members. */
export const ACCESS_CHANNEL = 'catalograph_access';

/** Time for which a cached record is valid without a notification to the contrary. */
const CACHE_MS = 5_000;
const CACHED_RECORDS = 10_000;
const LAST_USE_INTERVAL_MS = 60_000;

/**
 * Record that a notification reports as changed: a token, a membership, a key. An empty change: it could not be read.
 */
export type AccessChange = Readonly<
  Partial<Record<'token' | 'organization' | 'user' | 'storefront_key', string>>
>;

export interface CredentialDirectorySettings<Found> {
  readonly listener: NotificationListener;
  readonly log: Log;
  isWellFormed(text: string): boolean;
  /** Finds a credential by its digest, whatever the organization. */
  load(digest: Buffer): Promise<Found | null>;
  /** Stores when credentials were last used, by id. */
  noteLastUse(usedAt: ReadonlyMap<string, Date>): Promise<void>;
  /** Returns a test for the records that a change is about; all of them match, if it does not name any. */
  meantBy(change: AccessChange): (principal: Found) => boolean;
  /** Runs when records were dropped from memory, with the change that made them stale. */
  onForgotten?(change: AccessChange): void;
}

/** Directory of credentials of one kind by their text, across organizations. One per process. */
export interface CredentialDirectory<Found> {
  /** Returns the record of a credential; null for one that is malformed, mistyped or was never issued. */
  find(text: string): Promise<Found | null>;
  /**
   * Returns true if `find` sends the database no new query for it: the credential was found before, whatever its
   * state is by now, its look-up is under way or has just found nothing, or it cannot be one.
   */
  isKnown(text: string): boolean;
  noteUse(id: string, at: Date): void;
  /** Writes the last uses noted since the last time; runs by itself once a minute and at the end. */
  flushLastUse(): Promise<void>;
  close(): Promise<void>;
}

export async function openCredentialDirectory<Found>(
  settings: CredentialDirectorySettings<Found>,
): Promise<CredentialDirectory<Found>> {
  const { isWellFormed, log } = settings;
  const cache = await openCache(settings);
  let used = new Map<string, Date>();

  const flushLastUse = async () => {
    if (used.size === 0) return;
    const noted = used;
    used = new Map();
    await settings
      .noteLastUse(noted)
      .catch((error: unknown) => log.warn({ err: error }, 'the last use of credentials could not be noted'));
  };
  const timer = setInterval(() => void flushLastUse(), LAST_USE_INTERVAL_MS).unref();

  return {
    find: async (text) => (isWellFormed(text) ? cache.get(digestOf(text)) : null),
    isKnown: (text) => !isWellFormed(text) || cache.isKnown(digestOf(text)),
    noteUse: (id, at) => void used.set(id, at),
    flushLastUse,
    async close() {
      clearInterval(timer);
      await flushLastUse();
    },
  };
}

/**
 * Caches records by digest, unknown digests included, so that neither a busy credential nor a wrong one costs a query
 * each time. A notification removes the records that it names, and lost notifications remove all.
 */
async function openCache<Found>({
  listener,
  load,
  meantBy,
  onForgotten,
}: CredentialDirectorySettings<Found>): Promise<{
  get(digest: Buffer): Promise<Found | null>;
  isKnown(digest: Buffer): boolean;
}> {
  const cache = new LRUCache<string, { readonly found: Found | null }>({
    max: CACHED_RECORDS,
    ttl: CACHE_MS,
  });
  /** Digests of credentials that exist; stored longer than the records. */
  const real = new LRUCache<string, true>({ max: CACHED_RECORDS });
  const loading = new Map<string, Promise<Found | null>>();
  // The generation counts changes: a record requested before the latest one is used once but not cached.
  let generation = 0;
  const forget = (change: AccessChange) => {
    const isMeant = meantBy(change);
    generation += 1;
    loading.clear();
    for (const [key, { found }] of cache.entries()) {
      if (found !== null && isMeant(found)) cache.delete(key);
    }
    onForgotten?.(change);
  };
  await listener.subscribe(ACCESS_CHANNEL, {
    onMessage: (payload) => forget(readChange(payload)),
    onGap: () => forget({}),
  });

  const ask = async (key: string, digest: Buffer): Promise<Found | null> => {
    const startGeneration = generation;
    const credential = await load(digest);
    if (credential !== null) real.set(key, true);
    if (startGeneration === generation && listener.isListening()) cache.set(key, { found: credential });
    return credential;
  };
  return {
    isKnown(digest) {
      const key = digest.toString('latin1');
      return real.has(key) || cache.has(key) || loading.has(key);
    },
    get(digest) {
      const key = digest.toString('latin1');
      const cached = cache.get(key);
      if (cached !== undefined) return Promise.resolve(cached.found);
      const running = loading.get(key);
      if (running !== undefined) return running;
      const lookup = ask(key, digest).finally(() => {
        if (loading.get(key) === lookup) loading.delete(key);
      });
      loading.set(key, lookup);
      return lookup;
    },
  };
}

function readChange(payload: string): AccessChange {
  try {
    return JSON.parse(payload);
  } catch {
    return {};
  }
}
