import { join, resolve } from 'node:path';
import { prepareDataDir } from '../file-error.ts';
import { openLocalStorage } from './local-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import type { S3Settings } from './s3-storage.ts';

export interface StorageSettings {
  readonly dataDir: string;
  /** Null or left out for files below `dataDir`. */
  readonly s3?: S3Settings | null;
}

/**
 * Opens the storage of media, import files and export files by configuration: all processes of an installation need
 * the same.
 *
 * @throws StorageError when the bucket cannot be used; DataFolderError when DATA_DIR cannot
 */
export async function openStorage({ dataDir, s3 = null }: StorageSettings): Promise<ObjectStorage> {
  if (s3 === null) {
    await prepareDataDir(resolve(dataDir));
    return openLocalStorage(join(resolve(dataDir), 'media'));
  }
  // The module takes half a second and 20 MB of memory, so it is loaded for those alone who need it.
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(s3);
}
