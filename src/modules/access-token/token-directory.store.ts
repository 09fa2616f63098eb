import type { Transaction } from '../../kernel/operation.ts';
import type { Role, Scope } from '../../kernel/scopes.ts';
import { saveLastUseIn } from '../../platform/credential/save-last-use.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** A token with the place of its user in its organization, as the look-up across organizations finds it. */
export interface TokenRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Null once the user is no longer a member: the token is dead. */
  readonly role: Role | null;
}

const FIND_BY_DIGEST = defineStatement<TokenRecord>({
  name: 'access_token.find_by_digest',
  kind: 'read',
  row: {
    id: 'text',
    organizationId: 'text',
    userId: 'text',
    name: 'text',
    scopes: 'text[]',
    expiresAt: 'timestamp | null',
    revokedAt: 'timestamp | null',
    role: 'text | null',
  },
  sql: `SELECT token.id::text AS id, token.organization_id::text AS "organizationId", token.user_id::text AS "userId",
               token.name, token.scopes, token.expires_at AS "expiresAt", token.revoked_at AS "revokedAt",
               member."role" AS role
        FROM public.access_token AS token LEFT JOIN auth."member" AS member
          ON member."organizationId" = token.organization_id AND member."userId" = token.user_id
        WHERE token.digest = $1`,
});

/** Finds a token by its digest, whatever the organization. Needs the owner role. */
export async function findTokenByDigest(owner: Transaction, digest: Buffer): Promise<TokenRecord | null> {
  const [row] = await owner.execute(FIND_BY_DIGEST, [digest]);
  return row ?? null;
}

/** Notes when tokens were last used; a row noted within the minute before is left alone. Needs the owner role. */
export const recordLastUse = saveLastUseIn('access_token');
