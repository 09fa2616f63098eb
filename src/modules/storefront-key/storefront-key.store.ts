import type { Transaction } from '../../kernel/operation.ts';
import { saveLastUseIn } from '../../platform/credential/save-last-use.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { StorefrontKeyKind } from './storefront-key-rules.ts';

/** A key's row as its operations see it. */
export interface StoredKey {
  readonly id: string;
  readonly storefrontId: string;
  readonly name: string;
  readonly kind: StorefrontKeyKind;
  readonly requestsPerMinute: number | null;
  readonly revokedAt: Date | null;
  readonly version: number;
}

/** A key as the look-up across organizations finds it. */
export interface KeyRecord extends StoredKey {
  readonly organizationId: string;
}

const COLUMNS = `id::text AS id, organization_id::text AS "organizationId", storefront_id::text AS "storefrontId", name,
  kind, requests_per_minute AS "requestsPerMinute", version`;
const ROW = {
  id: 'text',
  organizationId: 'text',
  storefrontId: 'text',
  name: 'text',
  kind: 'text',
  requestsPerMinute: 'int | null',
  version: 'int',
} as const;

const LOCK = defineStatement<Omit<KeyRecord, 'revokedAt'> & { revokedAt: string | null }>({
  name: 'storefront_key.lock',
  kind: 'read',
  row: { ...ROW, revokedAt: 'text | null' },
  sql: `SELECT ${COLUMNS}, to_jsonb(revoked_at) #>> '{}' AS "revokedAt"
        FROM public.storefront_key WHERE organization_id = $1::uuid AND id = $2::uuid FOR NO KEY UPDATE`,
});

/** Locks one key until the end of the transaction. */
export async function lockKey(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredKey | null> {
  const [row] = await transaction.execute(LOCK, [organizationId, id]);
  return row === undefined
    ? null
    : { ...row, revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt) };
}

const FIND_BY_DIGEST = defineStatement<KeyRecord>({
  name: 'storefront_key.find_by_digest',
  kind: 'read',
  row: { ...ROW, revokedAt: 'timestamp | null' },
  sql: `SELECT ${COLUMNS}, revoked_at AS "revokedAt" FROM public.storefront_key WHERE digest = $1`,
});

/** Finds a key by its digest, whatever the organization. Needs the owner role. */
export async function findKeyByDigest(owner: Transaction, digest: Buffer): Promise<KeyRecord | null> {
  const [row] = await owner.execute(FIND_BY_DIGEST, [digest]);
  return row ?? null;
}

/** Notes when keys were last used. Needs the owner role. */
export const noteLastUse = saveLastUseIn('storefront_key');

const INSERT = defineStatement({
  name: 'storefront_key.insert',
  kind: 'write',
  sql: `INSERT INTO public.storefront_key (organization_id, id, storefront_id, name, kind, key, prefix, digest,
                                           requests_per_minute, created_at, updated_at)
        SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7, decode($8, 'hex'), $9::int, $10::timestamptz,
               $10::timestamptz`,
});

export async function insertKey(
  transaction: Transaction,
  key: Pick<StoredKey, 'id' | 'storefrontId' | 'name' | 'kind' | 'requestsPerMinute'> & {
    readonly organizationId: string;
    /** Text of a publishable key; null for secret keys. */
    readonly key: string | null;
    readonly prefix: string;
    readonly digest: Buffer;
    readonly now: Date;
  },
): Promise<void> {
  await transaction.execute(INSERT, [
    ...[key.organizationId, key.id, key.storefrontId, key.name, key.kind, key.key, key.prefix],
    ...[key.digest.toString('hex'), key.requestsPerMinute, key.now.toISOString()],
  ]);
}

const REVOKE = defineStatement({
  name: 'storefront_key.revoke',
  kind: 'write',
  sql: `UPDATE public.storefront_key
        SET revoked_at = least(revoked_at, $3::timestamptz), updated_at = $4::timestamptz, version = version + 1
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Ends a key at a time, unless it ends sooner anyway. */
export async function revokeKey(
  transaction: Transaction,
  organizationId: string,
  id: string,
  at: Date,
  now: Date,
): Promise<void> {
  await transaction.execute(REVOKE, [organizationId, id, at.toISOString(), now.toISOString()]);
}
