import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { EXPORT_KEYS } from '../job/index.ts';
import { RESULT_SECONDS } from './export-file.ts';

/** A day longer than the lifetime of the link that was requested last. */
const RETENTION_MS = (2 * RESULT_SECONDS + 24 * 3_600) * 1_000;

/** Removes the files of exports that no link opens any more, and what bulk edits have left. Answers how many pieces. */
export async function removeOldExports(storage: ObjectStorage, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_MS);
  let removed = 0;
  for await (const { key, receivedAt } of storage.list(EXPORT_KEYS)) {
    if (receivedAt >= before) continue;
    await storage.delete(key);
    removed += 1;
  }
  return removed;
}
