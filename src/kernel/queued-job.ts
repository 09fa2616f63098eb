import type { JsonObject } from './json.ts';

/**
 * Payload of a queue: ids of rows, never data. A queue may lose it, repeat it and overtake with it, so a sender also
 * stores a row from which a sweeper sends it again, and its handler is safe to run twice.
 */
export interface QueuedJob {
  readonly queue: string;
  /** Chooses the handler among those of the queue. */
  readonly name: string;
  /** Derived from the row: while one with this id waits or runs, another is not added. No `:`, not a bare number. */
  readonly id: string;
  readonly payload: JsonObject;
}
