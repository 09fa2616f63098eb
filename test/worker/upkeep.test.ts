// Risk: events of a new month find no partition of their own, or records of idempotency are kept for ever.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { runUpkeep } from '../../src/worker/upkeep.ts';
import { createTestCatalogue, type TestCatalogue } from '../support/catalogue.ts';
import { silentLog } from '../support/silent-log.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
});
afterAll(() => catalogue.close());

const rows = async (sql: string) => (await catalogue.database.owner.query(sql)).rows;
const keepUp = (now: string) =>
  runUpkeep({
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
