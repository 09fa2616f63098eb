import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from './errors.ts';

// Two numbers of our own; the application's locks live in another database and cannot meet them.
const presenceLock = '1128485710, 1';
const rejoinAttempts = 100;
const rejoinPauseMs = 100;
/** Time in which every process reconnects after a crash; until then no process can find out if it is the last. */
const startGraceMs = 1_000;
const closingTimeMs = 100;
const closingPauseMs = 5;

/**
 * Registers this process as a user of a server. Every process that uses an embedded server holds one shared lock on
 * it; a process that can take the lock alone is the last user and may stop the server. The server itself takes the
 * lock back from a process that died, so nothing has to be cleaned up after a crash.
 */
export type UsageLock = {
  /**
   * Gives the lock back. Returns true when no other process uses the server: then it must be stopped, and until it is
   * gone newcomers wait instead of joining it.
   */
  leave(): Promise<boolean>;
  /** Resolves when the server went away, and with it this sign. Never after `leave`. */
  readonly gone: Promise<void>;
};

/** Joins the users of a server; undefined when its last user is about to stop it, or just did. */
export async function acquireUsageLock(connectionString: string): Promise<UsageLock | undefined> {
  const joined = await openSharing(connectionString).catch((error: unknown) => {
    if (isConnectionLoss(error)) return undefined;
    throw error;
  });
  if (joined === undefined) return undefined;
  let session = joined;
  let rejoining: Promise<void> = Promise.resolve();
  let dropped: Promise<void> = Promise.resolve();
  let settledAt = 0;
  const departure = Promise.withResolvers<void>();
  const follow = (next: Session) => {
    session = next;
    dropped = new Promise((resolve) => {
      next.client.once('end', () => {
        rejoining = reacquire(connectionString, (again) => {
          settledAt = Date.now() + startGraceMs;
          follow(again);
        }).then(() => {
          if (session === next) departure.resolve();
        });
        resolve();
      });
    });
    session.rest();
  };
  follow(session);

  /** Gives the shared lock back; returns true if nobody else has one, and throws when the session cannot be used. */
  const giveBack = async (own: Session): Promise<boolean> => {
    own.wake();
    await own.client.query('/* embedded-postgres: leave */ SELECT pg_advisory_unlock_all()');
    const isLast = await own.tryLock('pg_try_advisory_lock');
    // The end of the session is waited for up to here, in case the server goes away meanwhile.
    if (isLast) await awaitSessionsClosed(own.client);
    own.client.removeAllListeners('end');
    if (!isLast) await own.client.end();
    return isLast;
  };
  const leave = async (): Promise<boolean> => {
    for (;;) {
      await rejoining;
      await sleep(Math.max(settledAt - Date.now(), 0));
      const own = session;
      try {
        return await giveBack(own);
      } catch (error) {
        if (!isConnectionLoss(error)) return true;
        // PostgreSQL 18 never ends when it gets a stop request while it recovers from a crash: wait until it serves
        // again.
        await dropped;
        await rejoining;
        // There is no session, and none can be opened: the server is gone, and ending it is harmless.
        if (session === own) return true;
      }
    }
  };
  return {
    gone: departure.promise,
    async leave() {
      // Neither an unused session nor the pauses before a new one keep the process alive by themselves.
      const alive = setInterval(() => undefined, 60_000);
      try {
        return await leave();
      } finally {
        clearInterval(alive);
      }
    },
  };
}

/**
 * Reconnects to the server. When a backend crashes, the server drops every session, this one too, and serves again
 * shortly after. A server that is gone rejects connections; then there is nothing to come back to.
 */
async function reacquire(connectionString: string, follow: (session: Session) => void): Promise<void> {
  for (let attempt = 1; attempt <= rejoinAttempts; attempt += 1) {
    try {
      const session = await openSharing(connectionString);
      if (session !== undefined) follow(session);
      return;
    } catch (error) {
      if (errorCode(error) === 'ECONNREFUSED') return;
      await sleep(rejoinPauseMs, undefined, { ref: false });
    }
  }
}

/** Opens a session that holds the shared lock; undefined when someone holds the lock alone. */
async function openSharing(connectionString: string): Promise<Session | undefined> {
  const session = await openSession(connectionString);
  if (await session.tryLock('pg_try_advisory_lock_shared')) return session;
  await session.client.end();
  return undefined;
}

/**
 * Waits for sessions that their owners just closed, which need a short time to end; a stop before that would look
 * like a failure to them.
 */
async function awaitSessionsClosed(client: pg.Client): Promise<void> {
  for (let waitedMs = 0; waitedMs < closingTimeMs; waitedMs += closingPauseMs) {
    const { rowCount } = await client.query(`/* embedded-postgres: sessions */
      SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`);
    if (rowCount === 0) return;
    await sleep(closingPauseMs);
  }
}

type Session = {
  client: pg.Client;
  tryLock(lockFunction: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean>;
  /** Lets the process end although the session is open. */
  rest(): void;
  wake(): void;
};

async function openSession(connectionString: string): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString,
    application_name: 'catalograph presence',
    keepAlive: true,
    stream: () => socket,
  });
  // The server may go away at any time; that is noticed when the session is used or ends.
  client.on('error', () => undefined);
  await client.connect();
  return {
    client,
    async tryLock(lockFunction) {
      const { rows } = await client.query<{ taken: boolean }>(
        `/* embedded-postgres: presence */ SELECT ${lockFunction}(${presenceLock}) AS taken`,
      );
      return rows[0]?.taken === true;
    },
    rest: () => void socket.unref(),
    wake: () => void socket.ref(),
  };
}

/**
 * Returns true if the server was not listening, was starting, recovering or shutting down (57P03), or cut us off
 * (57P01, 57P02).
 */
function isConnectionLoss(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== undefined)
    return ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code);
  return error instanceof Error && /^Connection terminated|not queryable$/.test(error.message);
}

/** Tries one real connection. `retry` means the server lives but does not serve yet. */
export async function ping(
  connectionString: string,
): Promise<{ state: 'ready' } | { state: 'retry' | 'refused'; cause: unknown }> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('/* embedded-postgres: ping */ SELECT');
    return { state: 'ready' };
  } catch (cause) {
    return { state: isConnectionLoss(cause) ? 'retry' : 'refused', cause };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes the application's database if the server does not have it yet. */
export async function ensureDatabase(connectionString: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  // The statement under way reports a server that goes away; an error event without a listener ends the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      '/* embedded-postgres: database */ SELECT FROM pg_database WHERE datname = $1',
      [database],
    );
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  } catch (error) {
    // Two users of a new server may both have found it missing.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await client.end();
  }
}
