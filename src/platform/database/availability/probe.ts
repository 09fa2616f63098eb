import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sqlStateOf } from '../sql-state.ts';

/** Result of a query that probes a database: it responded, it rejected, or nothing came back in time. */
export type ProbeResult = 'answered' | 'refused' | 'silent';

/** Queries a database over a connection of its own, so that it never waits for the ones in use. */
export interface Probe {
  run(timeoutMs: number): Promise<ProbeResult>;
  close(): Promise<void>;
}

/** "Too many connections" (PostgreSQL error codes): the server itself reports it. */
const FULL = '53300';
/** Time after which a query is given up with its connection; a caller with a shorter limit leaves it to others. */
const ABANDON_AFTER_MS = 1_000;
/** Longest time for which this process may be busy at once and have it counted. */
const STEP_MS = 100;

/**
 * Resolves after so many milliseconds in which this process could receive a result. While it does something else, as
 * at its start, a result may lie there unread: a connection is made in several messages.
 */
async function listening(milliseconds: number): Promise<void> {
  for (let remainingMs = milliseconds; remainingMs > 0; remainingMs -= STEP_MS) {
    await sleep(Math.min(remainingMs, STEP_MS), undefined, { ref: false });
  }
}

/** Creates a probe; callers at the same time share one query. */
export function createProbe(connectionString: string): Probe {
  let idleClient: pg.Client | null = null;
  let open: Promise<ProbeResult> | null = null;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString, application_name: 'catalograph-probe' });
    client.on('error', () => undefined);
    idleClient = client;
    await client.connect();
    return client;
  };
  const drop = () => {
    idleClient?.connection.stream.destroy();
    idleClient = null;
  };
  const select = async (): Promise<void> => {
    const reusedClient = idleClient;
    try {
      await (reusedClient ?? (await connect())).query('SELECT 1');
    } catch (error) {
      // A connection that was cut proves nothing about the database; one that cannot be made does. One that is no
      // longer stored was given up here.
      if (reusedClient === null || idleClient !== reusedClient) throw error;
      await (await connect()).query('SELECT 1');
    }
  };
  const run = async (): Promise<ProbeResult> => {
    const outcome = await Promise.race([
      select().then(
        () => 'answered' as const,
        (error: unknown) => (sqlStateOf(error) === FULL ? 'full' : 'refused'),
      ),
      listening(ABANDON_AFTER_MS).then(() => 'silent' as const),
    ]);
    open = null;
    if (outcome !== 'answered') drop();
    return outcome === 'full' ? 'answered' : outcome;
  };
  return {
    run(timeoutMs) {
      open ??= run();
      return Promise.race([open, listening(timeoutMs).then((): ProbeResult => 'silent')]);
    },
    async close() {
      if (open !== null) drop();
      await idleClient?.end().catch(() => undefined);
    },
  };
}
