import { type FileHandle, open, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { ownerName, readPassword } from './initialise.ts';
import type { Location } from './location.ts';
import { killOrphans } from './orphans.ts';
import { choosePort } from './port.ts';
import {
  findPostmaster,
  isAlive,
  type Postmaster,
  readPostmasterPid,
  requestStop,
  spawnServer,
} from './postmaster.ts';
import { assertSameMajorVersion, writeSettings } from './settings.ts';
import { acquireUsageLock, ensureDatabase, ping, type UsageLock } from './usage-lock.ts';

export type EmbeddedPostgresLog = {
  debug(obj: object, msg?: string): void;
  info(obj: object, msg?: string): void;
  warn(obj: object, msg?: string): void;
  error(obj: object, msg?: string): void;
};

export type EmbeddedPostgres = {
  /** Superuser and owner, database `catalograph`, on 127.0.0.1. */
  connectionString: string;
  port: number;
  /** True when the server was already running: used by another process, or left behind by one that died. */
  adopted: boolean;
  /**
   * Ends this process's use. The last user stops the server, whoever started it; while another process uses it, it
   * stays. Cuts off open connections, so end your pools first. May be called more than once.
   */
  stop(): Promise<void>;
};

/** One embedded database on this machine, running or not. */
export type EmbeddedServer = {
  location: Location;
  binaries: Binaries;
  log: EmbeddedPostgresLog;
  /** True when this process no longer uses the server, so that its end is no news. */
  left: boolean;
  /** Port that its users know; undefined until it served for the first time. */
  port: number | undefined;
};

/** A server that serves, with this process among its users. */
export type JoinedServer = {
  connectionString: string;
  port: number;
  adopted: boolean;
  presence: UsageLock;
};

const databaseName = 'catalograph';
const pollMs = 5;
/** The timeout is long, because replaying the journal after a crash may take its time. */
const startTimeoutMs = 600_000;
const reminderMs = 10_000;
const stopTimeoutMs = 60_000;

/** Joins the server that is running on the cluster; undefined when there is none or it ended meanwhile. */
export async function joinRunningServer(server: EmbeddedServer): Promise<JoinedServer | undefined> {
  const running = await findPostmaster(server.location.clusterDir);
  if (running === undefined) return undefined;
  const ready = await awaitReady(server, () => (isAlive(running.pid) ? undefined : 'ended'));
  return typeof ready === 'string' ? undefined : joinServer(server, ready.port, true);
}

/** Result of an attempt to start the server. */
export type LaunchOutcome =
  | { state: 'serving'; port: number; adopted: boolean }
  /** `transient`: the same attempt may succeed shortly after. */
  | { state: 'ended'; transient: boolean; problem: EmbeddedPostgresError };

/** Starts a server process and waits until it serves or has ended. */
export async function launchServer(server: EmbeddedServer, fsync: boolean): Promise<LaunchOutcome> {
  const { location, binaries, log } = server;
  await assertSameMajorVersion(location, binaries);
  const port = server.port ?? (await choosePort(location.portFile, location.dataDir));
  await writeSettings(location, port, fsync);
  await killOrphans(location.clusterDir);
  await rename(location.logFile, `${location.logFile}.1`).catch(() => undefined);
  await using output = await open(location.logFile, 'a+', 0o600);
  const { clusterDir, logFile, account } = location;
  let serving = false;
  let ended: string | undefined;
  const pid = spawnServer(
    { ...binaries, clusterDir, logFile, logFileDescriptor: output.fd, account },
    (reason) => {
      ended = reason;
      if (serving && !server.left) log.error({ reason, logFile }, 'embedded PostgreSQL ended by itself');
    },
  );
  const ready = await awaitReady(server, () => ended);
  if (typeof ready === 'string') return explainEnd(logFile, ready, await lastLogLines(output));
  // Another process that started at the same time may have been faster; then its server is the one.
  const adopted = pid !== undefined && pid !== ready.pid;
  serving = !adopted;
  await writeFile(location.portFile, String(ready.port));
  return { state: 'serving', port: ready.port, adopted };
}

/**
 * Reads the end of a server's output. Through the open file, because another starter may have moved it aside, and by
 * position, because the server's writing moved the position they share.
 */
async function lastLogLines(output: FileHandle): Promise<string> {
  const { size } = await output.stat();
  const length = Math.min(size, 4_096);
  const { buffer, bytesRead } = await output.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.toString('utf8', 0, bytesRead).trim();
}

/**
 * Messages of faults that pass by themselves: another starter won, the port was taken meanwhile, a killed server's
 * processes still end.
 */
const transientWords = /postmaster\.pid" already exists|Address already in use|pre-existing shared memory/;
/** Exit of a server that came up, and whose only user left before we could join it. */
const cleanEnd = 'exit code 0';

function explainEnd(logFile: string, reason: string, logText: string): LaunchOutcome {
  const lastError = logText.match(/(?:FATAL|PANIC): .*$/gm)?.at(-1);
  const problem = new EmbeddedPostgresError(
    'failed',
    `The embedded PostgreSQL did not start (${lastError ?? reason}): read ${logFile} or set DATABASE_URL.`,
    new Error(logText),
  );
  return { state: 'ended', transient: reason === cleanEnd || transientWords.test(logText), problem };
}

/** Registers this process as a user of a serving server; undefined when its last user is stopping it. */
export async function joinServer(
  server: EmbeddedServer,
  port: number,
  adopted: boolean,
): Promise<JoinedServer | undefined> {
  if (server.port !== undefined && server.port !== port) throw portChangedError(server.port, port);
  const password = await readPassword(server.location);
  const urlOf = (database: string) => `postgresql://${ownerName}:${password}@127.0.0.1:${port}/${database}`;
  const presence = await acquireUsageLock(urlOf('postgres'));
  if (presence === undefined) {
    await awaitGone(server, stopTimeoutMs);
    return undefined;
  }
  await ensureDatabase(urlOf('postgres'), databaseName);
  server.log.info(
    { port, clusterDir: server.location.clusterDir },
    adopted ? 'joined the running embedded PostgreSQL' : 'embedded PostgreSQL started',
  );
  server.port = port;
  return { connectionString: urlOf(databaseName), port, adopted, presence };
}

function portChangedError(knownPort: number, port: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'failed',
    `The embedded PostgreSQL came back on port ${port} instead of ${knownPort}: start Catalograph again.`,
  );
}

/** Ends this process's use of a server, and the server with its last user. */
export async function releaseServer(server: EmbeddedServer, presence: UsageLock): Promise<void> {
  server.left = true;
  if (!(await presence.leave())) {
    server.log.info({}, 'embedded PostgreSQL is used by another process and stays');
    return;
  }
  const { clusterDir } = server.location;
  const running = await findPostmaster(clusterDir);
  if (running === undefined) return;
  await requestStop(running.pid, 'fast', server.binaries.pgCtl, clusterDir);
  if (await awaitGone(server, stopTimeoutMs)) return;
  server.log.warn({ pid: running.pid }, 'embedded PostgreSQL did not stop in time; ending it at once');
  await requestStop(running.pid, 'immediate', server.binaries.pgCtl, clusterDir);
  if (await awaitGone(server, stopTimeoutMs)) return;
  throw new EmbeddedPostgresError(
    'failed',
    `The embedded PostgreSQL (process ${running.pid}) does not stop: end that process by hand.`,
  );
}

/** Waits until the server serves connections and returns it, or returns why it ended. */
async function awaitReady(
  server: EmbeddedServer,
  ended: () => string | undefined,
): Promise<Postmaster | string> {
  const { clusterDir } = server.location;
  const startedAt = Date.now();
  let remindAt = startedAt + reminderMs;
  let cause: unknown;
  while (Date.now() - startedAt < startTimeoutMs) {
    const reason = ended();
    if (reason !== undefined) return reason;
    const recorded = await readPostmasterPid(clusterDir);
    if (recorded?.status === 'ready') {
      const password = await readPassword(server.location);
      const pingResult = await ping(
        `postgresql://${ownerName}:${password}@127.0.0.1:${recorded.port}/postgres`,
      );
      if (pingResult.state === 'ready') return recorded;
      if (pingResult.state === 'refused') throw ownerRejectedError(server, pingResult.cause);
      cause = pingResult.cause;
    }
    if (Date.now() > remindAt) {
      remindAt += reminderMs;
      server.log.info(
        { status: recorded?.status },
        'waiting for embedded PostgreSQL, which may be recovering',
      );
    }
    await sleep(pollMs);
  }
  throw new EmbeddedPostgresError(
    'failed',
    `The embedded PostgreSQL does not become ready: read ${server.location.logFile}.`,
    cause,
  );
}

function ownerRejectedError(server: EmbeddedServer, cause: unknown): EmbeddedPostgresError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedPostgresError(
    'data',
    `The embedded PostgreSQL runs but refuses its owner (${reason}): check ${server.location.passwordFile} and ${server.location.logFile}.`,
    cause,
  );
}

/** Waits until the server has ended: its pid file goes last of all, its process right after. */
async function awaitGone(server: EmbeddedServer, timeoutMs: number): Promise<boolean> {
  const running = await readPostmasterPid(server.location.clusterDir);
  const startedAt = Date.now();
  while (running !== undefined && isAlive(running.pid)) {
    if (Date.now() - startedAt > timeoutMs) return false;
    await sleep(pollMs);
  }
  return true;
}
