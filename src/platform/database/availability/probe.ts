import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { stateOf } from '../sql-state.ts';

/** What asking a database came to: it answered, it refused, or nothing came back in time. */
export type ProbeAnswer = 'answered' | 'refused' | 'silent';

/** Asks a database over a connection of its own, so that it never waits for those who work. */
export interface Probe {
  ask(timeoutMs: number): Promise<ProbeAnswer>;
  close(): Promise<void>;
}

/** "Too many connections" (PostgreSQL error codes): there is one who says so. */
const FULL = '53300';
/** After so long a question is given up with its connection; who waits shorter leaves it to others. */
const GIVEN_UP_AFTER_MS = 1_000;

interface Question {
  readonly answer: Promise<ProbeAnswer>;
  readonly askedAtMs: number;
  giveUp(): void;
}

/** Those who ask at the same time share one question. */
export function createProbe(connectionString: string): Probe {
  let kept: pg.Client | null = null;
  let open: Question | null = null;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString, application_name: 'catalograph-probe' });
    client.on('error', () => undefined);
    kept = client;
    await client.connect();
    return client;
  };
  const drop = () => {
    kept?.connection.stream.destroy();
    kept = null;
  };
  const answerOf = async (): Promise<ProbeAnswer> => {
    const known = kept;
    try {
      await (known ?? (await connect())).query('SELECT 1');
    } catch (error) {
      // A connection that was cut says nothing of the database; one that cannot be made does.
      if (known === null) throw error;
      await (await connect()).query('SELECT 1');
    }
    return 'answered';
  };
  const ask = (): Question => {
    const givenUp = Promise.withResolvers<ProbeAnswer>();
    const reported = answerOf().catch((error: unknown): ProbeAnswer => {
      if (open === question) drop();
      return stateOf(error) === FULL ? 'answered' : 'refused';
    });
    const question: Question = {
      answer: Promise.race([reported, givenUp.promise]),
      askedAtMs: performance.now(),
      giveUp() {
        if (open !== question) return;
        open = null;
        givenUp.resolve('silent');
        drop();
      },
    };
    reported.then(() => {
      if (open === question) open = null;
    });
    return question;
  };
  return {
    async ask(timeoutMs) {
      open ??= ask();
      const question = open;
      const late = new Promise<ProbeAnswer>((resolve) => {
        setTimeout(async () => {
          // This process may have been busy itself: what has come meanwhile is heard first.
          await turn();
          await turn();
          resolve('silent');
        }, timeoutMs).unref();
      });
      const answer = await Promise.race([question.answer, late]);
      if (answer === 'silent' && performance.now() - question.askedAtMs >= GIVEN_UP_AFTER_MS)
        question.giveUp();
      return answer;
    },
    async close() {
      await kept?.end().catch(() => undefined);
    },
  };
}
