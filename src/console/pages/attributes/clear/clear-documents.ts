import { graphql } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { makeChange } from '../../../catalogue/undo/make-change.ts';

const CLEAR = graphql(
  `
  mutation ClearAttribute($attribute: String!, $dryRun: Boolean!) {
    clearAttribute(attribute: $attribute, dryRun: $dryRun) {
      __typename
      ... on ClearAttributePayload { jobId productsCount entitiesCount countsExact }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Returns the numbers of products and entities that have values of an attribute. */
export const previewClear = async (attribute: string, signal: AbortSignal) =>
  unwrapPayload((await request(CLEAR, { attribute, dryRun: true }, signal)).clearAttribute);

/** Removes all values of an attribute, and waits for the job that removes many; see {@link makeChange}. */
export const clearAttribute = (attribute: string, onProgress: (done: number) => void) =>
  makeChange(async () => {
    const { data, requestId } = await requestWithId(CLEAR, { attribute, dryRun: false });
    return { jobId: unwrapPayload(data.clearAttribute).jobId, requestId };
  }, onProgress);
