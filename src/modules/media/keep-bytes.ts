import type { ObjectStorage } from '../../platform/storage/object-storage.ts';

/** Gives bytes that are in memory their place, unless something is there. */
export async function keepBytes(storage: ObjectStorage, key: string, bytes: Uint8Array): Promise<void> {
  if (await storage.exists(key)) return;
  const staged = await storage.stage(chunksOf(bytes));
  try {
    await staged.keepAs(key);
  } finally {
    await staged.discard();
  }
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}
