import type { Transaction } from '../../kernel/operation.ts';
import type { Role } from '../../kernel/scopes.ts';
import type { MemberRole } from './member-rules.ts';

/** A member of the organization as its colleagues see one. */
export interface Member extends MemberRole {
  readonly name: string;
  readonly email: string;
  /** RFC 3339. */
  readonly since: string;
}

// The view shows the members of the connection's organization and nobody else.
const SELECT = `SELECT user_id::text AS "userId", name, email, role, to_jsonb(since) #>> '{}' AS since
  FROM auth.organization_member`;

/** Members by e-mail address, from behind one address. */
export function findMembers(
  database: Transaction,
  afterEmail: string | null,
  limit: number,
): Promise<readonly Member[]> {
  return database.execute<Member>(
    'member.list',
    `${SELECT} WHERE $1::text IS NULL OR email > $1 ORDER BY email LIMIT $2::int`,
    [afterEmail, limit],
  );
}

export async function countMembers(database: Transaction): Promise<number> {
  const [row] = await database.execute<{ count: number }>(
    'member.count',
    'SELECT count(*)::int AS count FROM auth.organization_member',
  );
  return row?.count ?? 0;
}

/** Members by the UUIDs of the persons; those who are none are left out. */
export function findMembersByUser(
  database: Transaction,
  userIds: readonly string[],
): Promise<readonly Member[]> {
  return database.execute<Member>(
    'member.by_user',
    `${SELECT} WHERE user_id IN (SELECT jsonb_array_elements_text($1::jsonb)::uuid)`,
    [JSON.stringify(userIds)],
  );
}

/** All members with their roles, locked until the end of the transaction. */
export function lockMembers(transaction: Transaction): Promise<readonly MemberRole[]> {
  return transaction.execute<MemberRole>(
    'member.lock',
    'SELECT user_id::text AS "userId", role FROM auth.lock_members()',
  );
}

export async function updateMemberRole(transaction: Transaction, userId: string, role: Role): Promise<void> {
  await transaction.execute('member.set_role', 'SELECT auth.set_member_role($1::uuid, $2)::text', [
    userId,
    role,
  ]);
}

/** A person to be made a member, by address; the rest is for who has no account yet. */
export interface AddedPerson {
  readonly memberId: string;
  readonly personId: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly now: Date;
}

/** Makes somebody a member, and a person of who is none yet. */
export async function insertAddedMember(
  transaction: Transaction,
  { memberId, personId, accountId, email, name, passwordHash, role, now }: AddedPerson,
): Promise<{ readonly userId: string; readonly isNewPerson: boolean; readonly isNewMember: boolean }> {
  const [row] = await transaction.execute<{ userId: string; isNewPerson: boolean; isNewMember: boolean }>(
    'member.add',
    `SELECT user_id::text AS "userId", is_new_person AS "isNewPerson", is_new_member AS "isNewMember"
     FROM auth.add_member($1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7, $8::timestamptz)`,
    [memberId, personId, accountId, email, name, passwordHash, role, now.toISOString()],
  );
  if (row === undefined) throw new Error('Adding a member gave no row.');
  return row;
}

/** Ends a membership; the database ends the person's tokens with it. */
export async function deleteMember(transaction: Transaction, userId: string): Promise<void> {
  await transaction.execute('member.remove', 'SELECT auth.remove_member($1::uuid)::text', [userId]);
}

/** The living tokens of a person, which end with the membership. */
export function findLivingTokens(
  transaction: Transaction,
  organizationId: string,
  userId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return transaction.execute(
    'member.tokens',
    `SELECT id::text AS id, name FROM public.access_token
     WHERE organization_id = $1::uuid AND user_id = $2::uuid AND revoked_at IS NULL ORDER BY id`,
    [organizationId, userId],
  );
}
