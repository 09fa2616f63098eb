import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openMediaStorage, VERSION } from '../app.ts';
import type { Config } from '../config.ts';
import { openOwnerConnection } from '../platform/backup/owner-connection.ts';
import { openBackup } from '../platform/backup/read-entries.ts';
import { refuseOtherLevel, restoreBackup } from '../platform/backup/restore-backup.ts';
import { checkDatabaseServer } from '../platform/database/check-server.ts';
import { applyMigrations } from '../platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { migrateQueues } from '../platform/queue/queue-schema.ts';
import { fingerprintOf } from '../platform/secret/derive-key.ts';
import { readOrMakeSecret } from '../platform/secret/stored-secret.ts';
import { CommandError } from './explain-failure.ts';

/** Besides this command's own: one to migrate, one to be seen using the embedded server. */
const CONNECTIONS = 3;

/**
 * `restore <file>`: brings an empty database to the state of a backup, in one transaction, and then to the level of this
 * release.
 *
 * @throws BackupError when the database is not empty or the backup cannot be restored by this release
 */
export async function restore(config: Config, file: string): Promise<void> {
  await access(file).catch(() => {
    throw new CommandError(`The file ${file} cannot be read.`);
  });
  const backup = await openBackup(createReadStream(file));
  const { head } = backup;
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const dataDir = resolve(config.dataDir);
  await using opened = new AsyncDisposableStack();
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
      : null;
  if (embedded !== null) opened.defer(() => embedded.stop());
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? '';
  await checkDatabaseServer({ connectionString, connectionsNeeded: CONNECTIONS });
  await applyMigrations({ connectionString, only: head.migrations, log });
  const connection = opened.use(await openOwnerConnection(connectionString));
  await refuseOtherLevel(connection.client, head, VERSION);
  const storage = await openMediaStorage(config);
  const { tables, files } = await restoreBackup({ client: connection.client, storage }, backup);
  await applyMigrations({ connectionString, log });
  if (config.redisUrl === null) await migrateQueues(connectionString);
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0);
  process.stdout.write(`${rows} rows and ${files.count} files as they were at ${head.createdAt}\n`);
  const secret = config.secret ?? (await readOrMakeSecret(dataDir));
  if (fingerprintOf(secret) !== head.secretFingerprint) process.stdout.write(OTHER_SECRET);
}

const OTHER_SECRET =
  'It was made with another SECRET. Name that one in PREVIOUS_SECRETS and run the command reseal-secrets, or the secrets of webhooks cannot be read.\n';
