import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import type { ObjectStorage } from '../storage/object-storage.ts';
import {
  BACKUP_FORMAT_VERSION,
  type BackupHeader,
  type BackupManifest,
  FILES_PREFIX,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  TABLES_PREFIX,
  type TableLayout,
} from './backup-format.ts';
import { readLedgerMonths, readMigrations, readSequences, readTables } from './read-layout.ts';

/** Size in bytes of the parts into which rows are packed, the most of them that is held in memory. */
const PART_BYTES = 4_194_304;
/** Level of compression: faster than the disk, and a third of the size. */
const COMPRESSION_LEVEL = 1;

export interface BackupSource {
  /** One connection of the owner role, of its own. */
  readonly client: pg.Client;
  readonly storage: ObjectStorage;
  /** Version of the program. */
  readonly version: string;
  readonly secretFingerprint: string;
  readonly now: Date;
}

/**
 * Writes everything people store into one stream, a compressed tar: rows as they are at one time, whatever is written
 * meanwhile, and then the stored files. Rows that are deleted for good meanwhile may be there without their files.
 */
export async function writeBackup(
  source: BackupSource,
  target: NodeJS.WritableStream,
): Promise<BackupManifest> {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: COMPRESSION_LEVEL }), target);
  // The promise is awaited below; when packing fails, that error is reported.
  written.catch(() => undefined);
  try {
    const manifest = await packAll(source, archive);
    archive.finalize();
    await written;
    return manifest;
  } catch (error) {
    archive.destroy();
    throw error;
  }
}

async function packAll(source: BackupSource, archive: Pack): Promise<BackupManifest> {
  const { client, storage } = source;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SET LOCAL statement_timeout = 0');
  const head = await readHead(source);
  await packJson(archive, HEADER_ENTRY, head);
  const tables: Record<string, BackupManifest['files']> = {};
  for (const table of head.tables) tables[table.name] = await packTable(client, archive, table);
  await client.query('COMMIT');
  const manifest: BackupManifest = { tables, files: await packFiles(storage, archive) };
  await packJson(archive, MANIFEST_ENTRY, manifest);
  return manifest;
}

async function readHead({ client, version, secretFingerprint, now }: BackupSource): Promise<BackupHeader> {
  return {
    format: BACKUP_FORMAT_VERSION,
    version,
    secretFingerprint,
    createdAt: now.toISOString(),
    migrations: [...(await readMigrations(client))],
    tables: [...(await readTables(client))],
    sequences: await readSequences(client),
    ledgerMonths: await readLedgerMonths(client),
  };
}

async function packTable(
  client: pg.Client,
  archive: Pack,
  { name, columns }: TableLayout,
): Promise<BackupManifest['files']> {
  const digest = createHash('sha256');
  let bytes = 0;
  let parts = 0;
  let pendingChunks: Buffer[] = [];
  let heldBytes = 0;
  const packHeld = async () => {
    if (heldBytes === 0) return;
    parts += 1;
    await packBytes(
      archive,
      `${TABLES_PREFIX}${name}/${String(parts).padStart(6, '0')}`,
      Buffer.concat(pendingChunks),
    );
    pendingChunks = [];
    heldBytes = 0;
  };
  // A query is needed because a partitioned table has no rows of its own to copy.
  const rows = client.query(
    copyTo(`/* backup.copy */ COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`),
  );
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    digest.update(chunk);
    bytes += chunk.length;
    pendingChunks.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= PART_BYTES) await packHeld();
  }
  await packHeld();
  return { count: rows.rowCount, bytes, sha256: digest.digest('hex') };
}

async function packFiles(storage: ObjectStorage, archive: Pack): Promise<BackupManifest['files']> {
  const all = createHash('sha256');
  let count = 0;
  let bytes = 0;
  for await (const { key } of storage.list('')) {
    const object = await storage.get(key);
    // The object is gone since it was listed.
    if (object === null) continue;
    const digest = createHash('sha256');
    const entry = archive.entry({ name: `${FILES_PREFIX}${key}`, size: object.sizeBytes });
    await pipeline(
      object.stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk);
          yield chunk;
        }
      },
      entry,
    );
    all.update(`${key} ${digest.digest('hex')}\n`);
    count += 1;
    bytes += object.sizeBytes;
  }
  return { count, bytes, sha256: all.digest('hex') };
}

const packJson = (archive: Pack, name: string, json: object) =>
  packBytes(archive, name, Buffer.from(`${JSON.stringify(json, null, 1)}\n`));

/** Resolves once the archive has taken it, so that no more is read than can be written. */
function packBytes(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name }, bytes, (error) => (error == null ? resolve() : reject(error)));
  });
}
