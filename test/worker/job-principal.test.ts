// Risk: whoever may start jobs does by them what is forbidden otherwise, or goes on to do it once the right is gone.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RequestError } from '../../src/kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../src/kernel/ids.ts';
import { defineWrite } from '../../src/kernel/operation.ts';
import { type Role, SCOPES, type Scope } from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import { createAccessToken } from '../../src/modules/access-token/index.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { startBulkEdit } from '../../src/modules/bulk-edit/start-bulk-edit.ts';
import { openResult } from '../../src/modules/export/index.ts';
import { adoptJob, retryJob, startJob } from '../../src/modules/job/index.ts';
import { JOB_TYPES, SYSTEM_JOB_TYPES } from '../../src/modules/job/job-state.ts';
import { upsertImportExportProfiles } from '../../src/modules/profile/index.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { addMember, createTestOrganization, sessionOf, type TestOrganization } from '../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';
import { createExportHarness } from '../support/exports.ts';
import { createImportHarness } from '../support/imports.ts';

let catalogue: TestOrganization;
let imports: ReturnType<typeof createImportHarness>;
let organizationId: string;
/** What happens after the second step: the one that has written the first rows. */
let afterFirstRows = async () => {};
let steps = 0;

beforeAll(async () => {
  catalogue = await createTestOrganization();
  organizationId = catalogue.owner.organizationId;
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertImportExportProfiles, [
    { code: 'products', direction: 'both', resource: 'products', format: 'csv' },
    { code: 'attributes', direction: 'both', resource: 'attributes', format: 'csv' },
  ]);
  imports = createImportHarness(catalogue, {
    async afterStep() {
      steps += 1;
      if (steps === 2) await afterFirstRows();
    },
  });
});
beforeEach(() => {
  steps = 0;
  afterFirstRows = async () => {};
});
afterAll(() => catalogue?.close());

const query = async <Row extends object>(sql: string, ...parameters: unknown[]) =>
  (await catalogue.database.owner.query<Row>(sql, parameters)).rows;

async function givenMember(role: Role): Promise<Session & { readonly userId: string }> {
  const userId = await addMember(catalogue.database, organizationId, role);
  return { ...sessionOf(organizationId, role), userId };
}

/** A token of an owner. */
async function givenToken(scopes: readonly Scope[]): Promise<Session & { readonly tokenId: string }> {
  const { output } = await catalogue.runner.write(catalogue.owner, createAccessToken, { name: 'CI', scopes });
  const tokenId = decodeIdOf('AccessToken', output.id) ?? '';
  const actor = { type: 'token', id: output.id, name: 'CI' } as const;
  return { ...sessionOf(organizationId, 'owner', scopes), actor, tokenId };
}

const jobs = () =>
  query<{ id: string }>('SELECT id, type, status, principal, scopes, failure FROM public.job ORDER BY id');
const setRole = (userId: string, role: Role) =>
  query('UPDATE auth."member" SET "role" = $2 WHERE "userId" = $1', userId, role);

/** 2,500 products: three chunks. */
const manyProducts = (name: string) =>
  `sku,attribute_set\n${Array.from({ length: 2_500 }, (_, index) => `${name}-${index},accessories\n`).join('')}`;
const written = async (name: string) =>
  query<{ count: number; versions: number }>(
    `SELECT count(*)::int AS count, sum(version)::int AS versions FROM public.product WHERE sku LIKE $1`,
    `${name}-%`,
  ).then(([row]) => row);

const refusalOf = async (attempt: Promise<unknown>) => {
  const reason = await attempt.then(
    () => null,
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(RequestError);
  const { code, detail, parameters } = reason as RequestError;
  return { code, detail, required: parameters.required_scopes };
};

test('an editor creates no attribute by an import, as none directly', async () => {
  const editor = await givenMember('editor');
  const item = { patch: { code: 'stolen', type: 'text' } as never };
  const direct = { items: [item], mode: 'upsert', errorPolicy: 'reject_all' } as const;
  const forbidden = { code: 'role-forbidden', required: ['attributes:write'] };
  expect(await refusalOf(catalogue.runner.write(editor, upsertAttributes, direct))).toMatchObject(forbidden);
  const before = await jobs();
  for (const request of [{ profile: 'attributes' }, { resource: 'attributes' }] as const)
    expect(await refusalOf(imports.start('code,type\nstolen,text\n', request, editor))).toMatchObject({
      ...forbidden,
      detail: 'Importing attributes is not open to the role editor with this sign-in.',
    });
  expect(await jobs()).toEqual(before);
  expect(await query(`SELECT code FROM public.attribute WHERE code = 'stolen'`)).toEqual([]);
});

test('a token that may run profiles alone neither writes nor exports products, nor edits them', async () => {
  const token = await givenToken(['import-export:read', 'import-export:write']);
  const before = await jobs();
  const edit = { filter: { status: 'draft' }, patch: { enabled: false }, expectedCount: 0, dryRun: false };
  const attempts: [() => Promise<unknown>, string, Scope[]][] = [
    [
      () => imports.start('sku\nA\n', { profile: 'products' }, token),
      'Importing products',
      ['products:write'],
    ],
    [
      () => createExportHarness(catalogue).start('products', {}, token),
      'Exporting products',
      ['products:read'],
    ],
    [
      () => catalogue.runner.write(token, startBulkEdit, edit as never),
      'bulkEditProducts',
      ['products:read', 'products:write'],
    ],
  ];
  for (const [attempt, what, required] of attempts)
    expect(await refusalOf(attempt())).toEqual({
      code: 'insufficient-scope',
      detail: `${what} needs the scope ${required.join(' and ')}.`,
      required,
    });
  expect(await jobs()).toEqual(before);
});

test('a job tells with whose rights it acts and which it needs', async () => {
  const editor = await givenMember('editor');
  const token = await givenToken(['import-export:read', 'import-export:write', 'products:write']);
  const started = [
    await imports.start('sku\nA\n', { resource: 'products', dryRun: true }, editor),
    await imports.start('sku\nA\n', { resource: 'products', dryRun: true }, token),
    await imports.start(
      'sku\nA\n',
      { resource: 'products', dryRun: true },
      systemSession(organizationId, { door: 'command-line', requestId: 'test' }),
    ),
  ];
  const scopes = ['import-export:write', 'products:write'];
  const principals = [
    { type: 'user', id: encodeId('User', editor.userId), name: 'Test', scopes: null },
    {
      type: 'token',
      id: encodeId('AccessToken', token.tokenId),
      name: 'CI',
      scopes: ['products:write', 'import-export:read', 'import-export:write'],
    },
    { type: 'operator', id: 'system', name: 'Catalograph', scopes: null },
  ];
  for (const [index, id] of started.entries()) {
    const document = 'query ($id: ID!) { job(id: $id) { scopes principal { type id name scopes } } }';
    const { data } = await catalogue.execute(document, { id: encodeId('Job', id) });
    expect(data).toEqual({ job: { scopes, principal: principals[index] } });
    await imports.work(id);
    expect(await imports.details(id)).toMatchObject({ status: 'completed', failure: null });
  }
});

test.each(JOB_TYPES)(
  'a job %s is the product’s own, or has a principal that may do what it does',
  async (type) => {
    const isOwn = (SYSTEM_JOB_TYPES as readonly string[]).includes(type);
    const begin = defineWrite({
      name: 'startJob',
      scope: 'authenticated',
      effect: 'write',
      retry: 'safe',
      errors: [],
      handler: (context) =>
        startJob(context, { type, subject: 'test', ...(isOwn ? {} : { scopes: ['media:write'] }) } as never),
    } as Parameters<typeof defineWrite<never, null, string>>[0]);
    const run = (session: Session) => catalogue.runner.write(session, begin as never, null);
    const before = await jobs();
    if (!isOwn) {
      expect((await refusalOf(run(await givenMember('viewer')))).code).toBe('role-forbidden');
      expect((await refusalOf(run(await givenToken(['products:write'])))).code).toBe('insufficient-scope');
      await expect(run(sessionOf(organizationId))).rejects.toThrow('has no principal');
      expect(await jobs()).toEqual(before);
    }
    const { output } = await run(await givenMember('admin'));
    const principal = isOwn ? null : expect.objectContaining({ type: 'user' });
    const made = (await jobs()).find(({ id }) => id === output);
    expect(made).toMatchObject({ type, principal, scopes: isOwn ? [] : ['media:write'] });
    await query('DELETE FROM public.job WHERE id = $1', output);
  },
);

interface Loss {
  readonly why: string;
  /** Begins the import as somebody; answers how the right goes, how it comes back, and what the job says. */
  begin(): Promise<{ session: Session; lose: () => Promise<unknown>; detail: string | RegExp }>;
}

const LOSSES: readonly Loss[] = [
  {
    why: 'role',
    async begin() {
      const session = await givenMember('editor');
      const detail =
        "The role viewer of 'Test' does not include the scope import-export:write, which it needs.";
      return { session, lose: () => setRole(session.userId, 'viewer'), detail };
    },
  },
  {
    why: 'member',
    async begin() {
      const session = await givenMember('editor');
      const lose = () => query('DELETE FROM auth."member" WHERE "userId" = $1', session.userId);
      return { session, lose, detail: "'Test' is no longer a member of the organization." };
    },
  },
  {
    why: 'revoked',
    async begin() {
      const session = await givenToken(['import-export:write', 'products:write']);
      const lose = () =>
        query('UPDATE public.access_token SET revoked_at = now() WHERE id = $1', session.tokenId);
      return { session, lose, detail: "The token 'CI' was revoked, or its user has left the organization." };
    },
  },
  {
    why: 'expired',
    async begin() {
      const session = await givenToken(['import-export:write', 'products:write']);
      const lose = () =>
        query(`UPDATE public.access_token SET expires_at = '2026-01-01' WHERE id = $1`, session.tokenId);
      return { session, lose, detail: "The token 'CI' expired at 2026-01-01T00:00:00.000Z." };
    },
  },
  {
    why: 'scope',
    async begin() {
      const session = await givenToken(['import-export:write', 'products:write']);
      const lose = () =>
        query(
          `UPDATE public.access_token SET scopes = '{import-export:write}' WHERE id = $1`,
          session.tokenId,
        );
      const detail = "The scopes of the token 'CI' do not include the scope products:write, which it needs.";
      return { session, lose, detail };
    },
  },
];

test.each(LOSSES)(
  'an import whose principal loses its $why stops before the next chunk',
  async ({ why, begin }) => {
    const { session, lose, detail } = await begin();
    afterFirstRows = async () => void (await lose());
    const id = await imports.start(manyProducts(why), { resource: 'products' }, session);
    await imports.work(id);
    const { created, ...details } = await imports.details(id);
    expect(details).toMatchObject({
      status: 'failed',
      failure: { code: 'principal-lost', title: 'Principal lost', status: 403, detail },
    });
    // Whole chunks, and nothing of the next one.
    expect(created).toBe(1_000);
    expect(await written(why)).toEqual({ count: 1_000, versions: 1_000 });

    // Nobody is there yet: trying again comes to the same, and nothing is written.
    const choice = { id: encodeId('Job', id) };
    await catalogue.runner.write(catalogue.owner, retryJob, choice);
    await imports.work(id);
    expect((await imports.details(id)).failure).toMatchObject({ code: 'principal-lost', detail });
    expect(await written(why)).toEqual({ count: 1_000, versions: 1_000 });

    const adopted = await change('adoptJob', choice.id);
    const principal = { type: 'user', id: encodeId('User', catalogue.owner.userId ?? ''), scopes: null };
    expect(adopted).toEqual({ job: { status: 'QUEUED', failure: null, principal } });
    await imports.work(id);
    expect(await imports.details(id)).toMatchObject({
      status: 'completed',
      created: 2_500,
      processed: 2_500,
    });
    // Every row once.
    expect(await written(why)).toEqual({ count: 2_500, versions: 2_500 });
  },
);

const change = async (
  name: 'adoptJob' | 'retryJob',
  id: string,
  session = catalogue.owner,
): Promise<unknown> => {
  const document = `mutation ($id: ID!) { ${name}(id: $id) {
    ... on JobPayload { job { status failure { code } principal { type id scopes } } } ... on Problem { code detail } } }`;
  return (await catalogue.execute(document, { id }, session)).data?.[name];
};

test('rights that come back let a job go on by a retry, of whoever may do what it does', async () => {
  const editor = await givenMember('editor');
  afterFirstRows = async () => void (await setRole(editor.userId, 'viewer'));
  const jobId = await imports.start(manyProducts('back'), { resource: 'products' }, editor);
  await imports.work(jobId);
  await setRole(editor.userId, 'editor');
  const id = encodeId('Job', jobId);
  const helper = await givenToken(['import-export:read', 'import-export:write']);
  expect(await refusalOf(catalogue.runner.write(helper, retryJob, { id }))).toEqual({
    code: 'insufficient-scope',
    required: ['products:write'],
    detail: 'Retrying this job needs the scope products:write.',
  });
  expect(await change('retryJob', id, editor)).toMatchObject({ job: { status: 'QUEUED' } });
  await imports.work(jobId);
  expect(await imports.details(jobId)).toMatchObject({ status: 'completed', created: 2_500 });
  expect(await written('back')).toEqual({ count: 2_500, versions: 2_500 });
});

test('only a signed-in owner adopts a job, and only one that stopped and is nobody’s own', async () => {
  const id = encodeId('Job', await imports.start('sku\nA\n', { resource: 'products', dryRun: true }));
  const members = await Promise.all((['admin', 'editor', 'reviewer', 'viewer'] as const).map(givenMember));
  for (const session of [...members, await givenToken(SCOPES)])
    expect((await refusalOf(catalogue.runner.write(session, adoptJob, { id }))).code).toBe('role-forbidden');
  expect(await change('adoptJob', id)).toEqual({
    code: 'invalid-transition',
    detail: 'The job is queued; failed and cancelled ones can be tried again.',
  });
  const [own] = await query<{ id: string }>(
    `INSERT INTO public.job (organization_id, id, type, subject, status, triggered_by, queued_at, due_at, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), 'recompute', 'own', 'failed', '{}', now(), now(), now(), now()) RETURNING id`,
    organizationId,
  );
  expect(await change('adoptJob', encodeId('Job', own?.id ?? ''))).toEqual({
    code: 'invalid-transition',
    detail: 'The job is of the product itself: retry it.',
  });
});

test('an export stops before the next rows once its principal may not read them', async () => {
  const editor = await givenMember('editor');
  const exports = createExportHarness(catalogue);
  const id = await exports.start('products', { format: 'jsonl' }, editor);
  await query('DELETE FROM auth."member" WHERE "userId" = $1', editor.userId);
  await exports.work(id);
  const jobId = decodeIdOf('Job', id) ?? '';
  expect(await imports.details(jobId)).toMatchObject({
    status: 'failed',
    processed: 0,
    failure: { code: 'principal-lost', detail: "'Test' is no longer a member of the organization." },
  });
  await change('adoptJob', id);
  await exports.work(id);
  expect(await imports.details(jobId)).toMatchObject({ status: 'completed', failed: 0, failure: null });

  const reader = await givenToken(['import-export:read']);
  const { runner, storage } = catalogue;
  expect(await refusalOf(openResult({ runner, storage }, reader, id))).toMatchObject({
    code: 'insufficient-scope',
    required: ['products:read'],
    detail: 'Downloading this export needs the scope products:read.',
  });
  const link = async (session: Session) =>
    (await catalogue.execute('query ($id: ID!) { job(id: $id) { resultFile } }', { id }, session)).data?.job;
  expect(await link(reader)).toEqual({ resultFile: null });
  expect(await link(await givenToken(['import-export:read', 'products:read']))).toEqual({
    resultFile: expect.stringContaining(`/jobs/${id}/result?`),
  });
});
