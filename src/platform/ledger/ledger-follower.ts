import type { Clock } from '../../kernel/clock.ts';
import { untilReachable } from '../database/availability/until-reachable.ts';
import type { Database } from '../database/database.ts';
import { pgTransaction } from '../database/transaction.ts';
import type { Log } from '../log.ts';
import type { LedgerSignal } from './ledger-signal.ts';
import { createLedgerTail, type LedgerTail } from './ledger-tail.ts';
import { type LedgerRow, readLastSequences, readLedger } from './read-ledger.ts';
import { createTurns } from './turns.ts';

/** How often followed ledgers are looked at without being told: the net under lost signals. */
const LOOK_INTERVAL_MS = 5_000;
/** Rows handed over at once; what is handed over is what a slow reader holds. */
const BATCH_ROWS = 25;
/** Rows the shared reader takes at once. */
const TAIL_BATCH_ROWS = 200;
/** Readers that lag behind read for themselves, this many of a process at once, so that requests find connections. */
const READS_AT_ONCE = 2;
/** Older rows are not looked for, which spares their partitions. */
const OLDEST_ROW_DAYS = 32;

/** One reader's way through the ledger of an organization. */
export interface LedgerReader {
  /**
   * The next rows, at least one and up to 25: consecutive, each once, also across lost signals, lost connections and
   * the change from old rows to new ones. Waits for them. An empty list says that the reader was closed, or that its
   * place is older than what is still read.
   */
  next(): Promise<readonly LedgerRow[]>;
  close(): void;
}

/** Follows ledgers, one shared reader per organization and process. */
export interface LedgerFollower {
  /** @param after the sequence number before the first row; null begins with what is committed from now on. */
  open(organizationId: string, after: number | null): Promise<LedgerReader>;
  close(): void;
}

/**
 * A signal, or a look every five seconds, makes the shared reader of an organization take the new rows once, and all
 * who wait get the same ones. Who is slower than what it keeps reads the ledger from its own place, so a slow reader
 * costs no memory. Rows are numbered in the order of commits without gaps, so "everything above N" misses nothing.
 */
export function createLedgerFollower(settings: {
  readonly database: Database;
  readonly signal: LedgerSignal;
  readonly clock: Clock;
  readonly log: Log;
  readonly lookIntervalMs?: number;
}): LedgerFollower {
  const { database, signal, clock, log } = settings;
  const owner = pgTransaction(database.owner);
  const tails = new Map<string, LedgerTail>();
  const readers = new Set<LedgerReader>();
  const turns = createTurns(READS_AT_ONCE);

  const read = (organizationId: string, after: number, limit: number) =>
    readLedger(pgTransaction(database.of(organizationId).pool), {
      organizationId,
      after,
      limit,
      since: new Date(clock.now().getTime() - OLDEST_ROW_DAYS * 86_400_000),
    });
  const look = async () => {
    if (tails.size === 0) return;
    const last = await readLastSequences(owner, [...tails.keys()]);
    for (const [organizationId, sequence] of last) tails.get(organizationId)?.grow(sequence);
  };
  const lookSafely = () =>
    void look().catch((error: unknown) => log.debug({ err: error }, 'ledgers could not be looked at'));
  const timer = setInterval(lookSafely, settings.lookIntervalMs ?? LOOK_INTERVAL_MS).unref();
  const forget = signal.listen(
    (organizationId, sequence) => tails.get(organizationId)?.grow(sequence),
    lookSafely,
  );
  const tailOf = (organizationId: string, position: number): LedgerTail => {
    const known = tails.get(organizationId);
    if (known !== undefined) return known;
    const tail = createLedgerTail(position, (after) =>
      read(organizationId, after, TAIL_BATCH_ROWS).catch((error: unknown) => {
        log.warn({ err: error, organizationId }, 'new events could not be read; trying again soon');
        return [];
      }),
    );
    tails.set(organizationId, tail);
    return tail;
  };

  return {
    async open(organizationId, after) {
      const last = (await readLastSequences(owner, [organizationId])).get(organizationId) ?? 0;
      const tail = tailOf(organizationId, last);
      const place = tail.enter(after ?? last);
      // What was committed before now may not have been heard of yet.
      tail.grow(last);
      const left = new AbortController();
      const readBehind = () =>
        untilReachable(() => read(organizationId, place.sequence, BATCH_ROWS), left.signal);
      const reader: LedgerReader = {
        async next() {
          if (!(await tail.hasMore(place))) return [];
          const kept = tail.take(place, BATCH_ROWS);
          if (kept !== null) return kept;
          const rows = (await turns.take(readBehind)) ?? [];
          if (rows[0]?.sequence !== place.sequence + 1) return [];
          place.sequence += rows.length;
          return rows;
        },
        close() {
          left.abort();
          readers.delete(reader);
          tail.leave(place);
          if (tail.isEmpty() && tails.get(organizationId) === tail) tails.delete(organizationId);
        },
      };
      readers.add(reader);
      return reader;
    },
    close() {
      clearInterval(timer);
      forget();
      for (const reader of readers) reader.close();
    },
  };
}
