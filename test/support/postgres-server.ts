import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { applyMigrations } from '../../src/platform/database/migrate.ts';
import { migrateQueues } from '../../src/platform/queue/queue-schema.ts';
import { assertChangesHaveEvents, recordRowChanges } from './event-coverage.ts';
import { startServerInSubprocess } from './server-in-subprocess.ts';

const templateName = 'catalograph_template';
/** Tests that copy the template at once wait for each other; only one session may read it. */
const templateLock = 1_128_485_711;

/** A fresh folder that also an unprivileged database server may enter, removed by the returned function. */
export async function makeServerDir(): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'catalograph-test-'));
  if (process.getuid?.() === 0) await chmod(dir, 0o755);
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

export type TestServer = {
  connectionString: string;
  /** Why the template could not be migrated; told by the tests that need it, so that all others still run. */
  templateProblem: string;
  stop(): Promise<void>;
};

/**
 * Starts the server of a test run, or takes the one TEST_DATABASE_URL names (a superuser on a server that
 * holds nothing else), and makes the migrated template.
 */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    return {
      connectionString: given,
      templateProblem: await makeTemplate(given),
      stop: async () => undefined,
    };
  }
  const { dir } = await makeServerDir();
  const server = await startServerInSubprocess(
    { dataDir: join(dir, 'postgres'), fsync: false },
    { removeDir: dir },
  );
  const { connectionString, stop } = server;
  return { connectionString, templateProblem: await makeTemplate(connectionString), stop };
}

/**
 * Copies the migrated template into a database of its own, usually once per test file:
 * `const database = await createTestDatabase(); afterAll(() => database.drop())`.
 * `drop` also cuts off connections the tests left open, and fails if a change was made without an event.
 */
export async function createTestDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const problem = inject('templateProblem');
  if (problem !== '') throw new Error(problem);
  const { connectionString, drop } = await copyDatabase(templateName);
  return {
    connectionString,
    async drop() {
      await assertChangesHaveEvents(connectionString).finally(drop);
    },
  };
}

/** A new database without any migration, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  return copyDatabase('template0');
}

async function copyDatabase(source: string): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const serverUrl = inject('postgresServerUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${templateLock})`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${source}`);
  });
  return {
    connectionString: databaseUrl(serverUrl, name),
    drop: () =>
      onServer(
        serverUrl,
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

async function makeTemplate(serverUrl: string): Promise<string> {
  await onServer(serverUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${templateName} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${templateName} TEMPLATE template0`);
  });
  try {
    const connectionString = databaseUrl(serverUrl, templateName);
    await applyMigrations({ connectionString });
    await migrateQueues(connectionString);
    await recordRowChanges(connectionString);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function onServer(serverUrl: string, context: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await context(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
