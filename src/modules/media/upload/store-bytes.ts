import type { ObjectStorage, StagedObject } from '../../../platform/storage/object-storage.ts';

/** Stores bytes that are in memory or were received, unless an object with the key exists. */
export async function storeBytes(
  storage: ObjectStorage,
  key: string,
  content: Uint8Array | StagedObject,
): Promise<void> {
  if (await storage.exists(key)) return;
  if ('keepAs' in content) return content.keepAs(key);
  const staged = await storage.stage(chunksOf(content));
  try {
    await staged.keepAs(key);
  } finally {
    await staged.discard();
  }
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}
