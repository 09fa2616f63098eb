import { graphql, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { makeChange } from '../../../catalogue/undo/make-change.ts';

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
type OptionMerge = Omit<VariablesOf<typeof MERGE>, 'dryRun'>;

/** Returns the number of values that a merge moves, and the synonyms that the remaining option has afterwards. */
export const previewMerge = async (merge: OptionMerge, signal: AbortSignal) =>
  unwrapPayload((await request(MERGE, { ...merge, dryRun: true }, signal)).mergeOptions);

/** Merges options, and waits for the job that moves many values; see {@link makeChange}. */
export const mergeOptions = (merge: OptionMerge, onProgress: (done: number) => void) =>
  makeChange(async () => {
    const { data, requestId } = await requestWithId(MERGE, { ...merge, dryRun: false });
    return { jobId: unwrapPayload(data.mergeOptions).jobId, requestId };
  }, onProgress);
