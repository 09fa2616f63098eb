import type { Clock } from '../../kernel/clock.ts';
import { retryWhileUnavailable } from '../database/availability/retry-while-unavailable.ts';
import type { Database } from '../database/database.ts';
import { pgTransaction } from '../database/transaction.ts';
import type { Log } from '../log.ts';
import { createLedgerBuffer, type LedgerBuffer } from './ledger-buffer.ts';
import type { LedgerNotifier } from './ledger-notifier.ts';
import { type LedgerRow, readLastSequences, readLedger, subtractClockMargin } from './read-ledger.ts';
import { createSemaphore } from './semaphore.ts';

/** Interval at which followed ledgers are read without a notification: the net under lost signals. */
const POLL_INTERVAL_MS = 5_000;
/** Number of rows that a reader gets at once, which is what a slow reader holds. */
const BATCH_ROWS = 25;
/** Number of rows that the shared reader takes at once. */
const BUFFER_BATCH_ROWS = 200;
/** Number of lagging readers of a process that read for themselves at once, so that requests find connections. */
const MAX_CONCURRENT_READS = 2;

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
  readonly signal: LedgerNotifier;
  readonly clock: Clock;
  readonly log: Log;
  readonly lookIntervalMs?: number;
}): LedgerFollower {
  const { database, signal, clock, log } = settings;
  const owner = pgTransaction(database.owner);
  const tails = new Map<string, LedgerBuffer>();
  const readers = new Set<LedgerReader>();
  const turns = createSemaphore(MAX_CONCURRENT_READS);

  const read = (organizationId: string, start: LedgerStart, limit: number) =>
    readLedger(pgTransaction(database.of(organizationId).pool), { organizationId, ...start, limit });
  const look = async () => {
    if (tails.size === 0) return;
    const last = await readLastSequences(owner, [...tails.keys()]);
    for (const [organizationId, sequence] of last) tails.get(organizationId)?.extendTo(sequence);
  };
  const lookSafely = () =>
    void look().catch((error: unknown) => log.debug({ err: error }, 'ledgers could not be looked at'));
  const timer = setInterval(lookSafely, settings.lookIntervalMs ?? POLL_INTERVAL_MS).unref();
  const forget = signal.listen(
    (organizationId, sequence) => tails.get(organizationId)?.extendTo(sequence),
    lookSafely,
  );
  const tailOf = (organizationId: string, position: number): LedgerBuffer => {
    const existingTail = tails.get(organizationId);
    if (existingTail !== undefined) return existingTail;
    let since = subtractClockMargin(clock.now());
    const tail = createLedgerBuffer(position, async (after) => {
      try {
        const rows = await read(organizationId, { after, since }, BUFFER_BATCH_ROWS);
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
      let since = start?.since ?? subtractClockMargin(clock.now());
      const last = (await readLastSequences(owner, [organizationId])).get(organizationId) ?? 0;
      const tail = tailOf(organizationId, last);
      const tailReader = tail.addReader(start?.after ?? last);
      // A commit before now may not have been announced yet.
      tail.extendTo(last);
      const closeController = new AbortController();
      const readBehind = () =>
        retryWhileUnavailable(
          () => read(organizationId, { after: tailReader.sequence, since }, BATCH_ROWS),
          closeController.signal,
        );
      const reader: LedgerReader = {
        async next() {
          if (!(await tail.hasMore(tailReader))) return [];
          const tailRows = tail.take(tailReader, BATCH_ROWS);
          const rows = tailRows ?? (await turns.take(readBehind)) ?? [];
          since = sinceAfter(rows) ?? since;
          if (tailRows !== null) return tailRows;
          if (rows[0]?.sequence !== tailReader.sequence + 1) return [];
          tailReader.sequence += rows.length;
          return rows;
        },
        close() {
          closeController.abort();
          readers.delete(reader);
          tail.removeReader(tailReader);
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
  return last === undefined ? undefined : subtractClockMargin(new Date(last.at));
}
