import { graphql, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { makeChange } from '../../../catalogue/undo/make-change.ts';

const MERGE = graphql(
  `
  mutation MergeEntities($entityType: String!, $keep: String!, $merge: [String!]!, $dryRun: Boolean!) {
    mergeEntities(entityType: $entityType, keep: $keep, merge: $merge, dryRun: $dryRun) {
      __typename
      ... on MergeEntitiesPayload { jobId productsCount entitiesCount valuesCount filledAttributes filledLabels }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

type EntityMerge = Omit<VariablesOf<typeof MERGE>, 'dryRun'>;

/** Returns how many objects and values a merge changes, and what the remaining entity gets of the others. */
export const previewMerge = async (merge: EntityMerge, signal: AbortSignal) =>
  unwrapPayload((await request(MERGE, { ...merge, dryRun: true }, signal)).mergeEntities);

/** Merges entities, and waits for the job that moves many values; see {@link makeChange}. */
export const mergeEntities = (merge: EntityMerge, onProgress: (done: number) => void) =>
  makeChange(async () => {
    const { data, requestId } = await requestWithId(MERGE, { ...merge, dryRun: false });
    return { jobId: unwrapPayload(data.mergeEntities).jobId, requestId };
  }, onProgress);
