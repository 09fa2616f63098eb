import { foldKey } from '../../kernel/codes.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { NotFound } from '../../kernel/refusal.ts';
import { findConflicts } from '../../platform/ledger/find-conflicts.ts';
import type { DeleteAnswer } from '../../platform/resource/resource-operations.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { resourceInUse } from '../../platform/resource/write-resources.ts';
import { duplicateCode } from './create-media.ts';
import { findTakenCodes, lockMedia, missingMedia, setMediaDeleted } from './media.store.ts';
import { restorableSince } from './media-rules.ts';
import type { MediaAnswer } from './update-media.ts';

/** Takes a file out of the catalogue unless something shows it; its code is free at once and it can be restored. */
export const deleteMedia = defineWrite({
  name: 'deleteMedia',
  scope: 'media:write',
  effect: 'destroy',
  retry: 'safe',
  errors: ['conflict', 'not-found', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { ref, ifVersion }: { readonly ref: string; readonly ifVersion?: number | null | undefined },
  ): Promise<DeleteAnswer> {
    const media = await lockMedia(context, ref, { deleted: false, goes: true });
    if (media === undefined) throw await missingMedia(context, ref);
    const { id, code, version } = media;
    if (ifVersion !== undefined && ifVersion !== null) {
      const mismatch = await findConflicts(context, media, ifVersion, () => true);
      if (mismatch !== null) throw mismatch;
    }
    const usages = await findUsages(context, ['media'], [{ code }]);
    const inUse = resourceInUse(
      localized('object-name', { kind: 'media file', ref: code }),
      usages.get(foldKey(code)),
    );
    if (inUse !== null) throw inUse;
    await setMediaDeleted(context, id, true);
    context.emit({
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
  async handler(context: WriteContext, { ref }: { readonly ref: string }): Promise<MediaAnswer> {
    const media = await lockMedia(context, ref, { deleted: true, goes: false });
    if (media === undefined || new Date(media.deletedAt ?? 0) < restorableSince(context.now)) {
      throw NotFound.of('deleted media file', ref);
    }
    const { id, code, version } = media;
    if ((await findTakenCodes(context, [code])).has(foldKey(code))) throw duplicateCode(code);
    await setMediaDeleted(context, id, false);
    context.emit({
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
