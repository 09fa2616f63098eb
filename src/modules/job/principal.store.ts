import type { Transaction } from '../../kernel/operation.ts';
import type { Role, Scope } from '../../kernel/scopes.ts';
import { defineStatement } from '../../platform/database/statement.ts';

const MEMBER_ROLE = defineStatement<{ role: Role }>({
  name: 'principal.member_role',
  kind: 'read',
  row: { role: 'text' },
  sql: 'SELECT role FROM auth.organization_member WHERE user_id = $1::uuid',
});

/** Returns the present role of a person in the organization of the connection; null for somebody who is no member. */
export async function findMemberRole(transaction: Transaction, userId: string): Promise<Role | null> {
  const [row] = await transaction.execute(MEMBER_ROLE, [userId]);
  return row?.role ?? null;
}

/** A token as it is now, with the present role of its user. Times are RFC 3339. */
export interface PrincipalToken {
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Null once the user is no longer a member. */
  readonly role: Role | null;
}

const TOKEN = defineStatement<PrincipalToken>({
  name: 'principal.token',
  kind: 'read',
  row: {
    userId: 'text',
    scopes: 'json',
    expiresAt: 'text | null',
    revokedAt: 'text | null',
    role: 'text | null',
  },
  sql: `SELECT token.user_id::text AS "userId", to_jsonb(token.scopes) AS scopes, member.role,
               to_jsonb(token.expires_at) #>> '{}' AS "expiresAt", to_jsonb(token.revoked_at) #>> '{}' AS "revokedAt"
        FROM public.access_token AS token
        LEFT JOIN auth.organization_member AS member ON member.user_id = token.user_id
        WHERE token.organization_id = $1::uuid AND token.id = $2::uuid`,
});

/** Returns a token of the organization by its UUID, also one that ended. */
export async function findPrincipalToken(
  transaction: Transaction,
  organizationId: string,
  tokenId: string,
): Promise<PrincipalToken | null> {
  const [row] = await transaction.execute(TOKEN, [organizationId, tokenId]);
  return row ?? null;
}
