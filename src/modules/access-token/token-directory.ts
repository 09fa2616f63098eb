import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import type { Role, Scope } from '../../kernel/scopes.ts';
import {
  type AccessChange,
  openCredentialDirectory,
} from '../../platform/credential/credential-directory.ts';
import { pgTransaction } from '../../platform/database/transaction.ts';
import type { Log } from '../../platform/log.ts';
import type { NotificationListener } from '../../platform/notification/notification-listener.ts';
import { findTokenByDigest, recordLastUse, type TokenRecord } from './token-directory.store.ts';
import { expiredTokenError, invalidTokenError, revokedTokenError } from './token-errors.ts';
import { TOKEN_FORMAT } from './token-format.ts';
import { tokenStateAt } from './token-rules.ts';

/** Holder of a valid token. */
export interface TokenPrincipal {
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
   * Returns the present holder of the token. A revocation or change elsewhere takes effect within a second.
   *
   * @throws RequestError `invalid-token`; `expired-token` and `revoked-token` only to callers who hold the very token.
   */
  find(token: string): Promise<TokenPrincipal>;
  /**
   * Returns true if `find` needs no new read of the database: the token was found before, whatever its present state;
   * its read is under way; it was just not found; or it cannot be a token.
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
  const watchers = new Map<() => void, ChangedTokens>();
  const directory = await openCredentialDirectory<CachedToken>({
    listener,
    log,
    isWellFormed: TOKEN_FORMAT.isWellFormed,
    async load(digest) {
      const record = await findTokenByDigest(owner, digest);
      return record === null ? null : { ...record, scopes: new Set(record.scopes) };
    },
    noteLastUse: (usedAt) => recordLastUse(owner, usedAt),
    meantBy: affectedTokens,
    onForgotten(change) {
      const isMeant = affectedTokens(change);
      for (const [onChange, who] of watchers) if (isMeant(who)) onChange();
    },
  });

  return {
    async find(token) {
      const tokenRecord = await directory.find(token);
      if (tokenRecord === null) throw invalidTokenError();
      const now = clock.now();
      const { id: tokenId, name, organizationId, userId, role, scopes, expiresAt } = tokenRecord;
      const state = tokenStateAt(tokenRecord, now);
      if (state === 'revoked' || role === null) throw revokedTokenError();
      if (state === 'expired') throw expiredTokenError(expiresAt ?? now);
      directory.noteUse(tokenId, now);
      return { tokenId, name, organizationId, userId, role, scopes };
    },
    isKnown: directory.isKnown,
    watch({ tokenId, organizationId, userId }, onChange) {
      const watcher = () => onChange();
      watchers.set(watcher, { id: tokenId ?? '', organizationId, userId: userId ?? '' });
      return () => void watchers.delete(watcher);
    },
    flushLastUse: directory.flushLastUse,
    close: directory.close,
  };
}

/** Fields of a token by which a notification can select it. */
type ChangedTokens = Pick<TokenRecord, 'id' | 'organizationId' | 'userId'>;

interface CachedToken extends Omit<TokenRecord, 'scopes'> {
  readonly scopes: ReadonlySet<Scope>;
}

/** Returns which tokens a change is about: `{ token }` or those of a member, `{ organization, user }`; else all. */
function affectedTokens({
  token,
  organization,
  user,
  storefront_key,
}: AccessChange): (record: ChangedTokens) => boolean {
  if (token !== undefined) return ({ id }) => id === token;
  if (organization !== undefined)
    return ({ organizationId, userId }) => organizationId === organization && userId === user;
  return () => storefront_key === undefined;
}
