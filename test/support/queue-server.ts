import pg from 'pg';
import { startRedis } from './redis-server.ts';

/** The servers that queues can be on; tests of the queues run on each. */
export const QUEUE_SERVERS = ['PostgreSQL', 'Redis'] as const;
export type QueueServerKind = (typeof QUEUE_SERVERS)[number];

export interface QueueServer {
  /** Null on PostgreSQL, where the queues are in the test's own database. */
  readonly redisUrl: string | null;
  /** Takes the server away from whoever is connected and lets nobody in. */
  goAway(): Promise<void>;
  /** Lets everybody in again; what Redis held is gone. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts what a kind needs beside the database of the test. */
export async function startQueueServer(
  kind: QueueServerKind,
  database: { readonly connectionString: string },
): Promise<QueueServer> {
  return kind === 'PostgreSQL' ? onDatabase(database.connectionString) : onRedis();
}

function onDatabase(connectionString: string): QueueServer {
  const name = new URL(connectionString).pathname.slice(1);
  const server = new URL(connectionString);
  server.pathname = '/postgres';
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.href });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const letIn = (allowed: boolean) => run(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${allowed}`);
  return {
    redisUrl: null,
    async goAway() {
      await letIn(false);
      await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    },
    comeBack: () => letIn(true),
    stop: async () => undefined,
  };
}

/** A Redis of its own, which comes back on the same port. */
async function onRedis(): Promise<QueueServer> {
  let server = await startRedis();
  const { url } = server;
  return {
    redisUrl: url,
    goAway: () => server.kill(),
    async comeBack() {
      server = await startRedis(Number(new URL(url).port));
    },
    stop: () => server.kill(),
  };
}
