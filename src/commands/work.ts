import { setFlagsFromString } from 'node:v8';
import { type AppContext, openAppContext, openMediaStorage, startWorkers } from '../app.ts';
import type { Config } from '../config.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { runMaintenance, scheduleMaintenance } from '../worker/maintenance.ts';
import { openLog } from './open-log.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { startMetricsServer } from './start-metrics-server.ts';

/** Runs `worker`: jobs, and maintenance. Loads no APIs, so it starts in half the time. */
export async function work(config: Config): Promise<void> {
  // Chunks make short-lived garbage, for which V8 would set 100 MB aside.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Little outlives a chunk: 66 MB, of which V8 would let 300 MB become before it looks for garbage.
  setFlagsFromString('--heap-growing-percent=50');
  const log = openLog(config);
  await runUntilStopped({ log, timeoutMs: config.shutdownTimeoutMs }, async (opened, fail) => {
    const catalogue = await openAppContext(config, log, 'require', { onLost: fail });
    opened.defer(() => catalogue.close());
    await startMetricsServer(catalogue, config, opened);
    await startMaintenance(catalogue, config, opened);
    const workers = await startWorkers(catalogue, config);
    opened.defer(() => workers.close());
    // Nothing else would keep the process alive between two rounds.
    const alive = setInterval(() => undefined, 2 ** 31 - 1);
    opened.defer(() => clearInterval(alive));
    process.stdout.write('The worker runs.\n');
  });
}

/** Does the maintenance that is due, and goes on with it until closed. */
export async function startMaintenance(
  catalogue: AppContext,
  config: Config,
  opened: AsyncDisposableStack,
): Promise<void> {
  const storage = await openMediaStorage(config);
  const { historyRetentionMonths } = config;
  const owner = pgTransaction(catalogue.database.owner);
  const dependencies = { ...catalogue, owner, storage, historyRetentionMonths };
  await runMaintenance(dependencies);
  const upkeep = scheduleMaintenance(dependencies);
  opened.defer(() => upkeep.close());
}
