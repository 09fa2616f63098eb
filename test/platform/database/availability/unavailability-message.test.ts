// Risk: a full disk of the database is answered as a mistake of the server that nobody can do anything about.
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { rendered } from '../../../../src/kernel/problems/messages/render-message.ts';
import { unavailabilityMessage } from '../../../../src/platform/database/availability/unavailability-message.ts';

async function errorOf(sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: inject('postgresServerUrl') });
  await client.connect();
  try {
    return await client.query(sql).catch((error: unknown) => error);
  } finally {
    await client.end();
  }
}

test.each([
  ['disk_full', 'The disk of the database is full. Nothing was stored. Try again when there is space.'],
  ['admin_shutdown', 'The database is temporarily unavailable. Try again soon.'],
  ['unique_violation', null],
])('what is told of %s', async (state, reported) => {
  const error = await errorOf(`DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${state}'; END $$`);
  const message = unavailabilityMessage(error);
  expect(message && rendered(message)).toBe(reported);
});
