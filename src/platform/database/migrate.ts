import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const defaultMigrationsDir = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** Key of the session lock that Prisma's own engine takes, so that its tools and this applier exclude each other. */
const prismaAdvisoryLock = 72_707_369;

type MigrationFile = { name: string; script: string; checksum: string };
type MigrationRecord = { name: string; checksum: string; state: 'applied' | 'failed' | 'rolled-back' };
type MigrationLog = { info(obj: object, msg?: string): void; warn(obj: object, msg?: string): void };

/** Error for migrations that were rejected; the message is one sentence for the person who has to act. */
export class MigrationError extends Error {
  readonly code: 'edited' | 'failed' | 'unfinished' | 'unreadable';
  readonly migration: string | undefined;

  constructor(
    code: MigrationError['code'],
    message: string,
    details: { migration?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'MigrationError';
    this.code = code;
    this.migration = details.migration;
  }
}

/**
 * Brings a database to the level of `prisma/migrations`, each file in a transaction of its own, in the order of the
 * folder names, and returns the names it applied. Any number of processes may call it at once: one works, the others
 * wait and find nothing left to do.
 *
 * Needs the owner role and a direct or session-pooled connection (it holds a session lock). Throws MigrationError
 * when an applied file was edited, when a record shows that a migration failed half-way, or when a script fails; a
 * script which fails leaves nothing behind and is tried again by the next call.
 */
export async function applyMigrations(options: {
  connectionString: string;
  migrationsDir?: string;
  /** Names of the migrations to apply; all when left out. */
  only?: readonly string[];
  log?: MigrationLog;
}): Promise<{ applied: string[] }> {
  const all = await readMigrationFiles(options.migrationsDir ?? defaultMigrationsDir);
  const { only } = options;
  const files = only === undefined ? all : all.filter(({ name }) => only.includes(name));
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'catalograph migrate',
  });
  // The statement that is under way reports that the server went away.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeLock(client, options.log);
    await createMigrationTable(client);
    const records = await readMigrationRecords(client);
    const pending = comparedWithRecords(files, records, options.log);
    for (const file of pending) {
      await applyMigration(client, file);
      options.log?.info({ migration: file.name }, 'migration applied');
    }
    return { applied: pending.map((file) => file.name) };
  } finally {
    // Ending the session frees the lock too.
    await client.end();
  }
}

/**
 * Names the migrations of this program that a database does not have yet, in the order in which they would
 * be applied; empty means the database is ready. Reads only. A database without a migration table lacks all.
 */
export async function pendingMigrations(options: {
  database: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;
  migrationsDir?: string;
}): Promise<string[]> {
  const names = await readMigrationNames(options.migrationsDir ?? defaultMigrationsDir);
  const { rows } = await options.database.query<{ present: boolean }>(
    `/* pending-migrations: table */ SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS present`,
  );
  if (rows[0]?.present !== true) return names;
  const records = await readMigrationRecords(options.database);
  const applied = new Set(
    records.filter((record) => record.state === 'applied').map((record) => record.name),
  );
  return names.filter((name) => !applied.has(name));
}

async function readMigrationNames(migrationsDir: string): Promise<string[]> {
  try {
    const entries = await readdir(migrationsDir, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch (cause) {
    throw new MigrationError(
      'unreadable',
      `The migrations cannot be read from ${migrationsDir}; install the program again.`,
      { cause },
    );
  }
}

async function readMigrationFiles(migrationsDir: string): Promise<MigrationFile[]> {
  const names = await readMigrationNames(migrationsDir);
  return Promise.all(
    names.map(async (name) => {
      const path = join(migrationsDir, name, 'migration.sql');
      const bytes = await readFile(path).catch((cause: unknown) => {
        throw new MigrationError(
          'unreadable',
          `The migration ${name} has no readable migration.sql; restore that file.`,
          { migration: name, cause },
        );
      });
      return {
        name,
        script: bytes.toString('utf8'),
        checksum: createHash('sha256').update(bytes).digest('hex'),
      };
    }),
  );
}

async function takeLock(client: pg.Client, log: MigrationLog | undefined): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    `/* migrate: try lock */ SELECT pg_try_advisory_lock(${prismaAdvisoryLock}) AS taken`,
  );
  if (rows[0]?.taken === true) return;
  log?.info({}, 'another process is migrating the database; waiting for it');
  await client.query(`/* migrate: lock */ SELECT pg_advisory_lock(${prismaAdvisoryLock})`);
}

/** Creates the table of Prisma's engine, column for column, because the engine reads and writes it as well. */
async function createMigrationTable(client: pg.Client): Promise<void> {
  await client.query(`/* migrate: table */
    CREATE TABLE IF NOT EXISTS public._prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`);
}

async function readMigrationRecords(
  database: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>,
): Promise<MigrationRecord[]> {
  const { rows } = await database.query<MigrationRecord>(`/* migrate: records */
    SELECT migration_name AS name, checksum,
           CASE WHEN rolled_back_at IS NOT NULL THEN 'rolled-back'
                WHEN finished_at IS NULL THEN 'failed' ELSE 'applied' END AS state
      FROM public._prisma_migrations ORDER BY started_at`);
  return rows;
}

function comparedWithRecords(
  files: readonly MigrationFile[],
  records: readonly MigrationRecord[],
  log: MigrationLog | undefined,
): MigrationFile[] {
  const failed = records.find((record) => record.state === 'failed');
  if (failed) {
    throw new MigrationError(
      'unfinished',
      `The migration ${failed.name} was begun by another tool and never finished; repair the database, then set rolled_back_at or finished_at of its row in _prisma_migrations.`,
      { migration: failed.name },
    );
  }
  const applied = new Map(
    records.filter((record) => record.state === 'applied').map((record) => [record.name, record.checksum]),
  );
  for (const file of files) {
    const checksum = applied.get(file.name);
    if (checksum !== undefined && checksum !== file.checksum) {
      throw new MigrationError(
        'edited',
        `The migration ${file.name} was edited after it had been applied to this database; restore the file and put the change into a new migration.`,
        { migration: file.name },
      );
    }
  }
  const fileNames = new Set(files.map((file) => file.name));
  const newer = [...applied.keys()].filter((name) => !fileNames.has(name));
  // The database is accepted: during a rolling update the previous release runs on the migrated database.
  if (newer.length > 0)
    log?.warn({ migrations: newer }, 'the database has migrations this program does not know');
  return files.filter((file) => !applied.has(file.name));
}

async function applyMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  const startedAt = new Date();
  await client.query('BEGIN');
  try {
    await client.query(file.script);
    // A script may have left another search path; the record must not depend on it.
    await client.query(
      `/* migrate: record */ INSERT INTO public._prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), file.checksum, file.name, startedAt],
    );
    await client.query('COMMIT');
    await client.query('RESET ALL');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    const line = cause instanceof pg.DatabaseError ? lineOf(file.script, cause.position) : '';
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(
      'failed',
      `The migration ${file.name} failed${line} and was rolled back: ${reason}.`,
      {
        migration: file.name,
        cause,
      },
    );
  }
}

function lineOf(script: string, position: string | undefined): string {
  if (position === undefined) return '';
  return ` in line ${script.slice(0, Number(position)).split('\n').length}`;
}
