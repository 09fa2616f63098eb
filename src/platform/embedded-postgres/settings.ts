import { randomUUID } from 'node:crypto';
import { chown, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { settingsName } from './initialise.ts';
import type { Location } from './location.ts';

/** Writes the server's settings anew at each start, so a new release's settings reach old data too. */
export async function writeSettings(location: Location, port: number, fsync: boolean): Promise<void> {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    // Imports write megabytes in each transaction: most of them are on disk by then, so that COMMIT waits for the rest.
    wal_writer_delay: '10ms',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  const path = join(location.clusterDir, settingsName);
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `# Written at each start; changes belong into postgresql.conf.\n${lines.join('')}`, {
    mode: 0o600,
  });
  if (location.account) await chown(draft, location.account.uid, location.account.gid);
  await rename(draft, path);
}

/** PostgreSQL cannot read the files of another major version. */
export async function assertSameMajorVersion(location: Location, binaries: Binaries): Promise<void> {
  const version = (await readFile(join(location.clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === String(binaries.majorVersion)) return;
  if (version === '') {
    throw new EmbeddedPostgresError(
      'data',
      `There is no PostgreSQL database in ${location.clusterDir} (its file PG_VERSION is missing or cannot be read): restore that folder from your backup, or move it away to begin with an empty database.`,
    );
  }
  throw new EmbeddedPostgresError(
    'data',
    `The data in ${location.clusterDir} is of PostgreSQL ${version}, this program brings ${binaries.majorVersion}: back up with the release that made it and restore into an empty data folder.`,
  );
}
