// Risk: a database is worked with by another secret than before: nothing sealed can be opened, and links are forged or dead.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import {
  openSecret,
  readStoredFingerprint,
  replaceStoredFingerprint,
  type SecretSource,
} from '../../../src/platform/secret/open-secret.ts';
import { createTestDatabase } from '../../support/postgres-server.ts';
import { createTestFolder } from '../../support/test-folder.ts';

const FIRST = 'the first secret for tests, of forty chars';
const SECOND = 'the second secret for tests, of forty more';
const WAY =
  'name it in PREVIOUS_SECRETS and run the command reseal-secrets. If it is lost, run reseal-secrets with --lost.';

const folder = await createTestFolder();
const dataDir = folder.path;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.connectionString });
  // The database may be dropped before the last session has said goodbye.
  pool.on('connect', (client) => client.on('error', () => undefined));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await folder.remove();
});
beforeEach(async () => {
  await pool.query('DELETE FROM ops.secret_fingerprint');
  await rm(join(dataDir, 'secret'), { force: true });
});

const open = (source: Partial<SecretSource>) =>
  openSecret({
    owner: pgTransaction(pool),
    secret: null,
    previousSecrets: [],
    dataDir,
    isLost: false,
    ...source,
  });

test('takes the first secret, the same one again, and refuses any other with the ways back', async () => {
  expect(await open({ secret: FIRST })).toBe(FIRST);
  expect(await open({ secret: FIRST })).toBe(FIRST);
  await expect(open({ secret: SECOND })).rejects.toThrow(
    `SECRET is not the one that the database was used with: set that one, or ${WAY}`,
  );
  expect(await open({ secret: SECOND, previousSecrets: [FIRST] })).toBe(SECOND);
  expect(await open({ secret: SECOND, isLost: true })).toBe(SECOND);
  // Until everything is sealed anew, the old one is still the one.
  expect(await open({ secret: FIRST })).toBe(FIRST);
});

test('keeps nothing from which a secret could be guessed', async () => {
  await open({ secret: FIRST });
  expect(await readStoredFingerprint(pgTransaction(pool))).toBe('_qXgvf54ck5niV6u');
});

test('lets one of several that start together with different secrets win', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 10 }, (_, number) => open({ secret: `${number} ${FIRST}` })),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('refuses another file than that of the database, and makes none where it is missing', async () => {
  const made = await open({});
  const path = join(dataDir, 'secret');
  await writeFile(path, SECOND);
  await expect(open({})).rejects.toThrow(
    `The secret in ${path} is not the one that the database was used with: restore that file from your backup, or ${WAY}`,
  );
  await rm(path);
  await expect(open({})).rejects.toThrow(
    `The secret in ${path} is missing, and the database was used with one: restore that file from your backup, or ${WAY}`,
  );
  expect(await readdir(dataDir)).toEqual([]);
  await writeFile(path, `${made}\n`);
  expect(await open({})).toBe(made);
});

test('makes a new file where the old secret is named, which then is the only one', async () => {
  await replaceStoredFingerprint(pgTransaction(pool), 'of a lost secret');
  await expect(open({ previousSecrets: [FIRST] })).rejects.toThrow('is missing');
  expect(await open({ isLost: true })).toMatch(/^[\w-]{43}$/);
  await rm(join(dataDir, 'secret'));
  await pool.query('DELETE FROM ops.secret_fingerprint');
  await open({ secret: FIRST });
  expect(await open({ previousSecrets: [FIRST] })).toMatch(/^[\w-]{43}$/);
});
