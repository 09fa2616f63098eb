import type { LedgerRow, SizedLedgerRow } from './read-ledger.ts';

/** Number of rows that a tail stores for readers that are a little behind. */
const KEPT_ROWS = 500;
const KEPT_BYTES = 1_000_000;

/** Position of one reader: the number of the last row it received. */
export interface Reader {
  sequence: number;
}

/**
 * The newest rows of one organization's ledger, read once for all who follow it. Stores the rows that a reader still
 * lacks, up to 500 or a megabyte; a reader further behind has to read the ledger.
 */
export interface LedgerTail {
  /** Announces that the ledger has rows up to this number; they are read now, unless they have been. */
  grow(lastSequence: number): void;
  enter(sequence: number): Reader;
  leave(reader: Reader): void;
  isEmpty(): boolean;
  /** Resolves to true once there are rows after a position, to false when its reader has left. */
  hasMore(reader: Reader): Promise<boolean>;
  /** Returns the rows after a position, and advances it; null when they are not stored any more. */
  take(reader: Reader, limit: number): readonly LedgerRow[] | null;
}

/**
 * Creates the tail of a ledger.
 *
 * @param position the number of the newest row at present
 * @param read the rows after a number, in order and without gaps; never rejects, returns none when it cannot
 */
export function createLedgerTail(
  position: number,
  read: (after: number) => Promise<readonly SizedLedgerRow[]>,
): LedgerTail {
  /** Consecutive; the last one is at `newest`. */
  let kept: SizedLedgerRow[] = [];
  let keptBytes = 0;
  let newest = position;
  let known = position;
  let isReading = false;
  const readers = new Map<Reader, (() => void) | null>();

  const wake = () => {
    for (const [reader, resume] of readers) {
      if (resume === null) continue;
      readers.set(reader, null);
      resume();
    }
  };
  const keep = (rows: readonly SizedLedgerRow[]) => {
    const needed = Math.min(...[...readers.keys()].map(({ sequence }) => sequence));
    kept = [...kept.filter(({ sequence }) => sequence > needed), ...rows].slice(-KEPT_ROWS);
    keptBytes = kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let dropped = 0;
    for (const { sizeBytes } of kept) {
      if (keptBytes <= KEPT_BYTES) break;
      keptBytes -= sizeBytes;
      dropped += 1;
    }
    kept = kept.slice(dropped);
  };
  const readOn = async () => {
    isReading = true;
    while (known > newest && readers.size > 0) {
      const rows = await read(newest);
      newest = rows.at(-1)?.sequence ?? newest;
      // A row that was announced but cannot be read is left to the next announcement.
      if (rows.length === 0) known = newest;
      keep(rows);
      wake();
    }
    isReading = false;
  };

  return {
    grow(lastSequence) {
      if (lastSequence > known) known = lastSequence;
      if (known > newest && !isReading) void readOn();
    },
    enter(sequence) {
      const reader = { sequence };
      readers.set(reader, null);
      return reader;
    },
    leave(reader) {
      const resume = readers.get(reader);
      readers.delete(reader);
      resume?.();
    },
    isEmpty: () => readers.size === 0,
    async hasMore(reader) {
      while (readers.has(reader) && newest <= reader.sequence) {
        const { promise, resolve } = Promise.withResolvers<void>();
        readers.set(reader, resolve);
        await promise;
      }
      return readers.has(reader);
    },
    take(reader, limit) {
      const [first] = kept;
      if (first === undefined || first.sequence > reader.sequence + 1) return null;
      const from = reader.sequence + 1 - first.sequence;
      const rows = kept.slice(from, from + limit);
      reader.sequence = rows.at(-1)?.sequence ?? reader.sequence;
      return rows;
    },
  };
}
