import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { TokenGrant } from './token-rules.ts';

/** A token's row as its operations see it. */
export interface StoredToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: TokenGrant['scopes'];
  readonly prefix: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly version: number;
}

type TokenRow = {
  [Key in keyof StoredToken]: StoredToken[Key] extends Date | null ? string | null : StoredToken[Key];
};

const LOCK = defineStatement<TokenRow>({
  name: 'access_token.lock',
  kind: 'read',
  row: {
    id: 'text',
    userId: 'text',
    name: 'text',
    scopes: 'json',
    prefix: 'text',
    version: 'int',
    expiresAt: 'text | null',
    revokedAt: 'text | null',
  },
  sql: `SELECT id::text AS id, user_id::text AS "userId", name, to_jsonb(scopes) AS scopes, prefix, version,
               to_jsonb(expires_at) #>> '{}' AS "expiresAt", to_jsonb(revoked_at) #>> '{}' AS "revokedAt"
        FROM public.access_token WHERE organization_id = $1::uuid AND id = $2::uuid FOR NO KEY UPDATE`,
});

/** Locks one token until the end of the transaction. */
export async function lockToken(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredToken | null> {
  const [row] = await transaction.execute(LOCK, [organizationId, id]);
  if (row === undefined) return null;
  return { ...row, expiresAt: dateOf(row.expiresAt), revokedAt: dateOf(row.revokedAt) };
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

const INSERT = defineStatement({
  name: 'access_token.insert',
  kind: 'write',
  sql: `INSERT INTO public.access_token (organization_id, id, user_id, name, scopes, prefix, digest, expires_at,
                                         created_at, updated_at)
        SELECT $1::uuid, $2::uuid, $3::uuid, $4, ARRAY(SELECT jsonb_array_elements_text($5::jsonb)), $6,
               decode($7, 'hex'), $8::timestamptz, $9::timestamptz, $9::timestamptz`,
});

export async function insertToken(
  transaction: Transaction,
  token: TokenGrant & {
    readonly organizationId: string;
    readonly id: string;
    readonly userId: string;
    readonly prefix: string;
    readonly digest: Buffer;
    readonly now: Date;
  },
): Promise<void> {
  await transaction.execute(INSERT, [
    token.organizationId,
    token.id,
    token.userId,
    token.name,
    JSON.stringify(token.scopes),
    token.prefix,
    token.digest.toString('hex'),
    token.expiresAt?.toISOString() ?? null,
    token.now.toISOString(),
  ]);
}

const endBy = (column: 'revoked_at' | 'expires_at') =>
  defineStatement({
    name: `access_token.end_${column}`,
    kind: 'write',
    sql: `UPDATE public.access_token
          SET ${column} = least(${column}, $3::timestamptz), updated_at = $4::timestamptz, version = version + 1
          WHERE organization_id = $1::uuid AND id = $2::uuid`,
  });
const REVOKE = endBy('revoked_at');
const EXPIRE = endBy('expires_at');

/** Ends a token: revoked now, or expiring at a time that is not later than it would have expired anyway. */
export async function revokeTokenAt(
  transaction: Transaction,
  organizationId: string,
  id: string,
  end: { readonly revokedAt: Date } | { readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  const [statement, moment] =
    'revokedAt' in end ? ([REVOKE, end.revokedAt] as const) : ([EXPIRE, end.expiresAt] as const);
  await transaction.execute(statement, [organizationId, id, moment.toISOString(), now.toISOString()]);
}
