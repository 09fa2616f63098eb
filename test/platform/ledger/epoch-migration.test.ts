// Risk: an installation that is upgraded says of its old events that they are complete.
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { applyMigrations } from '../../../src/platform/database/migrate.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createEmptyDatabase } from '../../support/postgres-server.ts';

test('history is complete from the first event after the upgrade, and in new organizations from the first', async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  const names = await readdir(new URL('../../../prisma/migrations/', import.meta.url));
  await applyMigrations({ connectionString, only: names.filter((name) => name < '20261123100000') });
  const add = async (lastSequence: number) => {
    const id = newId();
    await client.query(`INSERT INTO public.organization (id, name) VALUES ($1, 'Test')`, [id]);
    await client.query('INSERT INTO ledger.counter (organization_id, last_sequence) VALUES ($1, $2)', [
      id,
      lastSequence,
    ]);
  };
  await add(0);
  await add(7);
  await applyMigrations({ connectionString });
  await add(3);
  const { rows } = await client.query(
    `SELECT last_sequence::int AS last, history_complete_from::int AS complete, count(*) OVER (PARTITION BY epoch)::int AS same
     FROM ledger.counter ORDER BY last_sequence`,
  );
  expect(rows).toEqual([
    { last: 0, complete: 1, same: 1 },
    { last: 3, complete: 1, same: 1 },
    { last: 7, complete: 8, same: 1 },
  ]);
});
