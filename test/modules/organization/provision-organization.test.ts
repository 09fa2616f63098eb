// Risk: half an organization after a failure at set-up, or a person who is overwritten by one.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, createUser, provisionOrganization } from '../../../src/modules/organization/index.ts';
import { verifyPassword } from '../../../src/platform/authentication/password.ts';
import { createTestIdentity, PASSWORD, type TestIdentity } from '../../support/identity.ts';
import { testStatement } from '../../support/statement.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

const ada = { name: 'Ada', email: ' Ada@Acme.test', password: PASSWORD };
const tableSizes = async () => {
  const [row] = await identity.rows(
    `SELECT (SELECT count(*)::int FROM auth."user") AS people, (SELECT count(*)::int FROM auth."member") AS members,
            (SELECT count(*)::int FROM auth."organization") AS sign_in, (SELECT count(*)::int FROM ledger.counter) AS
            counters, (SELECT count(*)::int FROM public.organization) AS organizations`,
  );
  return row;
};

describe('provisioning an organization', () => {
  it('makes owner, membership, settings, event counter and audit entry', async () => {
    const made = await provisionOrganization(identity.setUp, { name: 'Acme', owner: ada }, []);
    const session = await identity.sessionOf(made.organizationId, 'ada@acme.test');
    expect(session).toMatchObject({ role: 'owner', credential: 'session', userId: made.userId });
    expect(await identity.rows('SELECT name, version FROM public.organization')).toEqual([
      { name: 'Acme', version: 1 },
    ]);
    expect(await identity.rows('SELECT last_sequence FROM ledger.counter')).toEqual([{ last_sequence: '0' }]);
    expect(await identity.audit(made.organizationId)).toEqual([
      {
        kind: 'member.added',
        actor: 'Catalograph',
        data: { user_id: session.actor.id, role: 'owner' },
      },
    ]);
  });

  it('keeps the password as Argon2id and nothing else', async () => {
    const [account] = await identity.rows<{ password: string }>('SELECT password FROM auth."account"');
    expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword({ hash: account?.password ?? '', password: PASSWORD })).toBe(true);
    expect(await verifyPassword({ hash: account?.password ?? '', password: 'correct horse batterY' })).toBe(
      false,
    );
  });

  it('takes a known person as they are', async () => {
    const again = { name: 'Somebody', email: 'ADA@acme.test', password: 'another password' };
    const { userId } = await provisionOrganization(identity.setUp, { name: 'Second', owner: again }, []);
    expect(await identity.rows('SELECT id, name FROM auth."user"')).toEqual([{ id: userId, name: 'Ada' }]);
  });

  it('seeds modules inside, bound to the new organization, and writes their events', async () => {
    const seen: unknown[] = [];
    const { organizationId } = await provisionOrganization(identity.setUp, { name: 'Seeded', owner: ada }, [
      {
        async seed(context) {
          seen.push(
            ...(await context.execute(testStatement('test.seen', 'SELECT name FROM public.organization'))),
            ...(await context.execute(testStatement('test.role', 'SELECT current_user::text AS role'))),
          );
          context.emit({
            resource: 'locale',
            verb: 'created',
            objectId: context.session.organizationId,
            ref: 'de_DE',
            version: 1,
            changes: [],
          });
        },
      },
    ]);
    expect(seen).toEqual([{ name: 'Seeded' }, { role: 'catalograph_application' }]);
    expect(
      await identity.rows(
        `SELECT sequence, resource, ref, actor ->> 'type' AS actor FROM ledger.event WHERE organization_id = $1`,
        [organizationId],
      ),
    ).toEqual([{ sequence: '1', resource: 'locale', ref: 'de_DE', actor: 'system' }]);
  });

  it('leaves nothing behind when a seed fails, and hands back a clean connection', async () => {
    const before = await tableSizes();
    const owner = { ...ada, email: 'bob@acme.test' };
    const failing = async () => {
      throw new Error('no seeds today');
    };
    await expect(
      provisionOrganization(identity.setUp, { name: 'Failing', owner }, [{ seed: failing }]),
    ).rejects.toThrow('no seeds today');
    expect(await tableSizes()).toEqual(before);
    expect(await identity.rows(`SELECT current_user <> 'catalograph_application' AS is_owner`)).toEqual([
      { is_owner: true },
    ]);
  });

  it('refuses an owner without address or with a short password, naming both', async () => {
    const before = await tableSizes();
    const owner = { name: 'Eve', email: 'eve', password: 'too short' };
    await expect(provisionOrganization(identity.setUp, { name: 'Refused', owner }, [])).rejects.toMatchObject(
      {
        code: 'validation-failed',
        errors: [
          { path: ['email'], code: 'invalid-format' },
          { path: ['password'], code: 'too-short' },
        ],
      },
    );
    expect(await tableSizes()).toEqual(before);
  });
});

describe('adding people', () => {
  it('refuses an address that is taken, in any case', async () => {
    await expect(createUser(identity.setUp, { ...ada, email: 'ADA@ACME.TEST' })).rejects.toMatchObject({
      errors: [{ path: ['email'], code: 'not-unique' }],
    });
  });

  it('makes somebody a member once; a second time leaves the role', async () => {
    const { organizationId } = await identity.provision('Members');
    const userId = await createUser(identity.setUp, { ...ada, email: 'carl@acme.test' });
    expect(await addMember(identity.setUp, { organizationId, userId, role: 'editor' })).toBe(true);
    expect(await addMember(identity.setUp, { organizationId, userId, role: 'owner' })).toBe(false);
    expect((await identity.sessionOf(organizationId, 'carl@acme.test')).role).toBe('editor');
    expect((await identity.audit(organizationId)).map(({ kind }) => kind)).toEqual([
      'member.added',
      'member.added',
    ]);
  });
});
