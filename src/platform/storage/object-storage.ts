import type { Readable } from 'node:stream';

/** A part of an object: first and last byte, both included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredObject {
  /** Bytes of the range, or all; the caller reads it to its end or destroys it. */
  readonly stream: Readable;
  /** Size of the whole object, whatever the range. */
  readonly sizeBytes: number;
}

/** Bytes that were received under no key yet, so that nobody can read them. */
export interface StagedObject {
  readonly sizeBytes: number;
  /**
   * Makes them readable under a key, in place of an earlier object; durable once it resolves. Done twice, it is done
   * once.
   */
  keepAs(key: string): Promise<void>;
  /** Deletes them; has no effect once they are stored. */
  discard(): Promise<void>;
}

/** An object as a scan of the storage returns it. */
export interface ListedObject {
  readonly key: string;
  /** Time when its bytes were received. */
  readonly receivedAt: Date;
}

/**
 * Storage for the bytes of files. Keys are segments of letters, digits, `_`, `-` and, but for their beginning, `.`,
 * joined by `/`.
 * Nothing reads a whole object into memory.
 */
export interface ObjectStorage {
  /**
   * Receives a stream whose key follows from its content; rejects with the stream's error and leaves nothing behind.
   */
  stage(source: AsyncIterable<Uint8Array>): Promise<StagedObject>;
  /** Stores a stream under a key, in place of an earlier object. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens an object for reading; null when there is none. */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>;
  exists(key: string): Promise<boolean>;
  /** Deletes an object; has no effect when there is none. */
  delete(key: string): Promise<void>;
  /**
   * Lists the objects whose keys begin with a prefix, all with an empty one, in no order; those that come or go
   * meanwhile may show.
   */
  list(below: string): AsyncIterable<ListedObject>;
  /**
   * Deletes what was staged before a time and neither stored nor discarded, which happens when a process dies.
   * Returns their number.
   */
  discardAbandoned(before: Date): Promise<number>;
}
