import { graphql } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import type { Draft } from '../../../catalogue/model/config-page-types.ts';
import type { UndoOutcome } from '../../../catalogue/undo/use-undo.ts';
import type { MediaDetails } from '../media-documents.ts';
import { inputOf, inverseOf } from '../panel/media-fields.tsx';
import { undoOf } from './media-changes.ts';

const UPDATE = graphql(
  `
  mutation UpdateMediaFile($ref: ID!, $input: UpdateMediaInput!, $ifVersion: Int, $dryRun: Boolean) {
    updateMedia(ref: $ref, input: $input, ifVersion: $ifVersion, dryRun: $dryRun) {
      __typename
      ... on MediaPayload { media { version } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const RESTORE = graphql(
  `
  mutation RestoreMediaFile($ref: ID!) {
    restoreMedia(ref: $ref) {
      __typename
      ... on MediaPayload { media { version } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

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
  const { id = '', code = '', version = 0 } = item ?? lastItem ?? {};
  if (item === null) unwrapPayload((await request(RESTORE, { ref: id })).restoreMedia);
  const input = inputOf(draft);
  const ifVersion = item === null ? null : version;
  const { updateMedia } = await request(UPDATE, { ref: id, input, ifVersion, dryRun });
  const saved = unwrapPayload(updateMedia).media;
  return undoOf({ id, code, input: inverseOf(draft), inverse: input, ifVersion: saved.version });
}
