import pg from 'pg';

/**
 * Runs one task after the other over one connection, which is made when it is needed, and made again after a task
 * that failed.
 */
export class SerialConnection {
  readonly #settings: pg.ClientConfig;
  #client: pg.Client | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /**
   * Creates a connection.
   *
   * @param name by which the server shows it
   */
  constructor(connectionString: string, name: string) {
    this.#settings = { connectionString, application_name: name, connectionTimeoutMillis: 5_000 };
  }

  run<Result>(task: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      const client = await this.#connect();
      try {
        return await task(client);
      } catch (error) {
        this.#client = null;
        await client.end().catch(() => undefined);
        throw error;
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#isClosed) throw new Error('The connection is closed.');
    if (this.#client !== null) return this.#client;
    const client = new pg.Client(this.#settings);
    client.on('error', () => {
      if (this.#client === client) this.#client = null;
    });
    await client.connect();
    this.#client = client;
    return client;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => undefined);
  }
}
