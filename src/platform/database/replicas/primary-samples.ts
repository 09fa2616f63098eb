import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const SAMPLE_EVERY_MS = 500;
/** Two minutes: what is further behind is not asked anyway. */
const KEPT_SAMPLES = 240;
/** Commits that the server acknowledges before they are on disk are there within three rounds of its writer. */
const ASYNCHRONOUS_MS = 1_000;

/** Everything that was committed before a moment stands before a position of the log. */
export interface Sample {
  /** By performance.now(). */
  readonly at: number;
  /** Bytes of the log. */
  readonly position: bigint;
}

/** Identity of the primary, which a replica has to be a copy of. */
export interface PrimaryIdentity {
  readonly system: string;
  readonly database: string;
}

/** Asks the primary, again and again, how far its log is. */
export interface PrimarySamples {
  /** The oldest first. */
  all(): readonly Sample[];
  /** Null until it has answered. */
  identity(): PrimaryIdentity | null;
  close(): Promise<void>;
}

export function samplePrimary(owner: pg.Pool): PrimarySamples {
  const stopped = new AbortController();
  const samples: Sample[] = [];
  let identity: PrimaryIdentity | null = null;
  const sample = async () => {
    // Before the question, so that whatever was committed until now is before the answer.
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
    if (samples.length > KEPT_SAMPLES) samples.shift();
  };
  const sampling = (async () => {
    while (!stopped.signal.aborted) {
      // Without new samples replicas grow old by themselves.
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
