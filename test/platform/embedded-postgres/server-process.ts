import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Runs one statement on a connection of its own. */
export async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  // A server that is killed cuts the session off; the statement's own failure tells that.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function isServing(connectionString: string): Promise<boolean> {
  return query(connectionString, 'SELECT').then(
    () => true,
    () => false,
  );
}

export function postmasterPid(clusterDir: string): number {
  return Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The user the files of a cluster belong to, which is the one its server runs as. */
export function clusterOwner(clusterDir: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(clusterDir);
  return { uid, gid };
}
