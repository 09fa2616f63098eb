// Risk: somebody becomes a member who should not, with more rights than the adder has, or gets the password of another.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { addMember } from '../../../src/modules/organization/add-member.ts';
import { verifyPassword } from '../../../src/platform/authentication/password.ts';
import { createTestIdentity, type TestIdentity } from '../../support/identity.ts';

let identity: TestIdentity;
let owner: Session;
let foreign: Session;
beforeAll(async () => {
  identity = await createTestIdentity();
  owner = await identity.provision('Acme');
  foreign = await identity.provision('Foreign');
});
afterAll(() => identity.close());

const rolesOf = ({ organizationId }: Session, email: string) =>
  identity.rows(
    `SELECT member."role" AS role FROM auth."member" AS member
     JOIN auth."user" AS person ON person."id" = member."userId"
     WHERE member."organizationId" = $1 AND person."email" = $2`,
    [organizationId, email],
  );
const add = async (session: Session, email: string, role: 'owner' | 'editor' | 'viewer' = 'editor') =>
  (await identity.runner.write(session, addMember, { email, name: 'New Person', role })).output;

test('makes an account with a password that is answered once and kept as a hash', async () => {
  const { password } = await add(owner, 'New@Acme.test');
  expect(password).toMatch(/^[\w-]{18}$/);
  expect(await rolesOf(owner, 'new@acme.test')).toEqual([{ role: 'editor' }]);
  const [account] = await identity.rows(
    `SELECT account."password" AS hash FROM auth."account" AS account
     JOIN auth."user" AS person ON person."id" = account."userId" WHERE person."email" = 'new@acme.test'`,
    [],
  );
  const { hash } = account as { hash: string };
  expect(await verifyPassword({ hash, password: password ?? '' })).toBe(true);
});

test('takes who has an account as they are: no password, no other name', async () => {
  await add(owner, 'known@acme.test');
  const before = await identity.rows(`SELECT count(*)::int AS count FROM auth."account"`, []);
  expect(await add(foreign, 'known@acme.test', 'viewer')).toMatchObject({ password: null });
  expect(await rolesOf(foreign, 'known@acme.test')).toEqual([{ role: 'viewer' }]);
  expect(await identity.rows(`SELECT count(*)::int AS count FROM auth."account"`, [])).toEqual(before);
});

test('refuses who is a member already, and leaves their role', async () => {
  await add(owner, 'twice@acme.test');
  await expect(add(owner, 'twice@acme.test', 'viewer')).rejects.toMatchObject({ code: 'duplicate-code' });
  expect(await rolesOf(owner, 'twice@acme.test')).toEqual([{ role: 'editor' }]);
});

test('lets only an owner make an owner', async () => {
  const admin = await identity.enrol(owner.organizationId, 'admin', 'admin@acme.test');
  await expect(add(admin, 'boss@acme.test', 'owner')).rejects.toMatchObject({ code: 'role-forbidden' });
  expect(await rolesOf(owner, 'boss@acme.test')).toEqual([]);
  await add(owner, 'boss@acme.test', 'owner');
  expect(await rolesOf(owner, 'boss@acme.test')).toEqual([{ role: 'owner' }]);
});

test('refuses what is no address, by its field', async () => {
  await expect(add(owner, 'nobody')).rejects.toMatchObject({
    errors: [{ code: 'invalid-format', path: ['email'] }],
  });
});

test('is told to the audit, with who was added and as what', async () => {
  const { userId } = await add(owner, 'audited@acme.test', 'viewer');
  const entries = await identity.rows(
    `SELECT data FROM public.audit_entry WHERE organization_id = $1 AND kind = 'member.added' AND data->>'user_id' = $2`,
    [owner.organizationId, userId],
  );
  expect(entries).toEqual([{ data: { user_id: userId, role: 'viewer' } }]);
});
