import { Readable } from 'node:stream';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';

/** Objects in memory, for tests of what is above the storage. */
export interface MemoryStorage extends ObjectStorage {
  /** The bytes of every object that was kept, by key. */
  readonly objects: Map<string, Buffer>;
  /** How many were received and neither kept nor thrown away. */
  readonly staged: () => number;
}

export function createMemoryStorage(): MemoryStorage {
  const objects = new Map<string, Buffer>();
  let staged = 0;
  const receive = async (source: AsyncIterable<Uint8Array>) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return {
    objects,
    staged: () => staged,
    async stage(source) {
      const bytes = await receive(source);
      let isOpen = true;
      staged += 1;
      const settle = () => {
        if (isOpen) staged -= 1;
        isOpen = false;
      };
      return {
        sizeBytes: bytes.byteLength,
        async keepAs(key) {
          objects.set(key, bytes);
          settle();
        },
        discard: async () => settle(),
      };
    },
    async put(key, source) {
      objects.set(key, await receive(source));
    },
    async get(key, range) {
      const bytes = objects.get(key);
      if (bytes === undefined) return null;
      const part = range === undefined ? bytes : bytes.subarray(range.first, range.last + 1);
      return { stream: Readable.from([part]), sizeBytes: bytes.byteLength };
    },
    exists: async (key) => objects.has(key),
    async *list(below) {
      for (const key of objects.keys()) if (key.startsWith(below)) yield { key, receivedAt: new Date(0) };
    },
    discardAbandoned: async () => 0,
    async delete(key) {
      objects.delete(key);
    },
  };
}
