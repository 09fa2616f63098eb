import { ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { findConflicts } from '../../platform/ledger/find-conflicts.ts';
import { diffDocuments } from '../../platform/resource/change-document.ts';
import { camelCase } from '../../platform/resource/table-store.ts';
import { requireUnused } from './delete-media.ts';
import { lockMedia, type MediaRow, mediaNotFoundError, setMediaContent } from './media.store.ts';
import { type MediaContentFields, mediaKindOf } from './media-rules.ts';
import type { MediaWriteResult } from './update-media.ts';

export interface ReplaceMediaInput {
  /** Code or id of the file that gets another content. */
  readonly ref: string;
  /** Code or id of the file whose content it gets. */
  readonly with: string;
  readonly ifVersion?: number | null | undefined;
}

/**
 * Exchanges the contents of two files and deletes the second, which then has the old content for as long as deleted
 * files can be restored. Everything else of the first file stays, so nothing that uses it changes.
 */
export const replaceMedia = defineWrite({
  name: 'replaceMedia',
  scope: 'media:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'conflict', 'not-found', 'version-mismatch'],
  async handler(context: WriteContext, input: ReplaceMediaInput): Promise<MediaWriteResult> {
    const { ref, with: other, ifVersion } = input;
    const file = await lockMedia(context, ref, { deleted: false, goes: false });
    if (file === undefined) throw await mediaNotFoundError(context, ref);
    const replacement = await lockMedia(context, other, { deleted: false, goes: true });
    if (replacement === undefined) throw await mediaNotFoundError(context, other);
    if (ifVersion !== undefined && ifVersion !== null) {
      const isContent = ({ path }: { path: string }) => camelCase(path) in contentOf(file);
      const mismatch = await findConflicts(context, file, ifVersion, isContent);
      if (mismatch !== null) throw mismatch;
    }
    const problem = problemOf(file, replacement);
    if (problem !== null)
      throw ValidationFailed.of([fieldProblem('value-not-allowed', ['with'], problem, { value: other })]);
    await requireUnused(context, replacement.code);
    await setMediaContent(context, file.id, contentOf(replacement), false);
    await setMediaContent(context, replacement.id, contentOf(file), true);
    context.emit({
      resource: 'media',
      verb: 'updated',
      objectId: file.id,
      ref: file.code,
      version: file.version + 1,
      changes: diffDocuments(
        { code: file.code, ...contentOf(file) },
        { code: file.code, ...contentOf(replacement) },
        [],
      ),
    });
    context.emit({
      resource: 'media',
      verb: 'deleted',
      objectId: replacement.id,
      ref: replacement.code,
      version: replacement.version + 1,
      changes: [],
    });
    return { id: encodeId('Media', file.id), code: file.code, outcome: 'updated' };
  },
});

/** Returns why the content of a file cannot be that of another one; null if it can. */
function problemOf(file: MediaRow, replacement: MediaRow): Message | null {
  if (file.id === replacement.id) return localized('media-replaced-by-itself');
  const [kind, other] = [mediaKindOf(file.mimeType), mediaKindOf(replacement.mimeType)];
  return kind === other
    ? null
    : localized('media-kind-differs', { ref: file.code, mime: file.mimeType, other: replacement.mimeType });
}

const contentOf = (row: MediaRow): MediaContentFields => {
  const { filename, mimeType, sizeBytes, width, height, sha256, focalPoint } = row;
  return { filename, mimeType, sizeBytes, width, height, sha256, focalPoint };
};
