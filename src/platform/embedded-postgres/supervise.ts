import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull } from '../disk-space.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { type EmbeddedServer, type JoinedServer, releaseServer } from './server.ts';

/** Pauses before each try; after the last one the server is given up. */
const pausesMs = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
const spacePauseMs = 500;
/** Time of service in milliseconds after which the count of tries begins anew. */
const stableMs = 10_000;

/**
 * Brings a server back whenever it ends by itself, until left. Several processes may do so for one server: the first
 * one starts it, the others join it.
 *
 * @returns a function that ends this process's use of the server
 */
export function superviseServer(
  server: EmbeddedServer,
  first: JoinedServer,
  bringUp: () => Promise<JoinedServer>,
  onLost: (problem: EmbeddedPostgresError) => void,
): () => Promise<void> {
  const { log, location } = server;
  const { logFile } = location;
  const leaveController = new AbortController();
  let { presence } = first;
  let servedFrom = performance.now();
  let tries = 0;
  let problem = new EmbeddedPostgresError(
    'failed',
    `The embedded PostgreSQL ends soon after each start: read ${logFile}.`,
  );

  /** Waits for space: on a full disk the server would end again, so that is no try, and has no limit. */
  const awaitSpace = async () => {
    for (let isReported = false; !server.left && (await isDiskFull(location.clusterDir)); isReported = true) {
      if (!isReported)
        log.error({ clusterDir: location.clusterDir }, 'embedded PostgreSQL waits for space on its disk');
      await sleep(spacePauseMs, undefined, { signal: leaveController.signal }).catch(() => undefined);
    }
  };
  const bringBack = async (): Promise<boolean> => {
    const goneAt = performance.now();
    if (goneAt - servedFrom > stableMs) tries = 0;
    log.error({ logFile }, 'embedded PostgreSQL is gone; bringing it back');
    for (const pauseMs of pausesMs.slice(tries)) {
      tries += 1;
      await sleep(pauseMs, undefined, { signal: leaveController.signal }).catch(() => undefined);
      await awaitSpace();
      if (server.left) return false;
      try {
        ({ presence } = await bringUp());
        servedFrom = performance.now();
        log.info({ tries, ms: Math.round(servedFrom - goneAt) }, 'embedded PostgreSQL is back');
        return true;
      } catch (error) {
        problem = toProblem(error);
        log.error({ tries, reason: problem.message }, 'embedded PostgreSQL did not come back');
        // No other fault passes by itself: another version, a lost password, a folder that is gone.
        if (problem.code !== 'failed') break;
      }
    }
    if (!server.left) onLost(problem);
    return false;
  };
  let bringing: Promise<boolean> = Promise.resolve(true);
  const supervise = async () => {
    do {
      await presence.gone;
      if (server.left) return;
      bringing = bringBack();
    } while (await bringing);
  };
  void supervise();
  return async () => {
    server.left = true;
    leaveController.abort();
    await bringing;
    await releaseServer(server, presence);
  };
}

function toProblem(error: unknown): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new EmbeddedPostgresError('failed', `The embedded PostgreSQL cannot be started: ${reason}.`, error);
}
