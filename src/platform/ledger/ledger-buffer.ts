import type { LedgerRow, SizedLedgerRow } from './read-ledger.ts';

/** Number of rows that a tail stores for readers that are a little behind. */
const MAX_ROWS = 500;
const MAX_BYTES = 1_000_000;

/** Position of one reader: the number of the last row it received. */
export interface BufferReader {
  sequence: number;
}

/**
 * The newest rows of one organization's ledger, read once for all who follow it. Stores the rows that a reader still
 * lacks, up to 500 or a megabyte; a reader further behind has to read the ledger.
 */
export interface LedgerBuffer {
  /** Announces that the ledger has rows up to this number; they are read now, unless they have been. */
  extendTo(lastSequence: number): void;
  addReader(sequence: number): BufferReader;
  removeReader(reader: BufferReader): void;
  isEmpty(): boolean;
  /** Resolves to true once there are rows after a position, to false when its reader has left. */
  hasMore(reader: BufferReader): Promise<boolean>;
  /** Returns the rows after a position, and advances it; null when they are not stored any more. */
  take(reader: BufferReader, limit: number): readonly LedgerRow[] | null;
}

/**
 * Creates the tail of a ledger.
 *
 * @param position the number of the newest row at present
 * @param read the rows after a number, in order and without gaps; never rejects, returns none when it cannot
 */
export function createLedgerBuffer(
  position: number,
  read: (after: number) => Promise<readonly SizedLedgerRow[]>,
): LedgerBuffer {
  /** Consecutive; the last one is at `newest`. */
  let bufferedRows: SizedLedgerRow[] = [];
  let keptBytes = 0;
  let newest = position;
  let announcedSequence = position;
  let isReading = false;
  const readers = new Map<BufferReader, (() => void) | null>();

  const wake = () => {
    for (const [reader, resume] of readers) {
      if (resume === null) continue;
      readers.set(reader, null);
      resume();
    }
  };
  const keep = (rows: readonly SizedLedgerRow[]) => {
    const needed = Math.min(...[...readers.keys()].map(({ sequence }) => sequence));
    bufferedRows = [...bufferedRows.filter(({ sequence }) => sequence > needed), ...rows].slice(-MAX_ROWS);
    keptBytes = bufferedRows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let dropped = 0;
    for (const { sizeBytes } of bufferedRows) {
      if (keptBytes <= MAX_BYTES) break;
      keptBytes -= sizeBytes;
      dropped += 1;
    }
    bufferedRows = bufferedRows.slice(dropped);
  };
  const readOn = async () => {
    isReading = true;
    while (announcedSequence > newest && readers.size > 0) {
      const rows = await read(newest);
      newest = rows.at(-1)?.sequence ?? newest;
      // A row that was announced but cannot be read is left to the next announcement.
      if (rows.length === 0) announcedSequence = newest;
      keep(rows);
      wake();
    }
    isReading = false;
  };

  return {
    extendTo(lastSequence) {
      if (lastSequence > announcedSequence) announcedSequence = lastSequence;
      if (announcedSequence > newest && !isReading) void readOn();
    },
    addReader(sequence) {
      const reader = { sequence };
      readers.set(reader, null);
      return reader;
    },
    removeReader(reader) {
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
      const [first] = bufferedRows;
      if (first === undefined || first.sequence > reader.sequence + 1) return null;
      const from = reader.sequence + 1 - first.sequence;
      const rows = bufferedRows.slice(from, from + limit);
      reader.sequence = rows.at(-1)?.sequence ?? reader.sequence;
      return rows;
    },
  };
}
