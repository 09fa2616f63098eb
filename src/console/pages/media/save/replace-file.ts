import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { uploadMedia } from '../../../api/upload.ts';
import { revertedMessage } from '../../../catalogue/undo/revert-request.ts';
import type { UndoOutcome } from '../../../catalogue/undo/use-undo.ts';
import type { FileRef, SavedFiles } from './media-changes.ts';
import { DELETE, REPLACE, RESTORE } from './save-documents.ts';

/**
 * Uploads a file and gives its content to another one, which stays where it is used. What was uploaded does not stay if
 * the other file cannot have it.
 */
export async function replaceFile({ ref, code }: FileRef, upload: File): Promise<SavedFiles> {
  const { id } = await uploadMedia(upload, { isDuplicate: true });
  await exchange(ref, id);
  return { codes: [code], rejections: [], error: null, undo: () => exchangeAgain(ref, id, false) };
}

/** Gives a file the content of another one, which is deleted in either case. */
async function exchange(ref: string, other: string): Promise<void> {
  try {
    unwrapPayload((await request(REPLACE, { ref, with: other })).replaceMedia);
  } catch (error) {
    // The first error is the one that says what to do.
    await request(DELETE, { ref: other }).catch(() => undefined);
    throw error;
  }
}

/** Brings back the content that a file had before, and keeps the one that it has for the next time. */
async function exchangeAgain(ref: string, other: string, isRedo: boolean): Promise<UndoOutcome> {
  unwrapPayload((await request(RESTORE, { ref: other })).restoreMedia);
  await exchange(ref, other);
  return {
    words: revertedMessage(isRedo),
    left: null,
    redo: () => exchangeAgain(ref, other, !isRedo),
  };
}
