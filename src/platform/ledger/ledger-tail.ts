import type { LedgerRow, SizedLedgerRow } from './read-ledger.ts';

/** What a tail keeps for readers that are a little behind. */
const KEPT_ROWS = 500;
const KEPT_BYTES = 1_000_000;

/** Where one reader stands: the number of the last row it was given. */
export interface Place {
  sequence: number;
}

/**
 * The newest rows of one organization's ledger, read once for all who follow it. Keeps the rows that a reader still
 * lacks, up to 500 or a megabyte; who is further behind has to read the ledger.
 */
export interface LedgerTail {
  /** Says that the ledger has rows up to this number; they are read now, unless they have been. */
  grow(lastSequence: number): void;
  enter(sequence: number): Place;
  leave(place: Place): void;
  isEmpty(): boolean;
  /** Resolves to true once there are rows after a place, to false when its reader has left. */
  hasMore(place: Place): Promise<boolean>;
  /** The rows after a place, and moves it on; null when they are not kept any more. */
  take(place: Place, limit: number): readonly LedgerRow[] | null;
}

/**
 * @param position the number of the newest row there is now
 * @param read the rows after a number, in order and without gaps; never rejects, answers none when it cannot
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
  const places = new Map<Place, (() => void) | null>();

  const wake = () => {
    for (const [place, resume] of places) {
      if (resume === null) continue;
      places.set(place, null);
      resume();
    }
  };
  const keep = (rows: readonly SizedLedgerRow[]) => {
    const needed = Math.min(...[...places.keys()].map(({ sequence }) => sequence));
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
    while (known > newest && places.size > 0) {
      const rows = await read(newest);
      newest = rows.at(-1)?.sequence ?? newest;
      // What was announced but cannot be read is left to the next announcement.
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
      const place = { sequence };
      places.set(place, null);
      return place;
    },
    leave(place) {
      const resume = places.get(place);
      places.delete(place);
      resume?.();
    },
    isEmpty: () => places.size === 0,
    async hasMore(place) {
      while (places.has(place) && newest <= place.sequence) {
        const { promise, resolve } = Promise.withResolvers<void>();
        places.set(place, resolve);
        await promise;
      }
      return places.has(place);
    },
    take(place, limit) {
      const [first] = kept;
      if (first === undefined || first.sequence > place.sequence + 1) return null;
      const from = place.sequence + 1 - first.sequence;
      const rows = kept.slice(from, from + limit);
      place.sequence = rows.at(-1)?.sequence ?? place.sequence;
      return rows;
    },
  };
}
