import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const SAMPLE_EVERY_MS = 500;
/** Number of samples, for two minutes: a replica that is further behind is not used anyway. */
const MAX_SAMPLES = 240;
/** Time after which commits are on disk that the server acknowledges before: within three rounds of its writer. */
const ASYNCHRONOUS_MS = 1_000;

/** Position of the log before which everything stands that was committed before a time. */
export interface LogPositionSample {
  /** Time by performance.now(). */
  readonly at: number;
  /** Position in bytes of the log. */
  readonly position: bigint;
}

/** Identity of the primary, which a replica has to be a copy of. */
export interface PrimaryIdentity {
  readonly system: string;
  readonly database: string;
}

/** Reads from the primary, again and again, the length of its log. */
export interface PrimarySamples {
  /** Returns all samples, the oldest first. */
  all(): readonly LogPositionSample[];
  /** Returns the identity; null until the primary has responded. */
  identity(): PrimaryIdentity | null;
  close(): Promise<void>;
}

export function openPrimarySamples(owner: pg.Pool): PrimarySamples {
  const stopped = new AbortController();
  const samples: LogPositionSample[] = [];
  let identity: PrimaryIdentity | null = null;
  const sample = async () => {
    // The time is read before the query, so that everything committed until now is before the result.
    const askedAt = performance.now();
    const { rows } = await owner.query<PrimaryIdentity & { position: string; asynchronous: boolean }>(
      `/* replica.sample */ SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS position,
         current_setting('synchronous_commit') = 'off' AS asynchronous, current_database() AS database,
         (SELECT system_identifier::text FROM pg_control_system()) AS system`,
    );
    const [answer] = rows;
    if (answer === undefined) return;
    identity = { system: answer.system, database: answer.database };
    const at = askedAt - (answer.asynchronous ? ASYNCHRONOUS_MS : 0);
    samples.push({ at, position: BigInt(answer.position) });
    if (samples.length > MAX_SAMPLES) samples.shift();
  };
  const sampling = (async () => {
    while (!stopped.signal.aborted) {
      // Replicas grow old by themselves when there are no new samples.
      await sample().catch(() => undefined);
      await sleep(SAMPLE_EVERY_MS, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    all: () => samples,
    identity: () => identity,
    async close() {
      stopped.abort();
      await sampling;
    },
  };
}
