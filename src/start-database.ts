import { join, resolve } from 'node:path';
import type { Config } from './config.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/embedded-postgres/embedded-postgres.ts';
import { prepareDataDir } from './platform/file-error.ts';
import type { Log } from './platform/log.ts';

/**
 * Starts the embedded server, or joins the one that runs; null where DATABASE_URL names another one. Imports little,
 * so that a start can begin it before it loads the rest.
 *
 * @param onLost makes this process bring the server back when it ends by itself; called when that fails
 * @throws DataFolderError, EmbeddedPostgresError: sentences for the person who started this
 */
export async function startDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  onLost?: (problem: Error) => void,
): Promise<EmbeddedPostgres | null> {
  if (config.databaseUrl !== null) return null;
  const dataDir = resolve(config.dataDir);
  await prepareDataDir(dataDir);
  return startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log, ...(onLost && { onLost }) });
}
