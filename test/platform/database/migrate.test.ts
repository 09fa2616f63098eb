// Risk: two starting processes migrate at once, or a changed history goes unnoticed and schemas drift apart.
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations, pendingMigrations } from '../../../src/platform/database/migrate.ts';
import { createEmptyDatabase } from '../../support/postgres-server.ts';

let database: { connectionString: string; drop(): Promise<void> };
let migrationsDir: string;
let client: pg.Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  migrationsDir = await mkdtemp(join(tmpdir(), 'catalograph-migrations-'));
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(migrationsDir, { recursive: true });
});

async function addMigration(name: string, script: string): Promise<void> {
  await mkdir(join(migrationsDir, name));
  await writeFile(join(migrationsDir, name, 'migration.sql'), script);
}

const apply = () => applyMigrations({ connectionString: database.connectionString, migrationsDir });

async function rowsOf(sql: string): Promise<unknown[]> {
  return (await client.query(sql)).rows;
}

describe('applyMigrations', () => {
  it('applies the files in the order of their names and records what the Prisma engine would record', async () => {
    await addMigration('20260102000000_second', 'INSERT INTO shelf VALUES (2);');
    await addMigration('20260101000000_first', 'CREATE TABLE shelf (n int);\nINSERT INTO shelf VALUES (1);');

    expect(await apply()).toEqual({ applied: ['20260101000000_first', '20260102000000_second'] });

    expect(await rowsOf('SELECT n FROM shelf ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
    expect(
      await rowsOf(`SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at,
                           finished_at >= started_at AS finished, length(id) AS id_length
                      FROM _prisma_migrations ORDER BY migration_name`),
    ).toEqual([
      {
        migration_name: '20260101000000_first',
        checksum: 'b857c5d21c6794c1f9af09edfc3751bbb937b73186db7456ce6a102d0cdcb70f',
        applied_steps_count: 1,
        logs: null,
        rolled_back_at: null,
        finished: true,
        id_length: 36,
      },
      {
        migration_name: '20260102000000_second',
        checksum: '9e7aa3982461da30e6a03139ca6c679ade5e7245222c9613b339e789813bb3d6',
        applied_steps_count: 1,
        logs: null,
        rolled_back_at: null,
        finished: true,
        id_length: 36,
      },
    ]);
  });

  it('runs function bodies with semicolons as they stand', async () => {
    await addMigration(
      '1_function',
      `CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END $$;`,
    );
    await apply();
    expect(await rowsOf('SELECT twice(21) AS answer')).toEqual([{ answer: 42 }]);
  });

  it('applies each file once when four processes start together', async () => {
    // Creating the same table twice would fail, and a second insert would show.
    await addMigration('1_table', 'CREATE TABLE shelf (n int);');
    await addMigration('2_row', 'SELECT pg_sleep(0.2); INSERT INTO shelf VALUES (1);');

    const results = await Promise.all([apply(), apply(), apply(), apply()]);

    const counts = results.map((result) => result.applied.length).sort();
    expect(counts).toEqual([0, 0, 0, 2]);
    expect(await rowsOf('SELECT n FROM shelf')).toEqual([{ n: 1 }]);
  });

  it('finds nothing to do the second time', async () => {
    await addMigration('1_table', 'CREATE TABLE shelf (n int);');
    await apply();
    expect(await apply()).toEqual({ applied: [] });
  });

  it('refuses a file that was edited after it had been applied, and applies nothing', async () => {
    await addMigration('1_table', 'CREATE TABLE shelf (n int);');
    await apply();
    await appendFile(join(migrationsDir, '1_table', 'migration.sql'), ' ');
    await addMigration('2_row', 'INSERT INTO shelf VALUES (1);');

    await expect(apply()).rejects.toMatchObject({
      name: 'MigrationError',
      code: 'edited',
      migration: '1_table',
      message:
        'The migration 1_table was edited after it had been applied to this database; restore the file and put the change into a new migration.',
    });
    expect(await rowsOf('SELECT n FROM shelf')).toEqual([]);
  });

  it('leaves nothing of a failing file behind, names its line, and tries it again once it is mended', async () => {
    await addMigration('1_table', 'CREATE TABLE shelf (n int);');
    await addMigration('2_wrong', 'INSERT INTO shelf VALUES (1);\nINSERT INTO shlef VALUES (2);');

    await expect(apply()).rejects.toMatchObject({
      code: 'failed',
      migration: '2_wrong',
      message: 'The migration 2_wrong failed in line 2 and was rolled back: relation "shlef" does not exist.',
    });
    expect(await rowsOf('SELECT n FROM shelf')).toEqual([]);
    expect(await rowsOf('SELECT migration_name FROM _prisma_migrations')).toEqual([
      { migration_name: '1_table' },
    ]);

    await writeFile(join(migrationsDir, '2_wrong', 'migration.sql'), 'INSERT INTO shelf VALUES (2);');
    expect(await apply()).toEqual({ applied: ['2_wrong'] });
    expect(await rowsOf('SELECT n FROM shelf')).toEqual([{ n: 2 }]);
  });

  it('refuses a database on which another tool left a migration half-way, until it is marked rolled back', async () => {
    await addMigration('1_table', 'CREATE TABLE shelf (n int);');
    await apply();
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '2_half')`,
    );
    await addMigration('2_half', 'INSERT INTO shelf VALUES (2);');

    await expect(apply()).rejects.toMatchObject({ code: 'unfinished', migration: '2_half' });

    await client.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'x'`);
    expect(await apply()).toEqual({ applied: ['2_half'] });
  });

  it('lets an older program run on a newer database, with a warning', async () => {
    await addMigration('1_table', 'CREATE TABLE shelf (n int);');
    await addMigration('2_newer', 'INSERT INTO shelf VALUES (1);');
    await apply();
    await rm(join(migrationsDir, '2_newer'), { recursive: true });
    const warnings: object[] = [];
    const log = { info: () => undefined, warn: (obj: object) => warnings.push(obj) };

    const result = await applyMigrations({ connectionString: database.connectionString, migrationsDir, log });

    expect(result).toEqual({ applied: [] });
    expect(warnings).toEqual([{ migrations: ['2_newer'] }]);
  });

  it('names the folder that lacks its script', async () => {
    await mkdir(join(migrationsDir, '1_empty'));
    await expect(apply()).rejects.toMatchObject({
      code: 'unreadable',
      message: 'The migration 1_empty has no readable migration.sql; restore that file.',
    });
  });
});

describe('pendingMigrations', () => {
  it('names all migrations for an untouched database, then the ones not applied yet', async () => {
    await addMigration('1_table', 'CREATE TABLE shelf (n int);');
    expect(await pendingMigrations({ database: client, migrationsDir })).toEqual(['1_table']);
    expect(await rowsOf(`SELECT to_regclass('_prisma_migrations') AS made`)).toEqual([{ made: null }]);

    await apply();
    await addMigration('2_row', 'INSERT INTO shelf VALUES (1);');
    expect(await pendingMigrations({ database: client, migrationsDir })).toEqual(['2_row']);

    await apply();
    expect(await pendingMigrations({ database: client, migrationsDir })).toEqual([]);
  });
});
