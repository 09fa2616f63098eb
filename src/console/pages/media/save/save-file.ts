import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import type { Draft } from '../../../catalogue/model/config-page-types.ts';
import type { UndoOutcome } from '../../../catalogue/undo/use-undo.ts';
import type { MediaDetails } from '../media-documents.ts';
import { inputOf, inverseOf } from '../panel/media-fields.tsx';
import { undoOf } from './media-changes.ts';
import { RESTORE, UPDATE } from './save-documents.ts';

/**
 * Saves the draft of a file. One that was deleted meanwhile is restored first.
 *
 * @param item the file as it is stored; null if it was deleted
 * @param lastItem the file as it was last seen
 * @param dryRun true to check the draft only
 * @returns what takes the change back; a restored file stays
 */
export async function saveFile(
  draft: Draft,
  item: MediaDetails | null,
  lastItem: MediaDetails | null,
  dryRun = false,
): Promise<() => Promise<UndoOutcome>> {
  const { id: ref = '', code = '', version = 0 } = item ?? lastItem ?? {};
  if (item === null) unwrapPayload((await request(RESTORE, { ref })).restoreMedia);
  const input = inputOf(draft);
  const ifVersion = item === null ? null : version;
  const { updateMedia } = await request(UPDATE, { ref, input, ifVersion, dryRun });
  const saved = unwrapPayload(updateMedia).media;
  return undoOf({ ref, code, input: inverseOf(draft), inverse: input, ifVersion: saved.version });
}
