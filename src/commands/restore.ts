import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openMediaStorage, VERSION } from '../app.ts';
import type { Config } from '../config.ts';
import { openOwnerConnection } from '../platform/backup/owner-connection.ts';
import { openBackup } from '../platform/backup/read-entries.ts';
import { assertSameSchemaVersion, restoreBackup } from '../platform/backup/restore-backup.ts';
import { checkDatabaseServer } from '../platform/database/availability/check-server.ts';
import { applyMigrations } from '../platform/database/migrate.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { prepareDataDir } from '../platform/file-error.ts';
import { migrateQueues } from '../platform/queue/queue-schema.ts';
import { openSecret, replaceStoredFingerprint } from '../platform/secret/open-secret.ts';
import { SecretError } from '../platform/secret/secret-error.ts';
import { CommandError } from './describe-failure.ts';
import { openWarningsOnlyLog } from './open-log.ts';

/** Number of connections besides this command's own: one to migrate, one to be seen using the embedded server. */
const CONNECTIONS = 3;

/**
 * Runs `restore <file>`: brings an empty database to the state of a backup, in one transaction, and then to the level
 * of this release.
 *
 * @throws BackupError when the database is not empty or the backup cannot be restored by this release
 */
export async function restore(config: Config, file: string): Promise<void> {
  await access(file).catch(() => {
    throw new CommandError(`The file ${file} cannot be read.`);
  });
  const backup = await openBackup(createReadStream(file));
  const { head } = backup;
  const log = openWarningsOnlyLog(config);
  const dataDir = resolve(config.dataDir);
  await using opened = new AsyncDisposableStack();
  if (config.databaseUrl === null) await prepareDataDir(dataDir);
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
      : null;
  if (embedded !== null) opened.defer(() => embedded.stop());
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? '';
  await checkDatabaseServer({ connectionString, connectionsNeeded: CONNECTIONS });
  await applyMigrations({ connectionString, only: head.migrations, log });
  const connection = opened.use(await openOwnerConnection(connectionString));
  await assertSameSchemaVersion(connection.client, head, VERSION);
  const storage = await openMediaStorage(config);
  const { tables, files } = await restoreBackup({ client: connection.client, storage }, backup);
  await applyMigrations({ connectionString, log });
  if (config.redisUrl === null) await migrateQueues(connectionString);
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0);
  process.stdout.write(`${rows} rows and ${files.count} files as they were at ${head.createdAt}\n`);
  const owner = pgTransaction(connection.client);
  await replaceStoredFingerprint(owner, head.secretFingerprint);
  // Without a secret, none is made: the one of the backup has to come.
  const { secret, previousSecrets } = config;
  await openSecret({ owner, secret, previousSecrets, dataDir, isLost: false }).catch((error: unknown) => {
    if (!(error instanceof SecretError)) throw error;
    process.stdout.write(`It was made with another secret. ${error.message}\n`);
  });
}
