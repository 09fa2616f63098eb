// Risk: a key that outlives its revocation, dies with its maker, or opens what is not a shop's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { removeMember } from '../../../src/modules/organization/index.ts';
import { upsertStorefronts } from '../../../src/modules/storefront/index.ts';
import { storefrontResource } from '../../../src/modules/storefront/storefront.resource.ts';
import {
  createStorefrontKey,
  openStorefrontKeyDirectory,
  revokeStorefrontKey,
  type StorefrontKeyDirectory,
} from '../../../src/modules/storefront-key/index.ts';
import {
  listStorefrontKeys,
  rotateStorefrontKey,
} from '../../../src/modules/storefront-key/storefront-key.operations.ts';
import { createTestIdentity, type TestIdentity } from '../../support/identity.ts';
import { silentLog } from '../../support/silent-log.ts';

let identity: TestIdentity;
let owner: Session;
let keys: StorefrontKeyDirectory;
let tools: Awaited<ReturnType<TestIdentity['openProcess']>>;

beforeAll(async () => {
  identity = await createTestIdentity();
  owner = await identity.provision('Acme');
  const policy = { mode: 'upsert', errorPolicy: 'reject_all' } as const;
  const write = (operation: typeof upsertChannels, patch: { readonly code: string }) =>
    identity.runner.write(owner, operation, { items: [{ patch }], ...policy });
  await write(upsertLocales, { code: 'en_US' });
  await write(upsertCurrencies, { code: 'EUR' });
  await write(upsertChannels, { code: 'web', locales: ['en_US'], currencies: ['EUR'] } as { code: string });
  await write(upsertStorefronts, { code: 'Shop', channel: 'web' } as { code: string });
  tools = await identity.openProcess();
  const { listener } = tools;
  keys = await openStorefrontKeyDirectory({
    owner: identity.database.owner,
    listener,
    clock: identity.clock,
    log: silentLog,
  });
});
afterAll(async () => {
  await keys.close();
  await identity.close();
});

const request = { storefront: 'shop', name: 'Web shop', kind: 'publishable' } as const;
const create = async (session = owner, input: object = {}) =>
  (await identity.runner.write(session, createStorefrontKey, { ...request, ...input })).output;
const codeOf = (key: string) =>
  keys.find(key).then(
    ({ kind }) => kind,
    ({ code }: { readonly code: string }) => code,
  );

test('a key is found as what it was made for', async () => {
  const publishable = await create(owner, { requestsPerMinute: 1_200 });
  const secret = await create(owner, { kind: 'secret' });
  expect(publishable.key).toMatch(/^pk_[0-9A-Za-z]{42}$/);
  expect(secret.key).toMatch(/^sk_[0-9A-Za-z]{42}$/);
  expect(await keys.find(publishable.key)).toMatchObject({
    organizationId: owner.organizationId,
    kind: 'publishable',
    name: 'Web shop',
    requestsPerMinute: 1_200,
  });
  expect(await keys.find(secret.key)).toMatchObject({ kind: 'secret', requestsPerMinute: null });
});

test('lists the keys of one storefront', async () => {
  await create();
  const list = async (storefront: string) =>
    (await identity.runner.read(owner, listStorefrontKeys, { first: 10, query: {}, storefront })).items;
  expect((await list('SHOP')).length).toBeGreaterThan(0);
  await expect(list('shpo')).rejects.toMatchObject({
    errors: [{ code: 'reference-not-found', path: ['storefront'], suggestions: ['Shop'] }],
  });
});

test('a publishable key is stored and a secret one is not', async () => {
  const [publishable, secret] = [await create(), await create(owner, { kind: 'secret' })];
  const rows = await identity.rows<{ key: string | null; row: string }>(
    'SELECT key, storefront_key::text AS row FROM public.storefront_key',
  );
  expect(rows.some(({ key }) => key === publishable.key)).toBe(true);
  expect(rows.some(({ row }) => row.includes(secret.key))).toBe(false);
});

test('only signed-in owners and admins make keys', async () => {
  const editor = await identity.enrol(owner.organizationId, 'editor', 'editor@acme.test');
  await expect(create(editor)).rejects.toMatchObject({ code: 'role-forbidden' });
  const token: Session = { ...owner, credential: 'token', tokenId: owner.userId };
  await expect(create(token)).rejects.toMatchObject({ code: 'role-forbidden' });
});

test('refuses a storefront that is not there, a name and a limit', async () => {
  const refused = create(owner, { storefront: 'shob', name: ' ', requestsPerMinute: 0 });
  await expect(refused).rejects.toMatchObject({
    errors: [
      { path: ['storefront'], code: 'reference-not-found', suggestions: ['Shop'] },
      { path: ['name'], code: 'required' },
      { path: ['requestsPerMinute'], code: 'below-minimum' },
    ],
  });
});

test('a key of another organization or of nobody is none', async () => {
  const { key } = await create();
  const stranger = await identity.provision('Strangers');
  const list = await identity.rows<{ id: string }>('SELECT id FROM public.storefront_key LIMIT 1');
  const id = `sfk_${list[0]?.id.replaceAll('-', '')}`;
  await expect(identity.runner.write(stranger, revokeStorefrontKey, { id })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await codeOf(key)).toBe('publishable');
  const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  const nobodys = 'pk_0000000000000000000000000000000000000etOEM';
  for (const wrong of [mistyped, nobodys, nobodys.replace('pk_', 'pim_'), '']) {
    expect(await codeOf(wrong)).toBe('invalid-key');
  }
});

test('a revoked key is refused once its revocation is heard', async () => {
  const { id, key } = await create();
  expect(await codeOf(key)).toBe('publishable');
  const heard = tools.heardChange();
  await identity.runner.write(owner, revokeStorefrontKey, { id });
  await heard;
  expect(await codeOf(key)).toBe('revoked-key');
});

test('a rotated key works on for the overlap, beside its successor', async () => {
  const { id, key } = await create();
  const heard = tools.heardChange();
  const { output } = await identity.runner.write(owner, rotateStorefrontKey, { id, overlapSeconds: 60 });
  await heard;
  expect([await codeOf(key), await codeOf(output.key)]).toEqual(['publishable', 'publishable']);
  identity.advance(60);
  expect([await codeOf(key), await codeOf(output.key)]).toEqual(['revoked-key', 'publishable']);
});

test('a key works on when its maker has left', async () => {
  const admin = await identity.enrol(owner.organizationId, 'admin', 'admin@acme.test');
  const { key } = await create(admin);
  await identity.runner.write(owner, removeMember, { userId: admin.actor.id });
  expect(await codeOf(key)).toBe('publishable');
});

test('a storefront with keys cannot be deleted', async () => {
  await create();
  await expect(
    identity.runner.write(owner, storefrontResource.delete, { patch: { code: 'shop' } }),
  ).rejects.toMatchObject({ code: 'resource-in-use' });
});

test('making, rotating and revoking are audited without the key', async () => {
  const rows = await identity.rows<{ kind: string; row: string }>(
    `SELECT kind, audit_entry::text AS row FROM public.audit_entry WHERE kind LIKE 'storefront_key.%'`,
  );
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(['storefront_key.created', 'storefront_key.rotated', 'storefront_key.revoked']),
  );
  expect(rows.some(({ row }) => /[ps]k_\w{42}/.test(row))).toBe(false);
});
