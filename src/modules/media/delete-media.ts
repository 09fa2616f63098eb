import { foldKey } from '../../kernel/codes.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { NotFound } from '../../kernel/refusal.ts';
import { findConflicts } from '../../platform/ledger/find-conflicts.ts';
import type { DeleteAnswer } from '../../platform/resource/resource-operations.ts';
import { resourceInUse } from '../../platform/resource/write-resources.ts';
import { duplicateCode } from './create-media.ts';
import { findTakenCodes, lockMedia, missingMedia, setMediaDeleted } from './media.store.ts';
import { restorableSince } from './media-rules.ts';
import { findMediaUsage } from './media-usage.store.ts';
import type { MediaAnswer } from './update-media.ts';

/** Takes a file out of the catalogue unless something shows it; its code is free at once and it can be restored. */
export const deleteMedia = defineWrite({
  name: 'deleteMedia',
  scope: 'media:write',
  effect: 'destroy',
  retry: 'safe',
  errors: ['conflict', 'not-found', 'version-mismatch'],
  transaction: 'sql',
  async work(
    work: WriteWork,
    { ref, ifVersion }: { readonly ref: string; readonly ifVersion?: number | null | undefined },
  ): Promise<DeleteAnswer> {
    const media = await lockMedia(work, ref, { deleted: false, goes: true });
    if (media === undefined) throw await missingMedia(work, ref);
    const { id, code, version } = media;
    if (ifVersion !== undefined && ifVersion !== null) {
      const mismatch = await findConflicts(work, media, ifVersion, () => true);
      if (mismatch !== null) throw mismatch;
    }
    const inUse = resourceInUse(`The media file '${code}'`, await findMediaUsage(work, code));
    if (inUse !== null) throw inUse;
    await setMediaDeleted(work, id, true);
    work.emit({
      resource: 'media',
      verb: 'deleted',
      objectId: id,
      ref: code,
      version: version + 1,
      changes: [],
    });
    return { id: encodeId('Media', id), code };
  },
});

/** Brings a deleted file back. Of several deleted ones of one code the latest is taken; the id names one exactly. */
export const restoreMedia = defineWrite({
  name: 'restoreMedia',
  scope: 'media:write',
  effect: 'write',
  retry: 'safe',
  errors: ['conflict', 'not-found'],
  transaction: 'sql',
  async work(work: WriteWork, { ref }: { readonly ref: string }): Promise<MediaAnswer> {
    const media = await lockMedia(work, ref, { deleted: true, goes: false });
    if (media === undefined || new Date(media.deletedAt ?? 0) < restorableSince(work.now)) {
      throw NotFound.of('deleted media file', ref);
    }
    const { id, code, version } = media;
    if ((await findTakenCodes(work, [code])).has(foldKey(code))) throw duplicateCode(code);
    await setMediaDeleted(work, id, false);
    work.emit({
      resource: 'media',
      verb: 'restored',
      objectId: id,
      ref: code,
      version: version + 1,
      changes: [],
    });
    return { id: encodeId('Media', id), code, outcome: 'updated' };
  },
});
