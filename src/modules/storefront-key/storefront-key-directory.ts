import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { openCredentialDirectory } from '../../platform/credential/credential-directory.ts';
import { pgTransaction } from '../../platform/database/transaction.ts';
import type { Log } from '../../platform/log.ts';
import type { NotificationListener } from '../../platform/notification/notification-listener.ts';
import { findKeyByDigest, type KeyRecord, noteLastUse } from './storefront-key.store.ts';
import { isRevokedAt, KEY_FORMATS, type StorefrontKeyKind } from './storefront-key-rules.ts';

/** Holder of a valid key. */
export interface StorefrontKeyPrincipal {
  readonly keyId: string;
  readonly organizationId: string;
  readonly storefrontId: string;
  readonly kind: StorefrontKeyKind;
  readonly name: string;
  /** Null: the limit that all have. */
  readonly requestsPerMinute: number | null;
}

/** Looks keys up, across organizations, and notes their use. One per process. */
export interface StorefrontKeyDirectory {
  /**
   * Returns the present holder of the key. A revocation elsewhere takes effect within a second.
   *
   * @throws RequestError `invalid-key`; `revoked-key` only to callers who have the very key
   */
  find(key: string): Promise<StorefrontKeyPrincipal>;
  /** Returns true if `find` needs no new read of the database, as in a token directory. */
  isKnown(key: string): boolean;
  close(): Promise<void>;
}

export async function openStorefrontKeyDirectory(settings: {
  readonly owner: pg.Pool;
  readonly listener: NotificationListener;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<StorefrontKeyDirectory> {
  const { clock, listener, log } = settings;
  const owner = pgTransaction(settings.owner);
  const directory = await openCredentialDirectory<KeyRecord>({
    listener,
    log,
    isWellFormed: (text) => Object.values(KEY_FORMATS).some((format) => format.isWellFormed(text)),
    load: (digest) => findKeyByDigest(owner, digest),
    noteLastUse: (usedAt) => noteLastUse(owner, usedAt),
    meantBy({ storefront_key, token, organization }) {
      if (storefront_key !== undefined) return ({ id }) => id === storefront_key;
      // Members and their tokens come and go; keys belong to the organization.
      return () => token === undefined && organization === undefined;
    },
  });
  return {
    async find(key) {
      const keyRecord = await directory.find(key);
      if (keyRecord === null) throw new RequestError('invalid-key', localized('storefront-key-unknown'));
      const now = clock.now();
      if (isRevokedAt(keyRecord, now)) throw new RequestError('revoked-key', localized('key-was-revoked'));
      directory.noteUse(keyRecord.id, now);
      const { id: keyId, organizationId, storefrontId, kind, name, requestsPerMinute } = keyRecord;
      return { keyId, organizationId, storefrontId, kind, name, requestsPerMinute };
    },
    isKnown: directory.isKnown,
    close: directory.close,
  };
}
