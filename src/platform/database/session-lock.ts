import pg from 'pg';

/**
 * Locks for work that only one process of an installation does at a time; the numbers are for ever and used for
 * nothing else.
 */
export const SESSION_LOCKS = { firstAccess: 1_667_331_937 } as const;

/**
 * Runs a task that no other process runs at the same time, waiting for its turn (advisory lock of PostgreSQL, held by
 * a connection of its own). A process that dies gives its turn up.
 *
 * @param settings.onWait called when another process is at it
 */
export async function withSessionLock<Result>(
  settings: { readonly connectionString: string; readonly lock: number; onWait(): void },
  context: () => Promise<Result>,
): Promise<Result> {
  const { connectionString, lock, onWait } = settings;
  const client = new pg.Client({ connectionString, application_name: 'catalograph lock', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      '/* session-lock: try */ SELECT pg_try_advisory_lock($1) AS taken',
      [lock],
    );
    if (rows[0]?.taken !== true) {
      onWait();
      await client.query('/* session-lock: wait */ SELECT pg_advisory_lock($1)', [lock]);
    }
    return await context();
  } finally {
    // Ending the session frees the lock.
    await client.end();
  }
}
