import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { invalidFileError } from '../csv/inspect-source.ts';

/** Bytes with random access. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Returns the bytes from one on, up to another which is not among them. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Returns a stored object. @throws ValidationFailed `import-file-invalid` when it is gone */
export async function storedBytes(storage: ObjectStorage, key: string): Promise<ByteSource> {
  const missingFileError = () => invalidFileError(localized('job-file-gone'));
  const head = await storage.get(key, { first: 0, last: 0 });
  if (head === null) throw missingFileError();
  head.stream.destroy();
  return {
    sizeBytes: head.sizeBytes,
    async *read(start, end) {
      if (end <= start) return;
      const stored = await storage.get(key, { first: start, last: end - 1 });
      if (stored === null) throw missingFileError();
      yield* stored.stream as AsyncIterable<Uint8Array>;
    },
  };
}

/** Returns the bytes between two offsets; fewer if the source ends earlier. */
export async function readBytes(source: ByteSource, start: number, end: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  // Some streams use the buffer of a chunk again.
  for await (const part of source.read(start, end)) parts.push(Uint8Array.from(part));
  return Buffer.concat(parts);
}
