import pg from 'pg';

/** A connection that is not shared, for long work. */
export interface OwnerConnection extends AsyncDisposable {
  readonly client: pg.Client;
}

export async function openOwnerConnection(connectionString: string): Promise<OwnerConnection> {
  const client = new pg.Client({ connectionString, application_name: 'catalograph backup' });
  // The statement that fails reports the error.
  client.on('error', () => undefined);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
