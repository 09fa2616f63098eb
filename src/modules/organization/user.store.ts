import type { Transaction } from '../../kernel/operation.ts';
import type { Role } from '../../kernel/scopes.ts';
import { defineStatement } from '../../platform/database/statement.ts';

// People and their places stand in schema `auth`; everything here needs the owner role.

const FIND_BY_EMAIL = defineStatement({
  name: 'person.find_by_email',
  kind: 'read',
  row: { id: 'text', name: 'text' },
  sql: `SELECT "id"::text AS id, "name" AS name FROM auth."user" WHERE "email" = $1`,
});

/** Returns the UUID and name of the person with an e-mail address (lower case). */
export async function findUserByEmail(
  owner: Transaction,
  email: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const [row] = await owner.execute(FIND_BY_EMAIL, [email]);
  return row ?? null;
}

const INSERT = defineStatement({
  name: 'person.insert',
  kind: 'write',
  sql: `WITH person AS (
          INSERT INTO auth."user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
          VALUES ($1::uuid, $2, $3, true, $4::timestamptz, $4::timestamptz)
          ON CONFLICT ("email") DO NOTHING RETURNING "id"
        )
        INSERT INTO auth."account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
        SELECT $5::uuid, person."id"::text, 'credential', person."id", $6, $4::timestamptz, $4::timestamptz
        FROM person RETURNING "userId"`,
});

/** Stores a person with a password; false when the e-mail address is taken. */
export async function insertUser(
  owner: Transaction,
  user: {
    readonly id: string;
    readonly accountId: string;
    readonly name: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const inserted = await owner.execute(INSERT, [
    user.id,
    user.name,
    user.email,
    user.now.toISOString(),
    user.accountId,
    user.passwordHash,
  ]);
  return inserted.length === 1;
}

const MEMBER_INSERT = defineStatement({
  name: 'member.insert',
  kind: 'write',
  sql: `INSERT INTO auth."member" ("id", "organizationId", "userId", "role", "createdAt")
        VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5::timestamptz)
        ON CONFLICT ("organizationId", "userId") DO NOTHING RETURNING "id"`,
});

/** Makes a person a member; false when they are one already. */
export async function insertMember(
  owner: Transaction,
  member: {
    readonly id: string;
    readonly organizationId: string;
    readonly userId: string;
    readonly role: Role;
    readonly now: Date;
  },
): Promise<boolean> {
  const inserted = await owner.execute(MEMBER_INSERT, [
    member.id,
    member.organizationId,
    member.userId,
    member.role,
    member.now.toISOString(),
  ]);
  return inserted.length === 1;
}

const MEMBER_FIND_BY_EMAIL = defineStatement<{ userId: string; name: string; role: Role }>({
  name: 'member.find_by_email',
  kind: 'read',
  row: { userId: 'text', name: 'text', role: 'text' },
  sql: `SELECT person."id"::text AS "userId", person."name" AS name, member."role" AS role
        FROM auth."member" AS member JOIN auth."user" AS person ON person."id" = member."userId"
        WHERE member."organizationId" = $1::uuid AND person."email" = $2`,
});

/** Returns a person's name and role in one organization. */
export async function findMembership(
  owner: Transaction,
  organizationId: string,
  email: string,
): Promise<{ readonly userId: string; readonly name: string; readonly role: Role } | null> {
  const [row] = await owner.execute(MEMBER_FIND_BY_EMAIL, [organizationId, email]);
  return row ?? null;
}

const ORGANIZATION_INSERT = defineStatement({
  name: 'organization.insert',
  kind: 'write',
  sql: `INSERT INTO public.organization (id, name, created_at, updated_at)
        VALUES ($1::uuid, $2, $3::timestamptz, $3::timestamptz)`,
});

const INSERT_SIGN_IN = defineStatement({
  name: 'organization.insert_sign_in',
  kind: 'write',
  sql: `INSERT INTO auth."organization" ("id", "name", "slug", "createdAt") VALUES ($1::uuid, $2, $3, $4::timestamptz)`,
});

const INSERT_COUNTER = defineStatement({
  name: 'organization.insert_counter',
  kind: 'write',
  sql: 'INSERT INTO ledger.counter (organization_id, last_sequence) VALUES ($1::uuid, 0)',
});

/** Inserts the row of the catalogue, the one of sign-in beside it, and the counter of its events. */
export async function insertOrganization(
  owner: Transaction,
  organization: { readonly id: string; readonly name: string; readonly slug: string; readonly now: Date },
): Promise<void> {
  const { id, name, slug } = organization;
  const now = organization.now.toISOString();
  await owner.execute(ORGANIZATION_INSERT, [id, name, now]);
  await owner.execute(INSERT_SIGN_IN, [id, name, slug, now]);
  await owner.execute(INSERT_COUNTER, [id]);
}

const ENTER = defineStatement({
  name: 'organization.enter',
  kind: 'read',
  sql: `SELECT set_config('role', 'catalograph_application', true), set_config('app.organization_id', $1, true)`,
});

/** Binds the transaction to one organization: from here to its end it works as the application does. */
export async function bindToOrganization(owner: Transaction, organizationId: string): Promise<void> {
  await owner.execute(ENTER, [organizationId]);
}

const LIST = defineStatement({
  name: 'organization.list',
  kind: 'read',
  row: { id: 'text', name: 'text', slug: 'text' },
  sql: 'SELECT "id"::text AS id, "name" AS name, "slug" AS slug FROM auth."organization" ORDER BY "name", "id"',
});

/** Returns all organizations by name, for the command line and the first start. */
export function findOrganizations(
  owner: Transaction,
): Promise<readonly { readonly id: string; readonly name: string; readonly slug: string }[]> {
  return owner.execute(LIST);
}
