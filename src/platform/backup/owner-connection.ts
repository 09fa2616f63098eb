import pg from 'pg';

/** A connection that is not shared, for long work. */
export interface OwnerConnection extends AsyncDisposable {
  readonly client: pg.Client;
}

export async function openOwnerConnection(connectionString: string): Promise<OwnerConnection> {
  const client = new pg.Client({ connectionString, application_name: 'catalograph backup' });
  // Whoever works with it is told by the statement that fails.
  client.on('error', () => undefined);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
