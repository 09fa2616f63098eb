import { execFile } from 'node:child_process';
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { applyMigrations } from '../../src/platform/database/migrate.ts';
import { migrateQueues } from '../../src/platform/queue/queue-schema.ts';
import { makeServerDir } from './postgres-server.ts';
import { type ServerInSubprocess, startServerInSubprocess } from './server-in-subprocess.ts';

/** Two servers of our own, the second of which follows the first by streaming replication. */
export interface ReplicatedServer {
  /** Migrated. */
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Lets the replica receive, and show nothing new. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until it shows what is committed now. */
  caughtUp(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  close(): Promise<void>;
}

/** The binaries of the embedded server know no pg_basebackup, so the replica begins with a copy of a stopped primary. */
export async function startReplicatedServer(): Promise<ReplicatedServer> {
  const first = await makeServerDir();
  const second = await makeServerDir();
  const primaryDir = join(first.dir, 'postgres');
  const replicaDir = join(second.dir, 'postgres');
  const hold = (dataDir: string) => startServerInSubprocess({ dataDir, fsync: false });

  const begun = await hold(primaryDir);
  await applyMigrations({ connectionString: begun.connectionString });
  await migrateQueues(begun.connectionString);
  // Otherwise, as without fsync, the last second is never sure to be in the log.
  await ask(begun.connectionString, 'ALTER DATABASE catalograph SET synchronous_commit = on');
  await begun.stop();
  await promisify(execFile)('cp', ['-a', primaryDir, replicaDir]);
  await rm(join(replicaDir, 'port'), { force: true });
  const primary = await hold(primaryDir);
  await follow(join(replicaDir, 'cluster'), primary.connectionString);
  let replica: ServerInSubprocess | null = await hold(replicaDir);
  const replicaUrl = replica.connectionString;
  const stopReplica = async () => {
    await replica?.stop();
    replica = null;
  };

  const caughtUp = async () => {
    const { lsn } = await ask(primary.connectionString, 'SELECT pg_current_wal_flush_lsn()::text AS lsn');
    for (;;) {
      const { done } = await ask(replicaUrl, 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done', [lsn]);
      if (done === true) return;
    }
  };
  return {
    primaryUrl: primary.connectionString,
    replicaUrl,
    caughtUp,
    pause: async () => void (await ask(replicaUrl, 'SELECT pg_wal_replay_pause()')),
    resume: async () => void (await ask(replicaUrl, 'SELECT pg_wal_replay_resume()')),
    stopReplica,
    async startReplica() {
      replica = await hold(replicaDir);
    },
    async close() {
      await stopReplica();
      await primary.stop();
      await first.remove();
      await second.remove();
    },
  };
}

/** The first row of an answer. */
async function ask(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows[0] ?? {};
  } finally {
    await client.end();
  }
}

/** Makes a copy of a stopped cluster follow its original. */
async function follow(clusterDir: string, primaryUrl: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const signal = join(clusterDir, 'standby.signal');
  await writeFile(signal, '', { mode: 0o600 });
  const { uid, gid } = await stat(clusterDir);
  await chown(signal, uid, gid);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await appendFile(join(clusterDir, 'postgresql.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
}
