import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

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
  return kind === 'PostgreSQL' ? onDatabase(database.connectionString) : startRedis();
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

/** A Redis of its own on a free port of this machine, which keeps nothing. Needs Debian's package redis-server. */
async function startRedis(): Promise<QueueServer> {
  const port = await freePort();
  let process = await runRedis(port);
  return {
    redisUrl: `redis://127.0.0.1:${port}`,
    goAway: () => process.kill(),
    async comeBack() {
      process = await runRedis(port);
    },
    stop: () => process.kill(),
  };
}

async function runRedis(port: number): Promise<{ kill(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'catalograph-redis-'));
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir];
  const child = spawn('redis-server', [...settings, '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close').catch(() => undefined);
  const failed = once(child, 'error').then(([error]: unknown[]) => {
    throw new Error(`redis-server cannot be run (${error}): apt-get install redis-server`);
  });
  const isReady = async () => {
    for await (const text of child.stdout) if (String(text).includes('Ready to accept connections')) return;
    throw new Error(`redis-server ended before it was ready on port ${port}.`);
  };
  await Promise.race([isReady(), failed]);
  failed.catch(() => undefined);
  child.stdout.resume();
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}
