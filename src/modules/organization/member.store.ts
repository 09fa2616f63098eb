import type { Transaction } from '../../kernel/operation.ts';
import type { Role } from '../../kernel/scopes.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { defineStatement } from '../../platform/database/statement.ts';
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

const MEMBER_ROW: ColumnsOf<Member> = {
  name: 'text',
  email: 'text',
  since: 'text',
  userId: 'text',
  role: 'text',
};

const LIST = defineStatement<Member>({
  name: 'member.list',
  kind: 'read',
  row: MEMBER_ROW,
  sql: `${SELECT} WHERE $1::text IS NULL OR email > $1 ORDER BY email LIMIT $2::int`,
});

/** Returns members by e-mail address, from behind one address. */
export function findMembers(
  database: Transaction,
  afterEmail: string | null,
  limit: number,
): Promise<readonly Member[]> {
  return database.execute(LIST, [afterEmail, limit]);
}

const COUNT = defineStatement({
  name: 'member.count',
  kind: 'read',
  row: { count: 'int' },
  sql: 'SELECT count(*)::int AS count FROM auth.organization_member',
});

export async function countMembers(database: Transaction): Promise<number> {
  const [row] = await database.execute(COUNT);
  return row?.count ?? 0;
}

const BY_USER = defineStatement<Member>({
  name: 'member.by_user',
  kind: 'read',
  row: MEMBER_ROW,
  sql: `${SELECT} WHERE user_id IN (SELECT jsonb_array_elements_text($1::jsonb)::uuid)`,
});

/** Returns members by the UUIDs of the persons; those who are none are left out. */
export function findMembersByUser(
  database: Transaction,
  userIds: readonly string[],
): Promise<readonly Member[]> {
  return database.execute(BY_USER, [JSON.stringify(userIds)]);
}

/** A member as everybody in the organization sees one. */
export type MentionableUser = Pick<Member, 'userId' | 'name'>;

const MENTIONABLE = defineStatement<MentionableUser>({
  name: 'member.mentionable',
  kind: 'read',
  row: { userId: 'text', name: 'text' },
  sql: `SELECT user_id::text AS "userId", name FROM auth.organization_member
        WHERE ($1::text IS NULL OR strpos(lower(name), lower($1)) > 0)
          AND ($2::text IS NULL OR (name, user_id) > ($2, $3::uuid))
        ORDER BY name, user_id LIMIT $4::int`,
});

/** Returns members by name, from behind one of them; with a part of a name, those whose name has it. */
export function findMentionable(
  database: Transaction,
  part: string | null,
  after: MentionableUser | null,
  limit: number,
): Promise<readonly MentionableUser[]> {
  return database.execute(MENTIONABLE, [part, after?.name ?? null, after?.userId ?? null, limit]);
}

const COUNT_MENTIONABLE = defineStatement({
  name: 'member.count_mentionable',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM auth.organization_member
        WHERE $1::text IS NULL OR strpos(lower(name), lower($1)) > 0`,
});

export async function countMentionable(database: Transaction, part: string | null): Promise<number> {
  const [row] = await database.execute(COUNT_MENTIONABLE, [part]);
  return row?.count ?? 0;
}

const LOCK = defineStatement<MemberRole>({
  name: 'member.lock',
  kind: 'read',
  row: { userId: 'text', role: 'text' },
  sql: 'SELECT user_id::text AS "userId", role FROM auth.lock_members()',
});

/** Returns all members with their roles, locked until the end of the transaction. */
export function lockMembers(transaction: Transaction): Promise<readonly MemberRole[]> {
  return transaction.execute(LOCK);
}

const SET_ROLE = defineStatement({
  name: 'member.set_role',
  kind: 'write',
  sql: 'SELECT auth.set_member_role($1::uuid, $2)::text',
});

export async function updateMemberRole(transaction: Transaction, userId: string, role: Role): Promise<void> {
  await transaction.execute(SET_ROLE, [userId, role]);
}

/** A person to be made a member, by address; the rest is for who has no account yet. */
export interface NewMember {
  readonly memberId: string;
  readonly personId: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly now: Date;
}

const ADD = defineStatement({
  name: 'member.add',
  kind: 'write',
  row: { userId: 'text', isNewPerson: 'boolean', isNewMember: 'boolean' },
  sql: `SELECT user_id::text AS "userId", is_new_person AS "isNewPerson", is_new_member AS "isNewMember"
        FROM auth.add_member($1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7, $8::timestamptz)`,
});

/** Makes somebody a member, and a person of who is none yet. */
export async function insertAddedMember(
  transaction: Transaction,
  { memberId, personId, accountId, email, name, passwordHash, role, now }: NewMember,
): Promise<{ readonly userId: string; readonly isNewPerson: boolean; readonly isNewMember: boolean }> {
  const [row] = await transaction.execute(ADD, [
    memberId,
    personId,
    accountId,
    email,
    name,
    passwordHash,
    role,
    now.toISOString(),
  ]);
  if (row === undefined) throw new Error('Adding a member gave no row.');
  return row;
}

const REMOVE = defineStatement({
  name: 'member.remove',
  kind: 'write',
  sql: 'SELECT auth.remove_member($1::uuid)::text',
});

/** Ends a membership; the database ends the person's tokens with it. */
export async function deleteMember(transaction: Transaction, userId: string): Promise<void> {
  await transaction.execute(REMOVE, [userId]);
}

const TOKENS = defineStatement({
  name: 'member.tokens',
  kind: 'read',
  row: { id: 'text', name: 'text' },
  sql: `SELECT id::text AS id, name FROM public.access_token
        WHERE organization_id = $1::uuid AND user_id = $2::uuid AND revoked_at IS NULL ORDER BY id`,
});

/** Returns the living tokens of a person, which end with the membership. */
export function findActiveTokens(
  transaction: Transaction,
  organizationId: string,
  userId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return transaction.execute(TOKENS, [organizationId, userId]);
}
