import type { Transaction } from '../../kernel/operation.ts';
import type { Role } from '../../kernel/scopes.ts';

// People and their places stand in schema `auth`; everything here needs the owner role.

/** The UUID and name of the person with an e-mail address (lower case). */
export async function findPersonByEmail(
  owner: Transaction,
  email: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const [row] = await owner.execute<{ id: string; name: string }>(
    'person.find_by_email',
    `SELECT "id"::text AS id, "name" AS name FROM auth."user" WHERE "email" = $1`,
    [email],
  );
  return row ?? null;
}

/** Stores a person with a password; false when the e-mail address is taken. */
export async function insertPerson(
  owner: Transaction,
  person: {
    readonly id: string;
    readonly accountId: string;
    readonly name: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const inserted = await owner.execute(
    'person.insert',
    `WITH person AS (
       INSERT INTO auth."user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
       VALUES ($1::uuid, $2, $3, true, $4::timestamptz, $4::timestamptz)
       ON CONFLICT ("email") DO NOTHING RETURNING "id"
     )
     INSERT INTO auth."account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
     SELECT $5::uuid, person."id"::text, 'credential', person."id", $6, $4::timestamptz, $4::timestamptz
     FROM person RETURNING "userId"`,
    [person.id, person.name, person.email, person.now.toISOString(), person.accountId, person.passwordHash],
  );
  return inserted.length === 1;
}

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
  const inserted = await owner.execute(
    'member.insert',
    `INSERT INTO auth."member" ("id", "organizationId", "userId", "role", "createdAt")
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5::timestamptz)
     ON CONFLICT ("organizationId", "userId") DO NOTHING RETURNING "id"`,
    [member.id, member.organizationId, member.userId, member.role, member.now.toISOString()],
  );
  return inserted.length === 1;
}

/** A person's name and role in one organization. */
export async function findMembership(
  owner: Transaction,
  organizationId: string,
  email: string,
): Promise<{ readonly userId: string; readonly name: string; readonly role: Role } | null> {
  const [row] = await owner.execute<{ userId: string; name: string; role: Role }>(
    'member.find_by_email',
    `SELECT person."id"::text AS "userId", person."name" AS name, member."role" AS role
     FROM auth."member" AS member JOIN auth."user" AS person ON person."id" = member."userId"
     WHERE member."organizationId" = $1::uuid AND person."email" = $2`,
    [organizationId, email],
  );
  return row ?? null;
}

/** The row of the catalogue, the one of sign-in beside it, and the counter of its events. */
export async function insertOrganization(
  owner: Transaction,
  organization: { readonly id: string; readonly name: string; readonly slug: string; readonly now: Date },
): Promise<void> {
  const { id, name, slug } = organization;
  const now = organization.now.toISOString();
  await owner.execute(
    'organization.insert',
    `INSERT INTO public.organization (id, name, created_at, updated_at)
     VALUES ($1::uuid, $2, $3::timestamptz, $3::timestamptz)`,
    [id, name, now],
  );
  await owner.execute(
    'organization.insert_sign_in',
    `INSERT INTO auth."organization" ("id", "name", "slug", "createdAt") VALUES ($1::uuid, $2, $3, $4::timestamptz)`,
    [id, name, slug, now],
  );
  await owner.execute(
    'organization.insert_counter',
    'INSERT INTO ledger.counter (organization_id, last_sequence) VALUES ($1::uuid, 0)',
    [id],
  );
}

/** From here to its end the transaction works as the application does: bound to one organization. */
export async function enterOrganization(owner: Transaction, organizationId: string): Promise<void> {
  await owner.execute(
    'organization.enter',
    `SELECT set_config('role', 'catalograph_application', true), set_config('app.organization_id', $1, true)`,
    [organizationId],
  );
}

/** All organizations by name, for the command line and the first start. */
export function findOrganizations(
  owner: Transaction,
): Promise<readonly { readonly id: string; readonly name: string; readonly slug: string }[]> {
  return owner.execute(
    'organization.list',
    'SELECT "id"::text AS id, "name" AS name, "slug" AS slug FROM auth."organization" ORDER BY "name", "id"',
  );
}
