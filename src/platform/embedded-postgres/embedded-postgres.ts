import { setTimeout as sleep } from 'node:timers/promises';
import { unprivilegedAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { initialiseCluster } from './initialise.ts';
import { locateCluster } from './location.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresLog,
  type EmbeddedServer,
  type JoinedServer,
  joinRunningServer,
  joinServer,
  launchServer,
  releaseServer,
} from './server.ts';
import { persistentSharedDirs, temporarySharedDirs } from './shared-dir.ts';
import { superviseServer } from './supervise.ts';

export { EmbeddedPostgresError } from './errors.ts';
export type { EmbeddedPostgres, EmbeddedPostgresLog } from './server.ts';

/** Time to try again when a fault passes by itself, such as processes of a killed server that still end. */
const transientErrorMs = 60_000;

export type EmbeddedPostgresOptions = {
  /** Folder for everything of this database; made if missing, reused if not. */
  dataDir: string;
  log: EmbeddedPostgresLog;
  /** False trades the data's safety in a crash for speed: tests only. Default true. */
  fsync?: boolean;
  /** Joins a server that is running and never starts one; without a running server: error `not-running`. */
  adoptOnly?: boolean;
  /**
   * Only for root: folder for data and binaries which the server's unprivileged user cannot reach in place. Default:
   * `/var/lib/catalograph`, then `/var/tmp/catalograph`.
   */
  sharedDir?: string;
  /**
   * Makes this process bring the server back when it ends by itself, at the same address. Called once when that
   * is given up; the caller ends the process then. Without it the server stays away.
   */
  onLost?: (problem: EmbeddedPostgresError) => void;
};

/**
 * Runs the PostgreSQL that comes with the program on a folder, or joins the one already running there. Safe to call
 * from several processes at once: they share one server. Hooks no signals; the caller decides when to stop. Throws
 * EmbeddedPostgresError, whose message names the remedy.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServer(options);
  const joined = await startOrJoin(server, options);
  const { connectionString, port, adopted } = joined;
  const leave =
    options.onLost === undefined
      ? () => releaseServer(server, joined.presence)
      : superviseServer(server, joined, () => startOrJoin(server, options), options.onLost);
  let stopping: Promise<void> | undefined;
  return {
    connectionString,
    port,
    adopted,
    stop() {
      stopping ??= leave();
      return stopping;
    },
  };
}

/** Joins the running server, or starts it and joins it. */
async function startOrJoin(server: EmbeddedServer, options: EmbeddedPostgresOptions): Promise<JoinedServer> {
  const fsync = options.fsync ?? true;
  const startedAt = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    const adopted = await joinRunningServer(server);
    if (adopted) return adopted;
    if (options.adoptOnly) {
      throw new EmbeddedPostgresError(
        'not-running',
        `No embedded database is running on ${server.location.dataDir}: start Catalograph first.`,
      );
    }
    // A cluster that existed before is never replaced by an empty one.
    if (server.port === undefined) await initialiseCluster(server.location, server.binaries, fsync);
    const outcome = await launchServer(server, fsync);
    if (outcome.state === 'serving') {
      const joined = await joinServer(server, outcome.port, outcome.adopted);
      if (joined) return joined;
    } else if (!outcome.transient || Date.now() - startedAt > transientErrorMs) {
      throw outcome.problem;
    }
    server.log.debug({ attempt }, 'embedded PostgreSQL is not usable yet; trying again');
    await sleep(Math.min(100 * attempt, 1_000));
  }
}

async function prepareServer(options: EmbeddedPostgresOptions): Promise<EmbeddedServer> {
  const account = await unprivilegedAccount();
  const sharedDirs = options.sharedDir === undefined ? undefined : [options.sharedDir];
  const location = await locateCluster(options.dataDir, account, sharedDirs ?? persistentSharedDirs);
  const binaries = await findBinaries(location.account, sharedDirs ?? temporarySharedDirs);
  return { location, binaries, log: options.log, left: false, port: undefined };
}
