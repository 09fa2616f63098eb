import { createHash } from 'node:crypto';
import { storeUpload } from '../../../src/modules/import/index.ts';
import type { ObjectStorage } from '../../../src/platform/storage/object-storage.ts';

const ARCHIVE = Buffer.from('A folder of files.');

/** The id of the archive that {@link keepArchive} keeps: it follows from its content. */
export const ARCHIVE_UPLOAD = `upl_${createHash('sha256').update(ARCHIVE).digest('hex').slice(0, 32)}`;

/** Keeps an archive as if it had been sent. */
export async function keepArchive(storage: ObjectStorage, organizationId: string): Promise<void> {
  async function* bytes() {
    yield ARCHIVE;
  }
  await storeUpload(storage, bytes(), { organizationId, name: 'folder.tar' });
}
