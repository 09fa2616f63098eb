import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Database } from '../database.ts';

const INTERVAL_MS = 1_000;
const INTERVAL_UNAVAILABLE_MS = 250;
const ANSWER_WITHIN_MS = 1_000;
/** Number of tries without a result; a database that only is busy must not be taken for one that is gone. */
const MAX_TIMEOUTS = 3;

/** Checks again and again if the database is there. */
export interface DatabaseMonitor {
  /** Returns true if the database was last seen to be away: a query now would wait in vain. */
  isAway(): boolean;
  close(): Promise<void>;
}

/**
 * Watches the database until closed. Once nothing has come back for three seconds, as from a machine that was
 * unplugged, all connections are given up, so that callers that wait get an error; otherwise they wait until the
 * system gives up, a quarter of an hour.
 */
export function monitorDatabase(
  database: Pick<Database, 'probe' | 'dropConnections'>,
  log: Log,
): DatabaseMonitor {
  const stopped = new AbortController();
  let isAway = false;
  const watch = async () => {
    for (let silent = 0; !stopped.signal.aborted; ) {
      const probeResult = await database.probe(ANSWER_WITHIN_MS);
      silent = probeResult === 'silent' ? silent + 1 : 0;
      if (silent === MAX_TIMEOUTS) database.dropConnections();
      const isGone = probeResult === 'refused' || silent >= MAX_TIMEOUTS;
      if (isGone !== isAway && !stopped.signal.aborted) {
        if (isGone) log.error({ answer: probeResult }, 'the database is away');
        else log.info({}, 'the database is back');
      }
      isAway = isGone;
      const waitMs = probeResult === 'answered' ? INTERVAL_MS : INTERVAL_UNAVAILABLE_MS;
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
