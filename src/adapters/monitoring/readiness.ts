import type { Database } from '../../platform/database/database.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import { isDiskFull } from '../../platform/disk-space.ts';

const PROBE_TIMEOUT_MS = 1_000;

/** The word on each thing that must be right for requests to be answered. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: {
    readonly database: 'ok' | 'unreachable';
    /** State of the disk of DATA_DIR; left out if nothing is stored there. */
    readonly disk?: 'ok' | 'full';
    readonly migrations: 'ok' | 'pending' | 'unknown';
    readonly shutdown: 'no' | 'under way';
  };
}

/** Checks whether this process can serve requests now. */
export interface ReadinessProbe {
  check(): Promise<Readiness>;
  /** Makes the probe report from now on that the process is not ready. */
  announceShutdown(): void;
}

/** @param dataDir where the embedded database or files are; null when neither is there */
export function createReadinessProbe(database: Database, dataDir: string | null = null): ReadinessProbe {
  let isShuttingDown = false;
  // A program cannot fall behind its own migrations once it has caught up with them.
  let isMigrated = false;
  const migrations = async () => {
    if (!isMigrated) isMigrated = (await pendingMigrations({ database: database.owner })).length === 0;
    return isMigrated ? 'ok' : 'pending';
  };
  return {
    async check() {
      const isReachable = await database.isReachable(PROBE_TIMEOUT_MS);
      const checks = {
        database: isReachable ? 'ok' : 'unreachable',
        ...(dataDir === null
          ? {}
          : { disk: (await isDiskFull(dataDir)) ? ('full' as const) : ('ok' as const) }),
        migrations: isReachable ? await migrations().catch(() => 'unknown' as const) : 'unknown',
        shutdown: isShuttingDown ? 'under way' : 'no',
      } as const;
      const ready =
        checks.database === 'ok' && checks.migrations === 'ok' && checks.disk !== 'full' && !isShuttingDown;
      return { ready, checks };
    },
    announceShutdown() {
      isShuttingDown = true;
    },
  };
}
