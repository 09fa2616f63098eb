// Risk: one huge change makes every reader of the ledger slow, or a month without partition loses its events.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CellChange, StoredChange } from '../../../src/kernel/change.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { appendEvents } from '../../../src/platform/ledger/append-events.ts';
import { readLedger } from '../../../src/platform/ledger/read-ledger.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

/** Appends one event with these changes at a moment, as the application. */
async function append(session: Session, at: string, ref: string, changes: readonly StoredChange[] = []) {
  const { pool } = catalogue.database.of(session.organizationId);
  const event = { resource: 'product', verb: 'updated', objectId: newId(), version: 2 } as const;
  await appendEvents(pgTransaction(pool), session, new Date(at), [{ ...event, ref, changes }]);
}

async function eventsOf(session: Session) {
  const { pool } = catalogue.database.of(session.organizationId);
  const { rows } = await pool.query<{
    ref: string;
    location: string;
    changes: StoredChange[];
  }>(
    `SELECT ref, tableoid::regclass::text AS location, changes
     FROM ledger.event ORDER BY sequence`,
  );
  return rows;
}

const PLACE = { channel: null, locale: null } as const;
const NAMED = { ...PLACE, path: 'associations.fits.products', old: [], new: ['A'] } as const;

test('stores changes whole, and answers those above 64 KiB without their values', async () => {
  const session = await catalogue.addOrganization('Long');
  const { organizationId } = session;
  const text = (bytes: number): CellChange => ({
    ...PLACE,
    path: 'values.text',
    old: 'a',
    new: 'ä'.repeat(bytes / 2),
  });
  const byId = { old: [], new: [newId()] };
  const named: StoredChange = { ...NAMED, byId };
  const many: StoredChange = { ...NAMED, byId: { old: [], new: Array.from({ length: 2_000 }, newId) } };
  const events = { fits: [text(60_000), named], ids: [many], exceeds: [text(200_000), named] };
  for (const [ref, changes] of Object.entries(events)) await append(session, '2026-11-21', ref, changes);
  expect((await eventsOf(session)).map(({ ref, changes }) => [ref, changes])).toEqual(Object.entries(events));
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const rows = await readLedger(transaction, { organizationId, after: 0, since: new Date(0), limit: 10 });
  expect(rows.map(({ ref, changes, changesTruncated }) => [ref, changesTruncated, changes])).toEqual([
    ['fits', false, [text(60_000), NAMED]],
    ['ids', false, [NAMED]],
    ['exceeds', true, [text(200_000), NAMED].map((change) => ({ ...change, old: null, new: null }))],
  ]);
});

test('puts events into the partition of their month in UTC and catches the others', async () => {
  const session = await catalogue.addOrganization('Months');
  await catalogue.database.owner.query(`SET TIME ZONE 'Pacific/Auckland'; SELECT ledger.ensure_partitions('2031-12-31', 2);
    RESET TIME ZONE`);
  await append(session, '2031-11-30T23:59:59.999Z', 'before');
  await append(session, '2031-12-01T00:00:00.000Z', 'december');
  await append(session, '2032-01-31T23:59:59.999Z', 'january');
  await append(session, '2032-02-01T00:00:00.000Z', 'after');
  expect((await eventsOf(session)).map(({ ref, location }) => `${ref}: ${location}`)).toEqual([
    'before: ledger.event_default',
    'december: ledger.event_2031_12',
    'january: ledger.event_2032_01',
    'after: ledger.event_default',
  ]);
});

test('gives a month its partition also when the default one has caught its events', async () => {
  const session = await catalogue.addOrganization('Late');
  await append(session, '2041-03-15', 'caught');
  await append(session, '2041-04-15', 'still without');
  await catalogue.database.owner.query(`SELECT ledger.ensure_partitions('2041-03-01', 1)`);
  await append(session, '2041-03-16', 'at home');
  expect((await eventsOf(session)).map(({ ref, location }) => `${ref}: ${location}`)).toEqual([
    'caught: ledger.event_2041_03',
    'still without: ledger.event_default',
    'at home: ledger.event_2041_03',
  ]);
});

test('an event that waits while its month gets a partition is written again', async () => {
  const session = await catalogue.addOrganization('Waiting');
  const client = await catalogue.database.owner.connect();
  await client.query(`BEGIN; SELECT ledger.ensure_partitions('2042-03-01', 1)`);
  const appended = append(session, '2042-03-15', 'waits').catch((error) => error);
  await expect.poll(() => waiting()).toBe(1);
  await client.query('COMMIT');
  client.release();
  // What a serialization failure says: the runner begins the operation again.
  expect(await appended).toMatchObject({ code: '40001' });
  await append(session, '2042-03-15', 'again');
  expect((await eventsOf(session)).map(({ location }) => location)).toEqual(['ledger.event_2042_03']);
});

/** How many sessions of the database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await catalogue.database.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test('makes partitions once, whoever asks at the same time', async () => {
  const { owner } = catalogue.database;
  const ask = () => owner.query(`SELECT ledger.ensure_partitions('2051-06-01', 3)`);
  await Promise.all([ask(), ask(), ask()]);
  const { rows } = await owner.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent = 'ledger.event'::regclass AND inhrelid::regclass::text LIKE 'ledger.event_2051%' ORDER BY name`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'ledger.event_2051_06',
    'ledger.event_2051_07',
    'ledger.event_2051_08',
  ]);
});

test('the application reads events through the ledger only, and changes or removes none', async () => {
  const session = await catalogue.addOrganization('Kept');
  await catalogue.database.owner.query(`SELECT ledger.ensure_partitions('2061-01-01', 1)`);
  await append(session, '2061-01-01', 'kept');
  const { pool } = catalogue.database.of(session.organizationId);
  for (const statement of [
    'SELECT * FROM ledger.event_2061_01',
    'SELECT * FROM ledger.event_default',
    'UPDATE ledger.event SET version = version + 1',
    'DELETE FROM ledger.event',
    'TRUNCATE ledger.event',
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow('permission denied');
  }
});
