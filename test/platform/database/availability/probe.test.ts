// Risk: one lost connection passes for a lost database, and everybody is turned away; or a lost one goes unseen.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbe } from '../../../../src/platform/database/availability/probe.ts';
import { createTestCatalogue, type TestCatalogue } from '../../../support/catalogue.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
});
afterAll(() => catalogue.close());

test('a connection that is cut is made anew and says nothing of the database', async () => {
  const probe = createProbe(catalogue.connectionString);
  expect(await probe.ask(5_000)).toBe('answered');
  const { rowCount } = await catalogue.database.owner.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE application_name = 'catalograph-probe' AND datname = current_database()`,
  );
  expect(rowCount).toBe(1);
  expect(await probe.ask(5_000)).toBe('answered');
  await probe.close();
});

test('a database with no connection left is there all the same', async () => {
  const { owner } = catalogue.database;
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
  await owner.query(`CREATE ROLE probed LOGIN CONNECTION LIMIT 0 PASSWORD 'probed'`);
  const url = new URL(catalogue.connectionString);
  url.username = 'probed';
  url.password = 'probed';
  url.pathname = `/${rows[0]?.name}`;
  const probe = createProbe(url.href);
  expect(await probe.ask(5_000)).toBe('answered');
  await probe.close();
  await owner.query('DROP ROLE probed');
});

test('where nobody listens it is refused', async () => {
  const url = new URL(catalogue.connectionString);
  url.port = '1';
  const probe = createProbe(url.href);
  expect(await probe.ask(5_000)).toBe('refused');
  await probe.close();
});

test('who waits for a moment only does not take the answer from those who wait longer', async () => {
  const probe = createProbe(catalogue.connectionString);
  const [hasty, patient] = await Promise.all([probe.ask(0), probe.ask(5_000)]);
  expect([hasty, patient]).toEqual(['silent', 'answered']);
  await probe.close();
});
