import {
  assertSchemaCompatibility,
  LATEST_SCHEMA_VERSION,
  runMigrations,
  SchemaMigrationRequiredError,
} from 'bullmq';
import pg from 'pg';
import { QUEUE_SCHEMA } from './queue-pool.ts';

/** Makes or brings up to date the tables of the queues. Any number of processes may do so at once. */
export async function migrateQueues(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'catalograph migrate' });
  // The statement that is under way reports that the server went away.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}

/** Returns true if a database has the tables of the queues as this release needs them. Reads only. */
export async function areQueuesMigrated(database: pg.Pool): Promise<boolean> {
  const client = await database.connect();
  try {
    return (await assertSchemaCompatibility(client, QUEUE_SCHEMA)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return false;
    throw error;
  } finally {
    client.release();
  }
}
