import type { Transaction } from '../../../kernel/operation.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { findFilesInUse } from '../run/import-job.store.ts';
import { fileKeyOf, IMPORT_KEY_PREFIX } from './uploads.ts';

/** Time for which a file is stored after its upload and after the last import of it, in milliseconds. */
export const IMPORT_RETENTION_MS = 30 * 24 * 3_600_000;
/** Files of one question to the database. */
const BATCH = 500;

/**
 * Removes files that were sent to be imported, with the copies that imports made of them, 30 days after they were sent,
 * unless a job under way, or one that can be tried again, needs them, or the failed rows of one that ended in these
 * days may still be requested. Returns the number of objects.
 *
 * @param owner statements of the owner role
 */
export async function removeOldImports(
  { owner, storage }: { readonly owner: Transaction; readonly storage: ObjectStorage },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - IMPORT_RETENTION_MS);
  const files = new Map<string, string[]>();
  let removed = 0;
  const removeUnneeded = async () => {
    const needed = await findFilesInUse(owner, [...files.keys()], before);
    for (const [file, keys] of files) {
      if (needed.has(file)) continue;
      for (const key of keys) await storage.delete(key);
      removed += keys.length;
    }
    files.clear();
  };
  for await (const { key, receivedAt } of storage.list(IMPORT_KEY_PREFIX)) {
    if (receivedAt >= before) continue;
    const file = fileKeyOf(key);
    files.set(file, [...(files.get(file) ?? []), key]);
    if (files.size >= BATCH) await removeUnneeded();
  }
  if (files.size > 0) await removeUnneeded();
  return removed;
}
