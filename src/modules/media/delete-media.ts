import { foldKey } from '../../kernel/codes.ts';
import { NotFound } from '../../kernel/errors.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { findConflicts } from '../../platform/ledger/find-conflicts.ts';
import type { DeleteResult } from '../../platform/resource/resource-operations.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { resourceInUse } from '../../platform/resource/write-resources.ts';
import { duplicateCodeError } from './create-media.ts';
import { findUsedCodes, lockMedia, mediaNotFoundError, setMediaDeleted } from './media.store.ts';
import { restorableSince } from './media-rules.ts';
import type { MediaWriteResult } from './update-media.ts';

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
  ): Promise<DeleteResult> {
    const media = await lockMedia(context, ref, { deleted: false, goes: true });
    if (media === undefined) throw await mediaNotFoundError(context, ref);
    const { id, code, version } = media;
    if (ifVersion !== undefined && ifVersion !== null) {
      const mismatch = await findConflicts(context, media, ifVersion, () => true);
      if (mismatch !== null) throw mismatch;
    }
    await requireUnused(context, code);
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

/** Checks that nothing uses a file. @throws Conflict `resource-in-use` */
export async function requireUnused(context: WriteContext, code: string): Promise<void> {
  const usages = await findUsages(context, ['media'], [{ code }]);
  const inUse = resourceInUse(
    localized('object-name', { kind: 'media file', ref: code }),
    usages.get(foldKey(code)),
  );
  if (inUse !== null) throw inUse;
}

/** Brings a deleted file back. Of several deleted ones of one code the latest is taken; the id names one exactly. */
export const restoreMedia = defineWrite({
  name: 'restoreMedia',
  scope: 'media:write',
  effect: 'write',
  retry: 'safe',
  errors: ['conflict', 'not-found'],
  async handler(context: WriteContext, { ref }: { readonly ref: string }): Promise<MediaWriteResult> {
    const media = await lockMedia(context, ref, { deleted: true, goes: false });
    if (media === undefined || new Date(media.deletedAt ?? 0) < restorableSince(context.now)) {
      throw NotFound.of('deleted media file', ref);
    }
    const { id, code, version } = media;
    if ((await findUsedCodes(context, [code])).has(foldKey(code))) throw duplicateCodeError(code);
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
