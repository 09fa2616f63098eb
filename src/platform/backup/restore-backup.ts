import { createHash, type Hash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ObjectStorage } from '../storage/object-storage.ts';
import {
  BACKUP_MANIFEST,
  BackupError,
  type BackupHeader,
  type BackupManifest,
  FILES_PREFIX,
  MANIFEST_ENTRY,
  TABLES_PREFIX,
  type TableLayout,
} from './backup-format.ts';
import type { BackupEntry, OpenBackup } from './read-entries.ts';
import { readMigrations, readTablesToTruncate } from './read-layout.ts';
import { readText } from './read-text.ts';

export interface RestoreTarget {
  /** One connection of the owner role, of its own, to a database with the migrations of the backup. */
  readonly client: pg.Client;
  readonly storage: ObjectStorage;
}

/**
 * Fills an empty database and a storage from the entries of a backup behind its head, in one transaction: an
 * incomplete backup, or one that differs from its digests, leaves the database as it was.
 *
 * @throws BackupError
 */
export async function restoreBackup(
  { client, storage }: RestoreTarget,
  { head, entries, failure }: OpenBackup,
): Promise<BackupManifest> {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    await assertDatabaseEmpty(client);
    await client.query(`TRUNCATE ${(await readTablesToTruncate(client)).join(', ')}`);
    await createPartitions(client, head.ledgerMonths);
    const manifest = await restoreEntries({ client, storage }, head, entries);
    // A reader of the events may have seen some that were written after the backup.
    if (head.tables.some(({ name, columns }) => name === 'ledger.counter' && columns.includes('epoch')))
      await client.query('UPDATE ledger.counter SET epoch = gen_random_uuid()');
    for (const { name, value } of head.sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint)', [name, value]);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return manifest;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw failure() ?? error;
  }
}

/**
 * Rejects a database whose tables are not those of a backup.
 *
 * @param version version of the running program
 * @throws BackupError
 */
export async function assertSameSchemaVersion(
  client: pg.Client,
  head: BackupHeader,
  version: string,
): Promise<void> {
  const applied = await readMigrations(client);
  const unknown = head.migrations.find((name) => !applied.includes(name));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup is of release ${head.version}, which has migrations that ${version} lacks (${unknown} …): restore it by that release or a newer one.`,
    );
  const ahead = applied.find((name) => !head.migrations.includes(name));
  if (ahead !== undefined)
    throw new BackupError(
      `The database has migrations that the backup lacks (${ahead} …): restore into a database without tables, it is brought up to date afterwards.`,
    );
}

/** Rejects a database with data. Seeds that migrations write do not count, but rows that anybody made do. */
async function assertDatabaseEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ full: boolean }>(
    `SELECT EXISTS (SELECT FROM public.organization) OR EXISTS (SELECT FROM auth."user")
       OR EXISTS (SELECT FROM ledger.event) AS full`,
  );
  if (rows[0]?.full !== false)
    throw new BackupError('The database already contains a catalogue. Restore into an empty database.');
}

async function createPartitions(client: pg.Client, months: BackupHeader['ledgerMonths']): Promise<void> {
  if (months === null) return;
  const [first, last] = [new Date(months.first), new Date(months.last)];
  const count =
    (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1;
  await client.query('SELECT ledger.ensure_partitions($1::date, $2::int)', [months.first, count]);
}

/** Table that is open while its parts arrive. */
interface OpenTable {
  readonly name: string;
  readonly rows: Writable & { readonly rowCount: number };
  readonly digest: Hash;
  bytes: number;
}

async function restoreEntries(
  { client, storage }: RestoreTarget,
  head: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
): Promise<BackupManifest> {
  const rows = createRowsRestorer(client, head.tables);
  const files = createFilesRestorer(storage);
  try {
    for await (const { name, content } of entries) {
      if (name === MANIFEST_ENTRY) {
        const manifest = BACKUP_MANIFEST.parse(JSON.parse(await readText(content)));
        assertIntact(head, manifest, { tables: await rows.end(), files: files.end() });
        return manifest;
      }
      if (name.startsWith(FILES_PREFIX)) await files.add(name.slice(FILES_PREFIX.length), content);
      else await rows.add(name, content);
    }
  } catch (error) {
    // Without this the database goes on waiting for rows.
    await rows.giveUp();
    throw error;
  }
  await rows.giveUp();
  throw new BackupError('The backup is incomplete: it ends before its manifest.');
}

/** Copies the parts of tables, one table after the other. */
function createRowsRestorer(client: pg.Client, tables: readonly TableLayout[]) {
  const layouts = new Map(tables.map((table) => [table.name, table]));
  const done: Record<string, BackupManifest['files']> = {};
  let open: OpenTable | null = null;
  const closeTable = async () => {
    if (open !== null) done[open.name] = await endTable(open);
    open = null;
  };
  return {
    async add(name: string, content: Readable): Promise<void> {
      const layout = layouts.get(name.slice(TABLES_PREFIX.length, name.lastIndexOf('/')));
      if (layout === undefined) throw new BackupError(`The backup has an entry '${name}' that is unknown.`);
      if (open?.name !== layout.name) {
        await closeTable();
        open = openTable(client, layout);
      }
      await addPart(open, content);
    },
    async end(): Promise<BackupManifest['tables']> {
      await closeTable();
      return done;
    },
    async giveUp(): Promise<void> {
      if (open === null || open.rows.destroyed) return;
      const closed = new Promise((resolve) => open?.rows.once('close', resolve));
      open.rows.destroy();
      await closed;
    },
  };
}

/** Stores files under their keys. */
function createFilesRestorer(storage: ObjectStorage) {
  const all = createHash('sha256');
  let count = 0;
  let bytes = 0;
  return {
    async add(key: string, content: Readable): Promise<void> {
      const digest = createHash('sha256');
      const countBytes = async function* () {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          digest.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      };
      await storage.put(key, countBytes());
      all.update(`${key} ${digest.digest('hex')}\n`);
      count += 1;
    },
    end: (): BackupManifest['files'] => ({ count, bytes, sha256: all.digest('hex') }),
  };
}

function openTable(client: pg.Client, { name, columns }: TableLayout): OpenTable {
  const text = `/* restore.copy */ COPY ${name} (${columns.join(', ')}) FROM STDIN`;
  const rows = client.query(copyFrom(text));
  // The writer of the next part, or of the end, gets the error.
  rows.on('error', () => undefined);
  return { name, rows, digest: createHash('sha256'), bytes: 0 };
}

async function addPart(table: OpenTable, content: Readable): Promise<void> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    table.digest.update(chunk);
    table.bytes += chunk.length;
    if (table.rows.errored !== null) throw table.rows.errored;
    if (!table.rows.write(chunk)) await Promise.race([drained(table.rows), failed(table.rows)]);
  }
}

const drained = (stream: Writable) => new Promise<void>((resolve) => stream.once('drain', resolve));
/** Rejects when a stream fails; never resolves. */
const failed = (stream: Writable) => new Promise<never>((_resolve, reject) => stream.once('error', reject));

async function endTable({ rows, bytes, digest }: OpenTable): Promise<BackupManifest['files']> {
  rows.end();
  await finished(rows);
  return { count: rows.rowCount, bytes, sha256: digest.digest('hex') };
}

/** Rejects a part that differs from what its maker had written. Tables without rows have no parts. */
function assertIntact(
  { tables }: BackupHeader,
  manifest: BackupManifest,
  backupContents: { readonly tables: BackupManifest['tables']; readonly files: BackupManifest['files'] },
): void {
  const differs = (a: BackupManifest['files'] | undefined, b: BackupManifest['files'] | undefined) =>
    (a?.count ?? 0) !== (b?.count ?? 0) ||
    (a?.bytes ?? 0) !== (b?.bytes ?? 0) ||
    ((a?.bytes ?? 0) > 0 && a?.sha256 !== b?.sha256);
  const broken = tables.find(({ name }) => differs(manifest.tables[name], backupContents.tables[name]));
  if (broken !== undefined)
    throw new BackupError(`The backup is damaged: the rows of ${broken.name} are not what was written.`);
  if (differs(manifest.files, backupContents.files))
    throw new BackupError('The backup is damaged: its files are not what was written.');
}
