import { graphql, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { revertSelection } from '../../../catalogue/undo/revert-request.ts';
import { finishedJob } from '../../../catalogue/undo/undo-changes.ts';
import type { UndoOutcome } from '../../../catalogue/undo/use-undo.ts';

const MERGE = graphql(
  `
  mutation MergeOptions($optionSet: String!, $keep: String!, $merge: [String!]!, $dryRun: Boolean!) {
    mergeOptions(optionSet: $optionSet, keep: $keep, merge: $merge, dryRun: $dryRun) {
      __typename
      ... on MergeOptionsPayload { jobId productsCount entitiesCount valuesCount synonyms defaultsOf }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Options of a set, and the one that the others are merged into. */
export type Merge = Omit<VariablesOf<typeof MERGE>, 'dryRun'>;

/** Returns the number of values that a merge moves, and the synonyms that the remaining option has afterwards. */
export const previewMerge = async (merge: Merge, signal: AbortSignal) =>
  unwrapPayload((await request(MERGE, { ...merge, dryRun: true }, signal)).mergeOptions);

/**
 * Merges options, and waits for the job that moves many values. Resolves with a function that takes the merge back.
 *
 * @param onProgress called with the number of products and entities that were changed
 */
export async function mergeOptions(
  merge: Merge,
  onProgress: (done: number) => void,
): Promise<() => Promise<UndoOutcome>> {
  const { data, requestId } = await requestWithId(MERGE, { ...merge, dryRun: false });
  const { jobId } = unwrapPayload(data.mergeOptions);
  if (jobId === null) return () => revertSelection({ requestId: requestId ?? '' });
  await finishedJob(jobId, onProgress);
  return () => revertSelection({ jobId });
}
