import type { PgPool } from 'bullmq';
import pg from 'pg';
import { isConnectionError } from '../database/availability/connection-loss.ts';
import { handleConnectionErrors } from '../database/availability/handle-connection-errors.ts';

/** Schema of BullMQ's tables; apart from ours, which other tools compare with our schema files. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Opens the one pool of all queues of a process. Each worker keeps one of its connections to listen with, so it must
 * hold more than there are queues.
 */
export function openQueuePool(settings: {
  readonly connectionString: string;
  readonly size: number;
  readonly onError: (error: Error) => void;
}): PgPool {
  const pool = new pg.Pool({
    connectionString: settings.connectionString,
    max: settings.size,
    application_name: 'catalograph-queue',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // The pool awaits it before it lends the connection out.
    onConnect: (client) => client.query(`SET search_path TO ${QUEUE_SCHEMA}`),
  });
  handleConnectionErrors(pool, settings.onError);
  const connect = () => pool.connect().catch(throwUnavailable);
  const facade: object = {
    connect,
    async query(text: string, parameters?: unknown[]) {
      const client = await connect();
      let broken: Error | undefined;
      try {
        return await client.query(text, parameters);
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        broken = error as Error;
        return throwUnavailable(error);
      } finally {
        client.release(broken);
      }
    },
    end: () => pool.end(),
    // Each queue would leave a listener behind; lost connections are reported above.
    on: () => facade,
    removeAllListeners: () => facade,
  };
  return facade as PgPool;
}

/**
 * Converts an error to one that BullMQ takes for a lost connection: only then it waits before it tries again, and it
 * recognizes one by the messages of Redis clients. Without them a worker would query a database that restarts as fast
 * as it can.
 */
function throwUnavailable(error: unknown): never {
  throw Object.assign(new Error(`The queue's database is away: ${error}`, { cause: error }), {
    code: 'ECONNREFUSED',
  });
}
