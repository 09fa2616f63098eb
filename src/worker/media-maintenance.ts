import type { Transaction } from '../kernel/operation.ts';
import {
  CONTENT_KEYS,
  type Content,
  contentOfRendition,
  deleteRenditions,
  deleteUnusedContent,
  findOrganizationsWithDeleted,
  findUnusedContents,
  parseContentKey,
  purgeMedia,
  RENDITION_KEYS,
  restorableSince,
} from '../modules/media/index.ts';
import { newId } from '../platform/new-id.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';

/** Number of files of one transaction. */
const PURGE_BATCH = 100;
/** Objects that are looked up at once. */
const SWEEP_BATCH = 1_000;
/** A younger file may belong to an upload or a transaction that is under way. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

export interface MediaMaintenanceDependencies {
  /** Statements of the owner role. */
  readonly owner: Transaction;
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
}

/** Removes files for good that were deleted more than 30 days ago. Returns their number. */
export async function purgeDeletedMedia(
  { owner, runner, storage }: MediaMaintenanceDependencies,
  now: Date,
): Promise<number> {
  const remove = (key: string) => removeContent(storage, key);
  let purged = 0;
  for (const organizationId of await findOrganizationsWithDeleted(owner, restorableSince(now))) {
    for (let count = PURGE_BATCH; count === PURGE_BATCH; purged += count) {
      const { output } = await runner.write(sessionOf(organizationId), purgeMedia, {
        limit: PURGE_BATCH,
        remove,
      });
      count = output.purged;
    }
  }
  return purged;
}

/**
 * Removes what processes that died left in the storage: uploads that never ended, and contents that no file needs.
 * Scans the whole storage, so it is for once a day. Returns the number of removed objects.
 */
export async function sweepStorage(upkeep: MediaMaintenanceDependencies, now: Date): Promise<number> {
  const { storage } = upkeep;
  const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
  let removed = await storage.discardAbandoned(before);
  let batch: Content[] = [];
  for await (const { key, receivedAt } of storage.list(CONTENT_KEYS)) {
    const content = receivedAt < before ? parseContentKey(key) : null;
    if (content !== null) batch.push(content);
    if (batch.length < SWEEP_BATCH) continue;
    removed += await deleteUnreferenced(batch, upkeep);
    batch = [];
  }
  removed += await deleteUnreferenced(batch, upkeep);
  return removed + (await sweepRenditions(upkeep, before));
}

/** Removes renditions that a process has made just when their content went. */
async function sweepRenditions(
  { owner, storage }: MediaMaintenanceDependencies,
  before: Date,
): Promise<number> {
  let removed = 0;
  const contents = new Map<string, Content>();
  const flush = async () => {
    if (contents.size === 0) return;
    for (const content of await findUnusedContents(owner, [...contents.values()])) {
      await deleteRenditions(storage, content);
      removed += 1;
    }
    contents.clear();
  };
  for await (const { key, receivedAt } of storage.list(RENDITION_KEYS)) {
    const content = receivedAt < before ? contentOfRendition(key) : null;
    if (content !== null) contents.set(`${content.organizationId} ${content.sha256}`, content);
    if (contents.size >= SWEEP_BATCH) await flush();
  }
  await flush();
  return removed;
}

/** Removes the bytes of a content and what was made of them. */
async function removeContent(storage: ObjectStorage, key: string): Promise<void> {
  const content = parseContentKey(key);
  if (content !== null) await deleteRenditions(storage, content);
  await storage.delete(key);
}

async function deleteUnreferenced(
  contents: readonly Content[],
  { owner, runner, storage }: MediaMaintenanceDependencies,
): Promise<number> {
  const remove = (key: string) => removeContent(storage, key);
  const unneeded = await findUnusedContents(owner, contents);
  for (const { organizationId, sha256 } of unneeded) {
    // This checks once more, under the lock of the content: it may just have been uploaded.
    await runner.write(sessionOf(organizationId), deleteUnusedContent, { sha256, remove });
  }
  return unneeded.length;
}

function sessionOf(organizationId: string) {
  return systemSession(organizationId, { door: 'system', requestId: newId() });
}
