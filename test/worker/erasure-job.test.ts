// Risk: a name stays somewhere, that of another user goes, or a killed erasure leaves half of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../src/kernel/ids.ts';
import type { Session } from '../../src/kernel/session.ts';
import { createAccessToken, revokeAccessToken } from '../../src/modules/access-token/index.ts';
import { startBulkEdit } from '../../src/modules/bulk-edit/index.ts';
import { createComment, updateComment } from '../../src/modules/comment/index.ts';
import { upsertEntities } from '../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../src/modules/entity-type/index.ts';
import { erasePersonalData, erasureStep } from '../../src/modules/erasure/index.ts';
import { cancelJob, retryJob } from '../../src/modules/job/index.ts';
import { removeMember } from '../../src/modules/organization/index.ts';
import { runJob } from '../../src/worker/run-job.ts';
import { seedProducts, simpleProduct } from '../support/builders.ts';
import { addMember } from '../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { killWorkerAtSku } from '../support/kill-worker.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { silentLog } from '../support/silent-log.ts';
import { createTestFolder } from '../support/test-folder.ts';

/** More than one step looks at. */
const PRODUCTS = 5_010;
const ADA = 'Ada Unmistakable';
const BEN = 'Ben Unmistakable';
const TOKEN = 'Token Unmistakable';

let bench: JobHarness;
let folder: Awaited<ReturnType<typeof createTestFolder>>;
let stranger: Session;
beforeAll(async () => {
  bench = await createJobHarness(QUEUE_SERVERS[0]);
  await seedClothingCatalogue(bench.catalogue);
  await seedConfiguration(bench.catalogue, upsertEntityTypes, [{ code: 'maker' }]);
  stranger = await bench.catalogue.addOrganization('Foreign');
  await seedClothingCatalogue(bench.catalogue, stranger);
  folder = await createTestFolder();
}, 60_000);
afterAll(async () => {
  await bench?.close();
  await folder?.remove();
});

const query = async (sql: string, parameters: readonly unknown[] = []) =>
  (await bench.catalogue.database.owner.query(sql, [...parameters])).rows;

/** A member with a name that nobody else has. */
async function givenMember(name: string, { organizationId } = bench.catalogue.owner): Promise<Session> {
  const userId = await addMember(bench.catalogue.database, organizationId, 'owner');
  await query('UPDATE auth."user" SET "name" = $2 WHERE "id" = $1', [userId, name]);
  const actor = { type: 'user', id: encodeId('User', userId), name } as const;
  return { ...bench.catalogue.owner, organizationId, userId, actor };
}

/** How many rows of an organization have a text in them, by column; partitions are their table. */
async function found(text: string): Promise<Record<string, number>> {
  const columns = await query(
    `SELECT format('%I.%I', table_schema, table_name) AS relation, column_name AS name
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'recorded')
       AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
       AND NOT (table_schema = 'ledger' AND table_name LIKE 'event\\_%')
     ORDER BY 1, 2`,
  );
  const counts: Record<string, number> = {};
  for (const { relation, name } of columns) {
    const [row] = await query(
      `SELECT count(*)::int AS count FROM ${relation} WHERE strpos("${name}"::text, $1) > 0`,
      [text],
    );
    if (row.count > 0) counts[`${relation}.${name}`] = row.count;
  }
  return counts;
}

/** Everything of the history that an erasure leaves. */
const kept = () =>
  query(
    `SELECT md5(string_agg(concat_ws('|', organization_id, sequence, id, at, object_id, version, actor ->> 'id',
       actor ->> 'type', data, changes), '/' ORDER BY organization_id, sequence)) AS digest FROM ledger.event
     WHERE resource <> 'product' OR verb <> 'derived'`,
  );

/** Writes with every kind of row that has a name in it. */
async function givenWork(member: Session): Promise<void> {
  const { runner } = bench.catalogue;
  const { organizationId, actor } = member;
  const tag = actor.name.slice(0, 3);
  await seedProducts(bench.catalogue, [simpleProduct(`${tag}-1`, { comment: `By ${actor.name}` })], member);
  await runner.write(member, upsertEntities, {
    items: [{ entityType: 'maker', code: tag, comment: `By ${actor.name}` }],
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  const text = { product: `${tag}-1`, body: `By ${actor.name}, for @${actor.id}` };
  const { output: comment } = await runner.write(member, createComment, text);
  await runner.write(member, updateComment, { id: comment.id, patch: { resolved: true } });
  await bench.withoutNudges(() =>
    runner.write(member, startBulkEdit, {
      filter: { sku: { eq: 'NOBODY' } },
      patch: { comment: `By ${actor.name}`, tags: ['red'] },
      expectedCount: 0,
      dryRun: true,
    } as never),
  );
  const principal = JSON.stringify({ ...actor, scopes: null });
  const lost = `'${actor.name}' is no longer a member of the organization.`;
  await query(
    `UPDATE public.job SET status = 'failed', failure = jsonb_build_object('code', 'principal-lost', 'title', 'Lost',
       'status', 403, 'detail', $2::text) WHERE triggered_by ->> 'id' = $1`,
    [actor.id, lost],
  );
  const [profile] = await query(
    `INSERT INTO public.import_export_profile (organization_id, id, code, code_key, direction, resource, format, principal,
       created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, $2, 'export', 'products', 'csv', $3::jsonb, now(), now()) RETURNING id`,
    [organizationId, tag, principal],
  );
  await query(
    `INSERT INTO public.schedule_run (organization_id, id, profile_id, due_at, started_at, outcome, reason)
     VALUES ($1, gen_random_uuid(), $2, now(), now(), 'failed', $3)`,
    [organizationId, profile.id, `export: ${lost}`],
  );
  await query(
    `INSERT INTO public.webhook_delivery (organization_id, id, endpoint_id, kind, event_id, event_type, sequence,
       event_at, ref, lane, status, body, created_at)
     VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'ping', gen_random_uuid(), 'ping', 0, now(), '',
       gen_random_uuid(), 'succeeded', $2, now())`,
    [organizationId, JSON.stringify({ type: 'ping', actor })],
  );
}

const WORK = {
  'ledger.event.actor': 2,
  'ledger.event.comment': 2,
  'public.comment.author': 1,
  'public.comment.body': 1,
  'public.comment.resolved_by': 1,
  'public.entity.created_by': 1,
  'public.entity.updated_by': 1,
  'public.import_export_profile.principal': 1,
  'public.job.failure': 1,
  'public.job.input': 1,
  'public.job.principal': 1,
  'public.job.triggered_by': 1,
  'public.product.created_by': 1,
  'public.product.updated_by': 1,
  'public.schedule_run.reason': 1,
  'public.webhook_delivery.body': 1,
};

async function start(actor: string, settings: object = {}, session = bench.catalogue.owner): Promise<string> {
  const input = { actor, comments: true, dryRun: false, ...settings };
  const { output } = await bench.catalogue.runner.write(session, erasePersonalData, input);
  return decodeIdOf('Job', output.id) ?? '';
}

async function run(actor: string, settings: object = {}) {
  const id = await start(actor, settings);
  return finish(id);
}

/** Does what is left of a job, as a worker that takes it from the queue. */
async function finish(jobId: string) {
  const { runner, owner } = bench.catalogue;
  const job = { organizationId: owner.organizationId, jobId };
  await runJob(
    { runner, log: silentLog, steps: { erasure: erasureStep } },
    job,
    new AbortController().signal,
  );
  const [row] = await query('SELECT status, updated, attempts FROM public.job WHERE id = $1', [jobId]);
  return row;
}

test('erases a user everywhere through a kill, and nobody else', async () => {
  const { owner } = bench.catalogue;
  const [ada, ben] = [await givenMember(ADA), await givenMember(BEN)];
  await givenWork(ada);
  await givenWork(ben);
  // The same user in another organization.
  await seedProducts(bench.catalogue, [simpleProduct('ABROAD', { comment: 'Abroad' })], {
    ...stranger,
    actor: { ...ada.actor, name: 'Ada Abroad' },
  });
  await bench.catalogue.runner.write(ada, removeMember, { userId: ada.actor.id });
  const gone = { 'auth."user".name': 1 };
  expect(await found(ADA)).toEqual({ ...gone, ...WORK, 'public.audit_entry.actor': 1 });
  const others = [await found(BEN), await found('Ada Abroad'), await found('Abroad')];
  expect(others[0]).toEqual({ ...gone, ...WORK });
  const before = await kept();

  // A dry run counts: 16 columns are 10 rows, with the audit.
  expect(await run(ada.actor.id, { dryRun: true })).toEqual({
    status: 'completed',
    updated: 10,
    attempts: 1,
  });
  expect(await found(ADA)).toEqual({ ...gone, ...WORK, 'public.audit_entry.actor': 1 });

  await bench.givenManyProducts('accessories', PRODUCTS, () => ({}));
  await query(
    `UPDATE public.product SET created_by = $1::jsonb, updated_by = $1::jsonb WHERE sku LIKE 'accessories-%'`,
    [JSON.stringify(ada.actor)],
  );
  const id = await start(ada.actor.id);
  await killWorkerAtSku(bench.catalogue, folder.path, `accessories-${PRODUCTS - 1}`);
  const [killed] = await query(
    `SELECT status, checkpoint ->> 'table' AS at, updated FROM public.job WHERE id = $1`,
    [id],
  );
  expect(killed).toEqual({ status: 'running', at: 'product', updated: 5_004 });
  await query(`UPDATE public.job SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);
  await bench.sweep();
  expect(await finish(id)).toEqual({ status: 'completed', updated: 10 + PRODUCTS, attempts: 2 });

  expect(await found(ADA)).toEqual(gone);
  expect([await found(BEN), await found('Ada Abroad'), await found('Abroad')]).toEqual(others);
  expect(await kept()).toEqual(before);
  const [event] = await query(
    `SELECT actor, comment FROM ledger.event WHERE ref = 'Ada-1' AND resource = 'product'`,
  );
  expect(event).toEqual({ actor: { ...ada.actor, name: 'Erased user' }, comment: null });
  const mentions = await query('SELECT user_id FROM public.comment_mention');
  expect(mentions).toEqual([{ user_id: ben.userId }]);
  const audit = await query(
    `SELECT actor ->> 'id' AS actor, data FROM public.audit_entry WHERE kind = 'personal_data.erasure_requested'`,
  );
  const data = { actor_id: ada.actor.id, comments: true, job_id: encodeId('Job', id) };
  expect(audit).toEqual([{ actor: owner.actor.id, data }]);
  // There is nothing left to do.
  expect(await run(ada.actor.id)).toEqual({ status: 'completed', updated: 0, attempts: 1 });
}, 60_000);

test('keeps comments where that is asked for, and erases the name of a token', async () => {
  const { runner, owner } = bench.catalogue;
  const creator = { ...owner, userId: owner.userId };
  const { output } = await runner.write(creator, createAccessToken, {
    name: TOKEN,
    scopes: ['products:write'],
  });
  const session: Session = { ...owner, actor: { type: 'token', id: output.id, name: TOKEN } };
  await seedProducts(bench.catalogue, [simpleProduct('BY-TOKEN', { comment: 'Nightly' })], session);
  await runner.write(session, createComment, { product: 'BY-TOKEN', body: 'Nightly' });
  await runner.write(creator, revokeAccessToken, { id: output.id });
  expect(await found(TOKEN)).toEqual({
    'ledger.event.actor': 1,
    'public.access_token.name': 1,
    'public.audit_entry.data': 2,
    'public.comment.author': 1,
    'public.product.created_by': 1,
    'public.product.updated_by': 1,
  });
  expect(await run(output.id, { comments: false })).toMatchObject({ status: 'completed', updated: 6 });
  expect(await found(TOKEN)).toEqual({});
  expect(await found('Nightly')).toEqual({ 'ledger.event.comment': 1, 'public.comment.body': 1 });
});

test('is for owners, who get the same answer for a foreign actor as for a missing one', async () => {
  const { runner, owner } = bench.catalogue;
  const member = await givenMember('Cleo');
  const foreign = await givenMember('Dora', stranger);
  const before = await query('SELECT count(*) FROM public.job');
  const others = [
    { ...owner, role: 'admin' as const },
    { ...owner, credential: 'token' as const },
  ];
  for (const session of others)
    await expect(start(member.actor.id, {}, session)).rejects.toMatchObject({ code: 'role-forbidden' });
  for (const actor of [
    foreign.actor.id,
    encodeId('User', '0190aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa'),
    'system',
    'x',
  ])
    await expect(start(actor)).rejects.toMatchObject({
      code: 'not-found',
      detail: `There is no user or token '${actor}'.`,
    });
  expect(await query('SELECT count(*) FROM public.job')).toEqual(before);
  const { output } = await runner.write(owner, erasePersonalData, {
    actor: member.actor.id.toUpperCase().replace('USR', 'usr'),
    comments: true,
    dryRun: true,
  });
  expect(output.dryRun).toBe(true);
  for (const operation of [cancelJob, retryJob]) {
    for (const session of others)
      await expect(runner.write(session, operation, { id: output.id })).rejects.toMatchObject({
        code: 'role-forbidden',
      });
    await runner.write(owner, operation, { id: output.id });
  }
});

test('knows every column of an actor or a comment', async () => {
  const columns = await query(
    `SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name FROM information_schema.columns
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema', 'recorded', 'bullmq', 'auth')
       AND data_type IN ('text', 'json', 'jsonb') AND column_name ~ 'actor|principal|author|person|comment|_by$'
       AND table_name NOT LIKE 'event\\_%' ORDER BY 1`,
  );
  // A new one belongs into `tenancy.erase_actor` too, or, as those of comments, into a statement of its module.
  expect(columns.map(({ name }) => name)).toEqual([
    'ledger.event.actor',
    'ledger.event.comment',
    // An id.
    'ledger.idempotency_record.actor_id',
    'public.audit_entry.actor',
    'public.comment.author',
    'public.comment.resolved_by',
    'public.entity.created_by',
    'public.entity.updated_by',
    'public.import_export_profile.principal',
    'public.job.principal',
    'public.job.triggered_by',
    'public.product.created_by',
    'public.product.updated_by',
  ]);
});
