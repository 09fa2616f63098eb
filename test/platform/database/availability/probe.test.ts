// Risk: one lost connection passes for a lost database, and everybody is turned away; or a lost one goes unseen.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbe } from '../../../../src/platform/database/availability/probe.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

test('a connection that is cut is made anew and says nothing of the database', async () => {
  const probe = createProbe(catalogue.connectionString);
  expect(await probe.run(5_000)).toBe('answered');
  const { rowCount } = await catalogue.database.owner.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE application_name = 'catalograph-probe' AND datname = current_database()`,
  );
  expect(rowCount).toBe(1);
  expect(await probe.run(5_000)).toBe('answered');
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
  expect(await probe.run(5_000)).toBe('answered');
  await probe.close();
  await owner.query('DROP ROLE probed');
});

test('where nobody listens it is refused', async () => {
  const url = new URL(catalogue.connectionString);
  url.port = '1';
  const probe = createProbe(url.href);
  expect(await probe.run(5_000)).toBe('refused');
  await probe.close();
});

test('who waits for a moment only does not take the answer from those who wait longer', async () => {
  const probe = createProbe(catalogue.connectionString);
  const [hasty, patient] = await Promise.all([probe.run(0), probe.run(5_000)]);
  expect([hasty, patient]).toEqual(['silent', 'answered']);
  await probe.close();
});

test('a process that was busy itself while it connected does not take the database for silent', async () => {
  const probe = createProbe(catalogue.connectionString);
  const answers = [probe.run(1_000), probe.run(1_000)];
  const busyUntil = performance.now() + 1_200;
  while (performance.now() < busyUntil);
  answers.push(probe.run(1_000));
  expect(await Promise.all(answers)).toEqual(['answered', 'answered', 'answered']);
  await probe.close();
});

test('where a connection is accepted and nothing follows it is silent, and asked anew the next time', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const probe = createProbe(`postgresql://nobody@127.0.0.1:${port}/nothing`);
  const connected = () => once(server, 'connection');
  expect(await Promise.all([probe.run(1_000), connected()])).toMatchObject(['silent', {}]);
  expect(await Promise.all([probe.run(100), connected()])).toMatchObject(['silent', {}]);
  server.close();
  await probe.close();
});
