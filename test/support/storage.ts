import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalStorage } from '../../src/platform/storage/local-storage.ts';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';

/** A storage of its own in a folder that `remove` takes away. */
export interface TestStorage {
  readonly folder: string;
  readonly storage: ObjectStorage;
  remove(): Promise<void>;
}

export async function createTestStorage(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-files-'));
  return {
    folder,
    storage: await openLocalStorage(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
