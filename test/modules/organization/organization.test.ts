// Risk: settings that name what is not there, changes without events, an audit that shows other people's entries.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/kernel/errors.ts';
import { verbatim } from '../../../src/kernel/problems/messages/message.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { getOrganization, updateOrganization } from '../../../src/modules/organization/index.ts';
import { createAccessDeniedRecorder } from '../../../src/platform/audit/access-denied-recorder.ts';
import { createTestIdentity, type TestIdentity } from '../../support/identity.ts';
import { silentLog } from '../../support/silent-log.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

/** An organization with the channel `web` and the locales `de_DE` (enabled) and `fr_FR` (not). */
const provisionWithChannel = async (name: string) => {
  const session = await identity.provision(name);
  const { organizationId } = session;
  await identity.rows(
    `INSERT INTO public.locale (organization_id, id, code, code_key, enabled, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), 'de_DE', 'de_de', true, now(), now()),
            ($1, gen_random_uuid(), 'fr_FR', 'fr_fr', false, now(), now())`,
    [organizationId],
  );
  await identity.rows(
    `INSERT INTO public.channel (organization_id, id, code, code_key, locales, currencies, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), 'Web', 'web', '{de_DE}', '{EUR}', now(), now())`,
    [organizationId],
  );
  return session;
};
const settingsOf = async (session: Session) => {
  const { name, defaultChannel, defaultLocale, version } = await identity.runner.read(
    session,
    getOrganization,
    { query: {} },
  );
  return { name, defaultChannel, defaultLocale, version };
};

describe('changing the organization', () => {
  it('stores the codes as they are written in the catalogue and emits what changed', async () => {
    const session = await provisionWithChannel('Acme');
    const patch = { name: ' Acme Ltd ', defaultChannel: 'WEB', defaultLocale: 'DE_de' };
    const { output } = await identity.runner.write(session, updateOrganization, { patch });
    expect(output.outcome).toBe('updated');
    expect(await settingsOf(session)).toEqual({
      name: 'Acme Ltd',
      defaultChannel: 'Web',
      defaultLocale: 'de_DE',
      version: 2,
    });
    const events = await identity.rows(
      'SELECT resource, verb, version, changes FROM ledger.event WHERE organization_id = $1',
      [session.organizationId],
    );
    const cell = { channel: null, locale: null };
    expect(events).toEqual([
      {
        resource: 'organization',
        verb: 'updated',
        version: 2,
        changes: [
          { ...cell, path: 'name', old: 'Acme', new: 'Acme Ltd' },
          { ...cell, path: 'default_channel', old: null, new: 'Web' },
          { ...cell, path: 'default_locale', old: null, new: 'de_DE' },
        ],
      },
    ]);
    const [signIn] = await identity.rows('SELECT "name" AS name FROM auth."organization" WHERE "id" = $1', [
      session.organizationId,
    ]);
    expect(signIn).toEqual({ name: 'Acme Ltd' });
  });

  it('to what it already is makes no version and no event', async () => {
    const session = await provisionWithChannel('Same');
    const { output } = await identity.runner.write(session, updateOrganization, { patch: { name: 'Same' } });
    expect(output.outcome).toBe('unchanged');
    expect((await settingsOf(session)).version).toBe(1);
  });

  it('clears a default with null and leaves the rest', async () => {
    const session = await provisionWithChannel('Clearing');
    const both = { defaultChannel: 'Web', defaultLocale: 'de_DE' };
    await identity.runner.write(session, updateOrganization, { patch: both });
    await identity.runner.write(session, updateOrganization, { patch: { defaultChannel: null } });
    expect(await settingsOf(session)).toEqual({
      name: 'Clearing',
      defaultChannel: null,
      defaultLocale: 'de_DE',
      version: 3,
    });
  });

  it('refuses a channel that is not there, a locale that is not enabled and no name', async () => {
    const session = await provisionWithChannel('Refusing');
    const patch = { name: null, defaultChannel: 'webb', defaultLocale: 'fr_FR' };
    await expect(identity.runner.write(session, updateOrganization, { patch })).rejects.toMatchObject({
      errors: [
        { path: ['name'], code: 'required' },
        { path: ['defaultChannel'], code: 'reference-not-found', suggestions: ['Web'] },
        { path: ['defaultLocale'], code: 'reference-not-found' },
      ],
    });
    expect((await settingsOf(session)).version).toBe(1);
  });

  it('refuses a stale version and names only conflicts with what is written', async () => {
    const session = await provisionWithChannel('Stale');
    await identity.runner.write(session, updateOrganization, { patch: { name: 'Stale 2' } });
    const stale = (patch: object) =>
      identity.runner.write(session, updateOrganization, { patch, ifVersion: 1 });
    await expect(stale({ name: 'Stale 3' })).rejects.toMatchObject({
      code: 'version-mismatch',
      currentVersion: 2,
      conflicts: [{ path: 'name', old: 'Stale', new: 'Stale 2' }],
    });
    await expect(stale({ defaultChannel: 'Web' })).rejects.toMatchObject({
      currentVersion: 2,
      conflicts: [],
    });
  });
});

describe('the audit', () => {
  it('cannot be changed or deleted by the application', async () => {
    const { organizationId } = await identity.provision('Kept');
    const { pool } = identity.database.of(organizationId);
    for (const sql of ['UPDATE public.audit_entry SET kind = kind', 'DELETE FROM public.audit_entry']) {
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('a refusal', () => {
  const fault = new RequestError(
    'insufficient-scope',
    verbatim('createProduct needs the scope products:write.'),
    {
      required_scopes: ['products:write'],
    },
  );
  const settings = () => ({ clock: identity.clock, log: silentLog });

  it('is noted once, however often the caller asks', async () => {
    const session = await identity.provision('Refused');
    const record = createAccessDeniedRecorder({ owner: identity.database.owner, ...settings() });
    for (let time = 0; time < 3; time += 1) await record(session, fault);
    expect((await identity.audit(session.organizationId)).slice(1)).toEqual([
      {
        kind: 'scope.refused',
        actor: 'Owner of Refused',
        data: {
          code: 'insufficient-scope',
          detail: 'createProduct needs the scope products:write.',
          required_scopes: ['products:write'],
          role: 'owner',
          door: 'console',
        },
      },
    ]);
  });

  it('that cannot be noted throws nothing and is noted when it can', async () => {
    const session = await identity.provision('Later');
    const record = createAccessDeniedRecorder({ owner: identity.database.owner, ...settings() });
    await expect(record({ ...session, organizationId: 'none' }, fault)).resolves.toBeUndefined();
    await identity.rows('ALTER TABLE public.audit_entry RENAME TO audit_entry_away');
    await expect(record(session, fault)).resolves.toBeUndefined();
    await identity.rows('ALTER TABLE public.audit_entry_away RENAME TO audit_entry');
    await record(session, fault);
    expect((await identity.audit(session.organizationId)).map(({ kind }) => kind)).toEqual([
      'member.added',
      'scope.refused',
    ]);
  });
});
