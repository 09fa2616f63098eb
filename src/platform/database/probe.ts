import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';

/** What asking a database came to: it answered, it refused, or nothing came back in time. */
export type ProbeAnswer = 'answered' | 'refused' | 'silent';

/** Asks a database over a connection of its own, so that it never waits for those who work. */
export interface Probe {
  ask(timeoutMs: number): Promise<ProbeAnswer>;
  close(): Promise<void>;
}

export function createProbe(connectionString: string): Probe {
  let client: pg.Client | null = null;
  const drop = () => {
    client?.connection.stream.destroy();
    client = null;
  };
  const question = async (): Promise<ProbeAnswer> => {
    if (client === null) {
      const made = new pg.Client({ connectionString, application_name: 'catalograph-probe' });
      made.on('error', () => undefined);
      client = made;
      await made.connect();
    }
    await client.query('SELECT 1');
    return 'answered';
  };
  return {
    async ask(timeoutMs) {
      const asked = question().catch((): ProbeAnswer => 'refused');
      const late = new Promise<ProbeAnswer>((resolve) => {
        setTimeout(async () => {
          // This process may have been busy itself: what has come meanwhile is heard first.
          await turn();
          await turn();
          resolve('silent');
        }, timeoutMs).unref();
      });
      const answer = await Promise.race([asked, late]);
      if (answer !== 'answered') drop();
      return answer;
    },
    async close() {
      await client?.end().catch(() => undefined);
    },
  };
}
