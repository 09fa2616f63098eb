import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { openMediaStorage, VERSION } from '../app.ts';
import type { Config } from '../config.ts';
import { openOwnerConnection } from '../platform/backup/owner-connection.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { fingerprintOf } from '../platform/secret/derive-key.ts';
import { readStoredFingerprint } from '../platform/secret/open-secret.ts';
import { CommandError } from './describe-failure.ts';
import { withAppContext } from './with-app-context.ts';

/**
 * Runs `backup <file>`: writes everything into one file, which has its name once it is whole. Only the user of this
 * process may read it.
 *
 * @throws CommandError when there is such a file
 */
export async function backUp(config: Config, file: string): Promise<void> {
  if (await exists(file)) throw new CommandError(`There is a file ${file} already: name another one.`);
  const unfinished = `${file}.unfinished`;
  await withAppContext(config, async ({ connectionString, database, secret, clock }) => {
    // During a change of SECRET, the secret before it has sealed the stored texts.
    const storedFingerprint = await readStoredFingerprint(pgTransaction(database.owner));
    const secretFingerprint = storedFingerprint ?? fingerprintOf(secret);
    await using connection = await openOwnerConnection(connectionString);
    try {
      const { tables, files } = await writeBackup(
        {
          client: connection.client,
          storage: await openMediaStorage(config),
          version: VERSION,
          secretFingerprint,
          now: clock.now(),
        },
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      );
      await rename(unfinished, file);
      const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0);
      process.stdout.write(`${rows} rows and ${files.count} files in ${file}\n`);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  });
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
