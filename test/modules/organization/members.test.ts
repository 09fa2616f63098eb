// Risk: members of other organizations seen or changed, or a change that leaves no trace.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { createAccessToken } from '../../../src/modules/access-token/index.ts';
import { listMembers, removeMember, setMemberRole } from '../../../src/modules/organization/index.ts';
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

const rolesOf = async ({ organizationId }: Session) =>
  identity.rows(
    `SELECT person."email" AS email, member."role" AS role FROM auth."member" AS member
     JOIN auth."user" AS person ON person."id" = member."userId" WHERE member."organizationId" = $1
     ORDER BY person."email"`,
    [organizationId],
  );

describe('listing members', () => {
  it('pages by address, own organization only', async () => {
    const fresh = await identity.provision('Listing', 'm@listing.test');
    await identity.enrol(fresh.organizationId, 'viewer', 'z@listing.test');
    await identity.enrol(fresh.organizationId, 'editor', 'a@listing.test');
    const first = await identity.runner.read(fresh, listMembers, { first: 2 });
    expect(first.items.map(({ email, role }) => ({ email, role }))).toEqual([
      { email: 'a@listing.test', role: 'editor' },
      { email: 'm@listing.test', role: 'owner' },
    ]);
    expect(first.hasNextPage).toBe(true);
    expect(await first.count()).toBe(3);
    const rest = await identity.runner.read(fresh, listMembers, { after: first.cursorAt(1) });
    expect(rest.items.map(({ email }) => email)).toEqual(['z@listing.test']);
    expect(rest.hasNextPage).toBe(false);
  });

  it('refuses the cursor of another organization', async () => {
    const { cursorAt } = await identity.runner.read(foreign, listMembers, {});
    await expect(identity.runner.read(owner, listMembers, { after: cursorAt(0) })).rejects.toMatchObject({
      code: 'invalid-cursor',
    });
  });
});

describe('changing a role', () => {
  it('is stored and recorded with old and new', async () => {
    const fresh = await identity.provision('Roles');
    const editor = await identity.enrol(fresh.organizationId, 'editor', 'e@roles.test');
    const change = { userId: editor.actor.id, role: 'reviewer' } as const;
    await identity.runner.write(fresh, setMemberRole, change);
    await identity.runner.write(fresh, setMemberRole, change);
    expect(await rolesOf(fresh)).toEqual([
      { email: 'e@roles.test', role: 'reviewer' },
      { email: 'owner@roles.test', role: 'owner' },
    ]);
    expect((await identity.audit(fresh.organizationId)).slice(2)).toEqual([
      {
        kind: 'member.role_changed',
        actor: 'Owner of Roles',
        data: { user_id: editor.actor.id, old: 'editor', new: 'reviewer' },
      },
    ]);
  });

  it('does not reach a member of another organization, who answers like nobody', async () => {
    for (const userId of [foreign.actor.id, 'usr_0190aaaaaaaa7aaa8aaaaaaaaaaaaaaa', 'x']) {
      await expect(
        identity.runner.write(owner, setMemberRole, { userId, role: 'viewer' }),
      ).rejects.toMatchObject({ code: 'not-found', detail: `There is no member '${userId}'.` });
    }
    expect(await rolesOf(foreign)).toEqual([{ email: 'owner@foreign.test', role: 'owner' }]);
  });

  it('leaves one owner when two demote each other at the same time', async () => {
    const fresh = await identity.provision('Duel');
    const second = await identity.enrol(fresh.organizationId, 'owner', 'second@duel.test');
    const outcomes = await Promise.allSettled([
      identity.runner.write(fresh, setMemberRole, { userId: second.actor.id, role: 'viewer' }),
      identity.runner.write(second, setMemberRole, { userId: fresh.actor.id, role: 'viewer' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'last-owner', status: 409 });
    expect((await rolesOf(fresh)).map((row) => Object.values(row)[1]).sort()).toEqual(['owner', 'viewer']);
  });

  it('is refused to an editor and to a token, and changes nothing', async () => {
    const fresh = await identity.provision('Refusing');
    const editor = await identity.enrol(fresh.organizationId, 'editor', 'e@refusing.test');
    const before = await rolesOf(fresh);
    for (const session of [editor, { ...fresh, credential: 'token' as const }]) {
      const change = { userId: editor.actor.id, role: 'admin' } as const;
      await expect(identity.runner.write(session, setMemberRole, change)).rejects.toMatchObject({
        code: 'role-forbidden',
      });
    }
    expect(await rolesOf(fresh)).toEqual(before);
  });
});

describe('removing a member', () => {
  it('ends their tokens too and records each', async () => {
    const fresh = await identity.provision('Leaving');
    const admin = await identity.enrol(fresh.organizationId, 'admin', 'admin@leaving.test');
    const request = { name: 'Shop', scopes: ['products:read'] };
    const { output } = await identity.runner.write(admin, createAccessToken, request);
    await identity.runner.write(fresh, removeMember, { userId: admin.actor.id });
    expect(await rolesOf(fresh)).toEqual([{ email: 'owner@leaving.test', role: 'owner' }]);
    expect((await identity.audit(fresh.organizationId)).slice(-2)).toEqual([
      {
        kind: 'member.removed',
        actor: 'Owner of Leaving',
        data: { user_id: admin.actor.id, role: 'admin' },
      },
      {
        kind: 'token.revoked',
        actor: 'Owner of Leaving',
        data: { token_id: output.id, name: 'Shop', member_removed: true },
      },
    ]);
  });

  it('of a dry run leaves everybody where they were', async () => {
    const fresh = await identity.provision('Trying');
    const admin = await identity.enrol(fresh.organizationId, 'admin', 'admin@trying.test');
    const before = await rolesOf(fresh);
    const dryRun = await identity.runner.dryRun(fresh, removeMember, { userId: admin.actor.id });
    await dryRun.end();
    expect(await rolesOf(fresh)).toEqual(before);
  });
});

describe('the application role', () => {
  const asApplication = async (organizationId: string, sql: string) => {
    const { rows } = await identity.database.of(organizationId).pool.query(sql);
    return rows as unknown[];
  };

  it('sees the members of its own organization and no table of schema auth', async () => {
    expect(
      await asApplication(foreign.organizationId, 'SELECT email, role FROM auth.organization_member'),
    ).toEqual([{ email: 'owner@foreign.test', role: 'owner' }]);
    const tables = await identity.rows<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'auth' ORDER BY tablename`,
    );
    expect(tables.map(({ name }) => name)).toEqual([
      'account',
      'invitation',
      'member',
      'organization',
      'session',
      'throttle',
      'user',
      'verification',
    ]);
    for (const { name } of tables) {
      await expect(
        asApplication(foreign.organizationId, `SELECT * FROM auth."${name}"`),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('can change only members of its own organization', async () => {
    const theirs = `'${foreign.userId}'::uuid`;
    await asApplication(owner.organizationId, `SELECT auth.set_member_role(${theirs}, 'viewer')`);
    await asApplication(owner.organizationId, `SELECT auth.remove_member(${theirs})`);
    expect(await rolesOf(foreign)).toEqual([{ email: 'owner@foreign.test', role: 'owner' }]);
  });
});
