import type { Readable } from 'node:stream';

/** A part of an object: first and last byte, both included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredObject {
  /** The bytes of the range, or all; whoever takes it reads it to its end or destroys it. */
  readonly stream: Readable;
  /** Size of the whole object, whatever the range. */
  readonly sizeBytes: number;
}

/** Bytes that were received under no key yet, so that nobody can read them. */
export interface StagedObject {
  readonly sizeBytes: number;
  /** Makes them readable under a key, in place of what is there; durable once it resolves. Done twice, it is done once. */
  keepAs(key: string): Promise<void>;
  /** Throws them away; without effect once they are kept. */
  discard(): Promise<void>;
}

/** An object as a walk through the storage meets it. */
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
  /** Receives a stream whose key follows from its content; rejects with the stream's error and leaves nothing behind. */
  stage(source: AsyncIterable<Uint8Array>): Promise<StagedObject>;
  /** Stores a stream whose key is known, in place of what is there. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens an object for reading; null when there is none. */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>;
  exists(key: string): Promise<boolean>;
  /** Without effect when there is none. */
  delete(key: string): Promise<void>;
  /**
   * Walks through the objects whose keys begin with some words, all with none, in no order; those that come or go
   * meanwhile may show.
   */
  list(below: string): AsyncIterable<ListedObject>;
  /**
   * Throws away what was staged before a moment and neither kept nor discarded, which happens when a process dies.
   * Answers how many it were.
   */
  discardAbandoned(before: Date): Promise<number>;
}
