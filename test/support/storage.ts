import { openLocalStorage } from '../../src/platform/storage/local-storage.ts';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';
import { createTestFolder } from './test-folder.ts';

/** A storage of its own in a folder that `remove` takes away. */
export interface TestStorage {
  readonly folder: string;
  readonly storage: ObjectStorage;
  remove(): Promise<void>;
}

export async function createTestStorage(): Promise<TestStorage> {
  const { path, remove } = await createTestFolder();
  return { folder: path, storage: await openLocalStorage(path), remove };
}
