// Risk: work that an earlier release began goes on with rights that nobody gave it, or is lost.
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { applyMigrations } from '../../../src/platform/database/migrate.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createEmptyDatabase } from '../../support/postgres-server.ts';

let database: { connectionString: string; drop(): Promise<void> };
let client: pg.Client;
const organizationId = newId();
const ADA = { type: 'user', id: 'usr_ada', name: 'Ada' };
const CI = { type: 'token', id: 'tok_ci', name: 'CI' };
const SYSTEM = { type: 'system', id: 'system', name: 'Catalograph' };
const SCHEDULE = { type: 'system', id: 'schedule', name: 'Schedule' };
const OPERATOR = { ...SYSTEM, type: 'operator', scopes: null };

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const names = await readdir(new URL('../../../prisma/migrations/', import.meta.url));
  const { connectionString } = database;
  await applyMigrations({ connectionString, only: names.filter((name) => name < '20261122004000') });
  await client.query(`INSERT INTO public.organization (id, name) VALUES ($1, 'Test')`, [organizationId]);
  for (const [subject, direction, authors] of [
    ['by_ada', 'import', [CI, ADA]],
    ['by_ci', 'export', [ADA, CI]],
    ['by_nobody', 'import', []],
    ['without_schedule', 'import', null],
  ] as const)
    await givenProfile(subject, direction, authors);
  await givenJob('ada', 'import', ADA, { settings: { resource: 'options' } });
  await givenJob('ci', 'export', CI, { settings: { resource: 'categories' } });
  await givenJob('operator', 'import', SYSTEM, { settings: { resource: 'media' } });
  await givenJob('akeneo', 'import', ADA, { kind: 'akeneo_folder' });
  await givenJob('bulk', 'bulk', ADA, {});
  await givenJob('by_ada', 'import', SCHEDULE, { settings: { resource: 'products' } });
  await givenJob('by_nobody', 'import', SCHEDULE, { settings: { resource: 'entities' } });
  await givenJob('set', 'recompute', ADA, {});
  await applyMigrations({ connectionString });
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const rowsOf = async (sql: string) => (await client.query(sql)).rows;

async function givenProfile(code: string, direction: string, authors: readonly JsonObject[] | null) {
  const id = newId();
  const schedule = authors === null ? null : { cron: '0 3 * * *', timezone: 'UTC' };
  await client.query(
    `INSERT INTO public.import_export_profile
       (organization_id, id, code, code_key, direction, resource, format, schedule, created_at, updated_at)
     VALUES ($1, $2, $3, $3, $4, 'products', 'csv', $5, now(), now())`,
    [organizationId, id, code, direction, schedule],
  );
  if (authors === null) return;
  await client.query(
    `INSERT INTO public.schedule_state (organization_id, profile_id, schedule, next_run_at) VALUES ($1, $2, $3, now())`,
    [organizationId, id, schedule],
  );
  for (const [index, actor] of authors.entries())
    await client.query(
      `INSERT INTO ledger.event (organization_id, sequence, id, at, resource, verb, object_id, ref, version, actor, door,
                                 request_id, data, changes, changes_truncated)
       VALUES ($1, (SELECT count(*) + 1 FROM ledger.event), $2, now(), 'import_export_profile', 'updated', $3, $4, $5, $6,
               'rest', 'test', '{}', '[]', false)`,
      [organizationId, newId(), id, code, index + 1, actor],
    );
}

async function givenJob(subject: string, type: string, triggeredBy: JsonObject, input: JsonObject) {
  await client.query(
    `INSERT INTO public.job (organization_id, id, type, subject, status, triggered_by, input, queued_at, due_at,
                             created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'queued', $5, $6, now(), now(), now(), now())`,
    [organizationId, newId(), type, subject, triggeredBy, input],
  );
}

test('jobs of earlier releases act with the rights of whoever asked for them, as far as that is known', async () => {
  const ada = { ...ADA, scopes: null };
  const ci = { ...CI, scopes: null };
  const akeneo = [
    'import-export:write',
    'settings:write',
    'attributes:write',
    'products:write',
    'media:write',
  ];
  expect(await rowsOf('SELECT subject, principal, scopes FROM public.job ORDER BY id')).toEqual([
    { subject: 'ada', principal: ada, scopes: ['import-export:write', 'attributes:write'] },
    { subject: 'ci', principal: ci, scopes: ['import-export:write', 'products:read'] },
    { subject: 'operator', principal: OPERATOR, scopes: ['import-export:write', 'media:write'] },
    { subject: 'akeneo', principal: ada, scopes: akeneo },
    { subject: 'bulk', principal: ada, scopes: ['products:write'] },
    { subject: 'by_ada', principal: ada, scopes: ['import-export:write', 'products:write'] },
    { subject: 'by_nobody', principal: null, scopes: ['import-export:write', 'entities:write'] },
    { subject: 'set', principal: null, scopes: [] },
  ]);
});

test('schedules act with those of whoever changed them last, or are paused with a notice', async () => {
  expect(
    await rowsOf(
      `SELECT code, principal, state.profile_id IS NOT NULL AS "isPlanned",
              (SELECT array_agg(run.outcome || ': ' || run.reason) FROM public.schedule_run AS run
               WHERE run.profile_id = profile.id) AS notices
       FROM public.import_export_profile AS profile
       LEFT JOIN public.schedule_state AS state ON state.profile_id = profile.id ORDER BY code`,
    ),
  ).toEqual([
    { code: 'by_ada', principal: { ...ADA, scopes: null }, isPlanned: true, notices: null },
    { code: 'by_ci', principal: { ...CI, scopes: null }, isPlanned: true, notices: null },
    {
      code: 'by_nobody',
      principal: null,
      isPlanned: false,
      notices: [
        'failed: The schedule is paused: nobody knows who changed the profile last, whose rights it would act with. Change the profile, and the schedule acts with yours.',
      ],
    },
    { code: 'without_schedule', principal: null, isPlanned: false, notices: null },
  ]);
});
