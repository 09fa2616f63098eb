import type { Transaction } from '../../kernel/operation.ts';
import type { Role } from '../../kernel/scopes.ts';
import { defineStatement } from '../database/statement.ts';

/** Membership of one person in one organization. */
export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: Role;
}

const MEMBERSHIPS = defineStatement<Membership>({
  name: 'authentication.memberships',
  kind: 'read',
  row: { organizationId: 'text', organizationName: 'text', role: 'text' },
  sql: `SELECT organization."id"::text AS "organizationId", organization."name" AS "organizationName",
               member."role" AS "role"
        FROM auth."member" AS member JOIN auth."organization" AS organization
          ON organization."id" = member."organizationId"
        WHERE member."userId" = $1::uuid ORDER BY member."createdAt", member."id"`,
});

/** Reads the memberships of a person, oldest first. Needs the owner or the sign-in role. */
export async function findMemberships(database: Transaction, userId: string): Promise<readonly Membership[]> {
  return database.execute(MEMBERSHIPS, [userId]);
}

/**
 * Chooses the organization a signed-in person works in: the active one, else the only one; null when there is a
 * choice.
 */
export function chooseMembership(
  memberships: readonly Membership[],
  activeOrganizationId: string | null,
): Membership | null {
  const active = memberships.find(({ organizationId }) => organizationId === activeOrganizationId);
  const only = memberships.length === 1 ? memberships[0] : undefined;
  return active ?? only ?? null;
}
