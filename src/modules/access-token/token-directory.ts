import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import type { Role, Scope } from '../../kernel/scopes.ts';
import { pgTransaction } from '../../platform/database/transaction.ts';
import type { Log } from '../../platform/log.ts';
import type { NotificationListener } from '../../platform/notification/notification-listener.ts';
import { findTokenByDigest, noteLastUse, type TokenRecord } from './token-directory.store.ts';
import { expiredToken, invalidToken, revokedToken } from './token-faults.ts';
import { digestOf, isWellFormedToken } from './token-format.ts';
import { tokenStateAt } from './token-rules.ts';

/** The channel on which the database tells every process of changed tokens and members. */
export const ACCESS_CHANNEL = 'catalograph_access';

/** For how long an answer may be believed when nothing was heard to the contrary. */
const CACHE_MS = 5_000;
const CACHED_TOKENS = 10_000;
const LAST_USE_INTERVAL_MS = 60_000;

/** Whom a valid token stands for. */
export interface TokenHolder {
  readonly tokenId: string;
  readonly name: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
}

/** Looks tokens up, across organizations, and notes their use. One per process. */
export interface TokenDirectory {
  /**
   * Whom the token stands for, now. What was revoked or changed elsewhere is known within a second.
   *
   * @throws Fault `invalid-token`; `expired-token` and `revoked-token` only to who holds the very token.
   */
  find(token: string): Promise<TokenHolder>;
  /**
   * Whether `find` asks the database nothing that is new to it: the token was found before, however it is by now, is
   * being looked up, was just looked for in vain, or cannot be one.
   */
  isKnown(token: string): boolean;
  /**
   * Calls `onChange` when what `find` answers, or the membership behind a sign-in, may have changed for somebody: at
   * every change of their token or membership, and when such news may have been lost.
   *
   * @returns ends it
   */
  watch(
    who: { readonly tokenId: string | null; readonly organizationId: string; readonly userId: string | null },
    onChange: () => void,
  ): () => void;
  /** Writes the last uses noted since the last time; runs by itself once a minute and at the end. */
  flushLastUse(): Promise<void>;
  close(): Promise<void>;
}

export async function openTokenDirectory(settings: {
  readonly owner: pg.Pool;
  readonly listener: NotificationListener;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<TokenDirectory> {
  const { clock, listener, log } = settings;
  const owner = pgTransaction(settings.owner);
  const watchers = new Map<() => void, Meant>();
  const cache = await openCache(
    listener,
    (digest) => findTokenByDigest(owner, digest),
    (isMeant) => {
      for (const [onChange, who] of watchers) if (isMeant(who)) onChange();
    },
  );
  let used = new Map<string, Date>();

  const flushLastUse = async () => {
    if (used.size === 0) return;
    const noted = used;
    used = new Map();
    await noteLastUse(owner, noted).catch((error: unknown) =>
      log.warn({ err: error }, 'the last use of tokens could not be noted'),
    );
  };
  const timer = setInterval(() => void flushLastUse(), LAST_USE_INTERVAL_MS).unref();

  return {
    async find(token) {
      if (!isWellFormedToken(token)) throw invalidToken();
      const found = await cache.get(digestOf(token));
      if (found === null) throw invalidToken();
      const now = clock.now();
      const { record, scopes } = found;
      const state = tokenStateAt(record, now);
      if (state === 'revoked' || record.role === null) throw revokedToken();
      if (state === 'expired') throw expiredToken(record.expiresAt ?? now);
      used.set(record.id, now);
      const { id: tokenId, name, organizationId, userId, role } = record;
      return { tokenId, name, organizationId, userId, role, scopes };
    },
    isKnown: (token) => !isWellFormedToken(token) || cache.isKnown(digestOf(token)),
    watch({ tokenId, organizationId, userId }, onChange) {
      const watcher = () => onChange();
      watchers.set(watcher, { id: tokenId ?? '', organizationId, userId: userId ?? '' });
      return () => void watchers.delete(watcher);
    },
    flushLastUse,
    async close() {
      clearInterval(timer);
      await flushLastUse();
    },
  };
}

/** What a notification can be about. */
type Meant = Pick<TokenRecord, 'id' | 'organizationId' | 'userId'>;

interface CachedToken {
  readonly record: TokenRecord;
  readonly scopes: ReadonlySet<Scope>;
}

/**
 * Records by digest, unknown digests included, so that neither a busy token nor a wrong one costs a question each
 * time. Emptied of what a notification names, and of everything when notifications may have been lost.
 */
async function openCache(
  listener: NotificationListener,
  load: (digest: Buffer) => Promise<TokenRecord | null>,
  onForgotten: (isMeant: (who: Meant) => boolean) => void,
): Promise<{ get(digest: Buffer): Promise<CachedToken | null>; isKnown(digest: Buffer): boolean }> {
  const cache = new LRUCache<string, { readonly found: CachedToken | null }>({
    max: CACHED_TOKENS,
    ttl: CACHE_MS,
  });
  /** Digests of tokens that there are; kept beyond what is remembered of them. */
  const real = new LRUCache<string, true>({ max: CACHED_TOKENS });
  const loading = new Map<string, Promise<CachedToken | null>>();
  // Counts changes: an answer that was asked for before the latest one is used once but not kept.
  let generation = 0;
  const forget = (isMeant: (record: Meant) => boolean) => {
    generation += 1;
    loading.clear();
    for (const [key, { found }] of cache.entries()) {
      if (found !== null && isMeant(found.record)) cache.delete(key);
    }
    onForgotten(isMeant);
  };
  await listener.subscribe(ACCESS_CHANNEL, {
    onMessage: (payload) => forget(meantBy(payload)),
    onGap: () => forget(() => true),
  });

  const ask = async (key: string, digest: Buffer): Promise<CachedToken | null> => {
    const asked = generation;
    const record = await load(digest);
    const found = record === null ? null : { record, scopes: new Set(record.scopes) };
    if (record !== null) real.set(key, true);
    if (asked === generation && listener.isListening()) cache.set(key, { found });
    return found;
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
      const answer = ask(key, digest).finally(() => {
        if (loading.get(key) === answer) loading.delete(key);
      });
      loading.set(key, answer);
      return answer;
    },
  };
}

/** Which records a notification is about: `{"token": id}` or `{"organization": id, "user": id}`; else all. */
function meantBy(payload: string): (record: Meant) => boolean {
  const { token, organization, user } = readPayload(payload);
  if (token !== undefined) return ({ id }) => id === token;
  if (organization === undefined) return () => true;
  return ({ organizationId, userId }) => organizationId === organization && userId === user;
}

function readPayload(payload: string): Partial<Record<'token' | 'organization' | 'user', string>> {
  try {
    return JSON.parse(payload);
  } catch {
    return {};
  }
}
