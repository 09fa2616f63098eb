import type { Transaction } from '../../kernel/operation.ts';
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

/** Locks one token until the end of the transaction. */
export async function lockToken(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredToken | null> {
  type Row = {
    [Key in keyof StoredToken]: StoredToken[Key] extends Date | null ? string | null : StoredToken[Key];
  };
  const [row] = await transaction.execute<Row>(
    'access_token.lock',
    `SELECT id::text AS id, user_id::text AS "userId", name, to_jsonb(scopes) AS scopes, prefix, version,
            to_jsonb(expires_at) #>> '{}' AS "expiresAt", to_jsonb(revoked_at) #>> '{}' AS "revokedAt"
     FROM public.access_token WHERE organization_id = $1::uuid AND id = $2::uuid FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  if (row === undefined) return null;
  return { ...row, expiresAt: dateOf(row.expiresAt), revokedAt: dateOf(row.revokedAt) };
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

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
  await transaction.execute(
    'access_token.insert',
    `INSERT INTO public.access_token (organization_id, id, user_id, name, scopes, prefix, digest, expires_at,
                                      created_at, updated_at)
     SELECT $1::uuid, $2::uuid, $3::uuid, $4, ARRAY(SELECT jsonb_array_elements_text($5::jsonb)), $6,
            decode($7, 'hex'), $8::timestamptz, $9::timestamptz, $9::timestamptz`,
    [
      token.organizationId,
      token.id,
      token.userId,
      token.name,
      JSON.stringify(token.scopes),
      token.prefix,
      token.digest.toString('hex'),
      token.expiresAt?.toISOString() ?? null,
      token.now.toISOString(),
    ],
  );
}

/** Ends a token: revoked now, or expiring at a moment that is not later than it would have expired anyway. */
export async function endToken(
  transaction: Transaction,
  organizationId: string,
  id: string,
  end: { readonly revokedAt: Date } | { readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  const [column, moment] = 'revokedAt' in end ? ['revoked_at', end.revokedAt] : ['expires_at', end.expiresAt];
  await transaction.execute(
    'access_token.end',
    `UPDATE public.access_token
     SET ${column} = least(${column}, $3::timestamptz), updated_at = $4::timestamptz, version = version + 1
     WHERE organization_id = $1::uuid AND id = $2::uuid`,
    [organizationId, id, moment.toISOString(), now.toISOString()],
  );
}
