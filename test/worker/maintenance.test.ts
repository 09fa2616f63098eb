// Risk: events of a new month find no partition of their own, or records of idempotency are kept for ever.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { runMaintenance } from '../../src/worker/maintenance.ts';
import { createTestOrganization, type TestOrganization } from '../support/catalogue.ts';
import { silentLog } from '../support/silent-log.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const rows = async (sql: string) => (await catalogue.database.owner.query(sql)).rows;
const keepUp = (now: string, historyRetentionMonths: number | null = null) =>
  runMaintenance({
    historyRetentionMonths,
    owner: pgTransaction(catalogue.database.owner),
    clock: { now: () => new Date(now) },
    log: silentLog,
  });

test('makes the partitions of this month and the next three, once', async () => {
  await keepUp('2030-11-15T12:00:00Z');
  await keepUp('2030-11-15T12:00:00Z');
  const partitions = await rows(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent = 'ledger.event'::regclass AND inhrelid::regclass::text LIKE '%_203%' ORDER BY 1`,
  );
  expect(partitions.map(({ name }) => name)).toEqual([
    'ledger.event_2030_11',
    'ledger.event_2030_12',
    'ledger.event_2031_01',
    'ledger.event_2031_02',
  ]);
});

test('waits for no reader of the ledger to make partitions, and makes them in a later round', async () => {
  const { owner } = catalogue.database;
  const made = async () =>
    (await rows(`SELECT to_regclass('ledger.event_2033_05') IS NOT NULL AS made`))[0]?.made;
  const reader = await owner.connect();
  await reader.query('BEGIN; SELECT count(*) FROM ledger.event');
  await keepUp('2033-05-15T12:00:00Z');
  expect(await made()).toBe(false);
  await reader.query('COMMIT');
  reader.release();
  await keepUp('2033-05-15T12:00:00Z');
  expect(await made()).toBe(true);
});

test('removes idempotency records that have expired, however many, and no others', async () => {
  await catalogue.database.owner.query(
    `INSERT INTO ledger.idempotency_record (organization_id, actor_id, operation, key, request_hash, output, expires_at)
     SELECT $1::uuid, 'actor', 'operation', 'old-' || n, '', '{}'::jsonb, now() - interval '1 second' FROM generate_series(1, 20001) n
     UNION ALL SELECT $1, 'actor', 'operation', 'young', '', '{}'::jsonb, now() + interval '1 hour'`,
    [catalogue.owner.organizationId],
  );
  await keepUp('2030-11-15T12:00:00Z');
  expect(await rows('SELECT key FROM ledger.idempotency_record')).toEqual([{ key: 'young' }]);
});

test('drops months that are older than events are kept, and says from where history is complete', async () => {
  const { owner } = catalogue.database;
  const { organizationId } = catalogue.owner;
  const other = (await catalogue.addOrganization('Other')).organizationId;
  const append = (organization: string, sequence: number, at: string) =>
    owner.query(
      `INSERT INTO ledger.event (organization_id, sequence, id, at, resource, verb, object_id, ref, version, actor, door,
         request_id, data, changes, changes_truncated)
       VALUES ($1, $2, gen_random_uuid(), $3, 'locale', 'updated', gen_random_uuid(), 'x', 1, '{}', 'system', 'x', '{}',
         '[]', false)`,
      [organization, sequence, at],
    );
  await owner.query('DELETE FROM ledger.event');
  await owner.query(`SELECT ledger.ensure_partitions('2031-03-01', 9)`);
  // No month covers the first one, and the third one began before the second.
  await append(organizationId, 1, '2029-05-05T00:00:00Z');
  await append(organizationId, 2, '2031-05-01T00:00:01Z');
  await append(organizationId, 3, '2031-04-30T23:59:59Z');
  await append(organizationId, 4, '2031-05-01T00:00:02Z');
  await append(organizationId, 5, '2031-07-01T00:00:00Z');
  await append(other, 1, '2031-06-01T00:00:00Z');
  await owner.query('UPDATE ledger.counter SET last_sequence = 5, history_complete_from = 1');
  const kept = async () => ({
    events: await rows(
      `SELECT sequence::int FROM ledger.event WHERE organization_id = '${organizationId}' ORDER BY sequence`,
    ),
    complete: await rows(
      `SELECT history_complete_from::int AS from FROM ledger.counter WHERE organization_id = '${organizationId}'`,
    ),
  });
  await keepUp('2031-07-31T00:00:00Z');
  expect((await kept()).events).toHaveLength(5);
  await keepUp('2031-07-31T00:00:00Z', 2);
  expect(await kept()).toEqual({ events: [{ sequence: 4 }, { sequence: 5 }], complete: [{ from: 4 }] });
  expect(
    await rows(
      `SELECT history_complete_from::int AS from FROM ledger.counter WHERE organization_id = '${other}'`,
    ),
  ).toEqual([{ from: 1 }]);
  // Nobody waits for a month that somebody reads.
  const reader = await owner.connect();
  await reader.query('BEGIN; SELECT count(*) FROM ledger.event');
  await keepUp('2031-08-31T00:00:00Z', 2);
  expect((await kept()).events).toHaveLength(2);
  await reader.query('COMMIT');
  reader.release();
  await keepUp('2031-08-31T00:00:00Z', 2);
  expect((await kept()).events).toEqual([{ sequence: 5 }]);
});
