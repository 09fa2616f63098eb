import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sqlStateOf } from '../sql-state.ts';

const OLDEST_VERSION = 15;
/** SQLSTATE 57P03: the server is there, and starts, recovers or stops. */
const CANNOT_CONNECT_NOW = '57P03';
/**
 * Maximum wait for a server that starts. A recovery may take longer; then whatever runs this process starts it again.
 */
const STARTING_WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 100;

/**
 * Error for a database that the program cannot use; the message is one sentence for the person who starts the
 * program.
 */
export class DatabaseServerError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseServerError';
  }
}

/**
 * Makes sure before anything else that the database is there, new enough, and lets this process open its pools. Waits
 * up to a minute for one that is starting or recovering from a crash.
 *
 * @throws DatabaseServerError
 */
export async function checkDatabaseServer(settings: {
  readonly connectionString: string;
  /** Maximum number of connections that this process holds at once. */
  readonly connectionsNeeded: number;
}): Promise<void> {
  const { connectionString, connectionsNeeded } = settings;
  const { major, version, available } = await queryUntilStarted(connectionString);
  const server = serverOf(connectionString);
  if (major < OLDEST_VERSION) {
    throw new DatabaseServerError(
      `The database at ${server} is PostgreSQL ${version}; PostgreSQL ${OLDEST_VERSION} or newer is needed.`,
    );
  }
  if (available < connectionsNeeded) {
    throw new DatabaseServerError(
      `The database at ${server} allows ${available} connections and this process needs ${connectionsNeeded}: raise max_connections or lower APPLICATION_POOL_SIZE, SHOP_POOL_SIZE, OWNER_POOL_SIZE, AUTHENTICATION_POOL_SIZE and QUEUE_POOL_SIZE.`,
    );
  }
}

interface ServerMetadata {
  readonly major: number;
  readonly version: string;
  readonly available: number;
}

async function queryUntilStarted(connectionString: string): Promise<ServerMetadata> {
  for (const until = Date.now() + STARTING_WITHIN_MS; ; await sleep(ASK_AGAIN_MS)) {
    try {
      return await queryServer(connectionString);
    } catch (error) {
      const isStarting = error instanceof Error && sqlStateOf(error.cause) === CANNOT_CONNECT_NOW;
      if (!isStarting || Date.now() > until) throw error;
    }
  }
}

async function queryServer(connectionString: string): Promise<ServerMetadata> {
  const client = new pg.Client({
    connectionString,
    application_name: 'catalograph start',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerMetadata>(
      `/* start: server */ SELECT current_setting('server_version_num')::int / 10000 AS major,
         split_part(current_setting('server_version'), ' ', 1) AS version,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS available`,
    );
    const [details] = rows;
    if (details === undefined) throw new Error('The server answered nothing.');
    return details;
  } catch (cause) {
    const reason =
      cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause);
    throw new DatabaseServerError(
      `The database at ${serverOf(connectionString)} cannot be reached (${reason}): start it or correct DATABASE_URL.`,
      cause,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns host, port and database, without user and password. */
function serverOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `${host === '' ? 'localhost' : host}${pathname}`;
}
