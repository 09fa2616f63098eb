import { openAppContext } from '../app.ts';
import type { Config } from '../config.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { runMaintenance } from '../worker/maintenance.ts';
import { openLog } from './open-log.ts';

/** Runs `migrate`: brings the database up to date. Any number of processes may do so at once. */
export async function migrate(config: Config): Promise<void> {
  const catalogue = await openAppContext(config, openLog(config), 'apply');
  await runMaintenance({ ...catalogue, owner: pgTransaction(catalogue.database.owner) });
  await catalogue.close();
  process.stdout.write('The database is up to date.\n');
}
