import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Database } from '../database.ts';

const INTERVAL_MS = 1_000;
const INTERVAL_AWAY_MS = 250;
const ANSWER_WITHIN_MS = 1_000;
/** Number of tries without a result; a database that only is busy must not be taken for one that is gone. */
const SILENT_TIMES = 3;

/** Checks again and again if the database is there. */
export interface DatabaseWatch {
  /** Returns true if the database was last seen to be away: a query now would wait in vain. */
  isAway(): boolean;
  close(): Promise<void>;
}

/**
 * Watches the database until closed. Once nothing has come back for three seconds, as from a machine that was
 * unplugged, all connections are given up, so that callers that wait get an error; otherwise they wait until the
 * system gives up, a quarter of an hour.
 */
export function watchDatabase(
  database: Pick<Database, 'probe' | 'dropConnections'>,
  log: Log,
): DatabaseWatch {
  const stopped = new AbortController();
  let isAway = false;
  const watch = async () => {
    for (let silent = 0; !stopped.signal.aborted; ) {
      const answer = await database.probe(ANSWER_WITHIN_MS);
      silent = answer === 'silent' ? silent + 1 : 0;
      if (silent === SILENT_TIMES) database.dropConnections();
      const isGone = answer === 'refused' || silent >= SILENT_TIMES;
      if (isGone !== isAway && !stopped.signal.aborted) {
        if (isGone) log.error({ answer }, 'the database is away');
        else log.info({}, 'the database is back');
      }
      isAway = isGone;
      const waitMs = answer === 'answered' ? INTERVAL_MS : INTERVAL_AWAY_MS;
      await sleep(waitMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  };
  const watching = watch();
  return {
    isAway: () => isAway,
    async close() {
      stopped.abort();
      await watching;
    },
  };
}
