import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { deletionChanges } from '../../platform/resource/change-document.ts';
import { isContentUsed, lockContent } from './media.store.ts';
import { lockDeleted, removeMedia } from './media-purge.store.ts';
import { contentKey, LOCALIZED, restorableSince } from './media-rules.ts';

export interface PurgeMediaInput {
  /** Maximum number of files to remove at once. */
  readonly limit: number;
  /** Removes the object of a key from the storage; without effect when there is none. */
  readonly remove: (key: string) => Promise<void>;
}

/**
 * Removes files for good that can no longer be restored, and their bytes unless another file has the same content.
 * Nothing shows them: a file that is shown cannot be deleted. Their events say what was known of them. Bytes go first, under the lock of their content; if the
 * commit fails then, what is left is a row that is removed the next time.
 */
export const purgeMedia = defineWrite({
  name: 'purgeMedia',
  scope: 'media:write',
  effect: 'destroy',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { limit, remove }: PurgeMediaInput,
  ): Promise<{ readonly purged: number }> {
    const { organizationId } = context.session;
    const media = await lockDeleted(context, restorableSince(context.now), limit);
    const contents = [...new Set(media.map(({ sha256 }) => sha256))].sort();
    // Always in the same order, so that two of these cannot wait for each other.
    for (const sha256 of contents) await lockContent(context, sha256);
    await removeMedia(
      context,
      media.map(({ id }) => id),
    );
    for (const { id, code, version, deletedAt: _deletedAt, ...document } of media) {
      const changes = deletionChanges({ code, ...document }, LOCALIZED);
      context.emit({
        resource: 'media',
        verb: 'purged',
        objectId: id,
        ref: code,
        version: version + 1,
        changes,
      });
    }
    for (const sha256 of contents) {
      if (!(await isContentUsed(context, sha256))) await remove(contentKey(organizationId, sha256));
    }
    return { purged: media.length };
  },
});
