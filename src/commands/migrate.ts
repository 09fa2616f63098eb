import { openCatalogue } from '../app.ts';
import type { Config } from '../config.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { runUpkeep } from '../worker/upkeep.ts';
import { openLog } from './open-log.ts';

/** Runs `migrate`: brings the database up to date. Any number of processes may do so at once. */
export async function migrate(config: Config): Promise<void> {
  const catalogue = await openCatalogue(config, openLog(config), 'apply');
  await runUpkeep({ ...catalogue, owner: pgTransaction(catalogue.database.owner) });
  await catalogue.close();
  process.stdout.write('The database is up to date.\n');
}
