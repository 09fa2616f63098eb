import type { Clock } from '../../kernel/clock.ts';
import { untilReachable } from '../database/availability/until-reachable.ts';
import type { Database } from '../database/database.ts';
import { pgTransaction } from '../database/transaction.ts';
import type { Log } from '../log.ts';
import type { LedgerSignal } from './ledger-signal.ts';
import { createLedgerTail, type LedgerTail } from './ledger-tail.ts';
import { type LedgerRow, notBefore, readLastSequences, readLedger } from './read-ledger.ts';
import { createTurns } from './turns.ts';

/** Interval at which followed ledgers are read without a notification: the net under lost signals. */
const LOOK_INTERVAL_MS = 5_000;
/** Number of rows that a reader gets at once, which is what a slow reader holds. */
const BATCH_ROWS = 25;
/** Number of rows that the shared reader takes at once. */
const TAIL_BATCH_ROWS = 200;
/** Number of lagging readers of a process that read for themselves at once, so that requests find connections. */
const READS_AT_ONCE = 2;

/** Start position of a reader. */
export interface LedgerStart {
  /** The sequence number before the first row. */
  readonly after: number;
  /** No row behind it is older than this; older partitions are not read. */
  readonly since: Date;
}

/** Position and reads of one reader in the ledger of an organization. */
export interface LedgerReader {
  /**
   * Returns the next rows, at least one and up to 25: consecutive, each once, also across lost signals, lost
   * connections and the change from old rows to new ones. Waits for them. An empty list means that the reader was
   * closed, or that the rows behind its position are no longer stored.
   */
  next(): Promise<readonly LedgerRow[]>;
  close(): void;
}

/** Follows ledgers, one shared reader per organization and process. */
export interface LedgerFollower {
  /**
   * Opens a reader.
   *
   * @param start null begins with what is committed from now on.
   */
  open(organizationId: string, start: LedgerStart | null): Promise<LedgerReader>;
  close(): void;
}

/**
 * Follows ledgers. A signal, or a look every five seconds, makes the shared reader of an organization take the new
 * rows once, and all who wait get the same ones. A reader that is slower than the rows it stores reads the ledger
 * from its own position, so it costs no memory. Rows are numbered in the order of commits without gaps, so
 * "everything above N" misses nothing.
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

  const read = (organizationId: string, start: LedgerStart, limit: number) =>
    readLedger(pgTransaction(database.of(organizationId).pool), { organizationId, ...start, limit });
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
    let since = notBefore(clock.now());
    const tail = createLedgerTail(position, async (after) => {
      try {
        const rows = await read(organizationId, { after, since }, TAIL_BATCH_ROWS);
        since = sinceAfter(rows) ?? since;
        return rows;
      } catch (error) {
        log.warn({ err: error, organizationId }, 'new events could not be read; trying again soon');
        return [];
      }
    });
    tails.set(organizationId, tail);
    return tail;
  };

  return {
    async open(organizationId, start) {
      let since = start?.since ?? notBefore(clock.now());
      const last = (await readLastSequences(owner, [organizationId])).get(organizationId) ?? 0;
      const tail = tailOf(organizationId, last);
      const tailReader = tail.enter(start?.after ?? last);
      // A commit before now may not have been announced yet.
      tail.grow(last);
      const left = new AbortController();
      const readBehind = () =>
        untilReachable(
          () => read(organizationId, { after: tailReader.sequence, since }, BATCH_ROWS),
          left.signal,
        );
      const reader: LedgerReader = {
        async next() {
          if (!(await tail.hasMore(tailReader))) return [];
          const kept = tail.take(tailReader, BATCH_ROWS);
          const rows = kept ?? (await turns.take(readBehind)) ?? [];
          since = sinceAfter(rows) ?? since;
          if (kept !== null) return kept;
          if (rows[0]?.sequence !== tailReader.sequence + 1) return [];
          tailReader.sequence += rows.length;
          return rows;
        },
        close() {
          left.abort();
          readers.delete(reader);
          tail.leave(tailReader);
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

/** Returns a time that no row behind some rows is older than. */
function sinceAfter(rows: readonly LedgerRow[]): Date | undefined {
  const last = rows.at(-1);
  return last === undefined ? undefined : notBefore(new Date(last.at));
}
