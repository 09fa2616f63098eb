import { graphql } from '../../../api/graphql.ts';
import { loadScript } from '../../../api/load-script.ts';
import { PROBLEM_FRAGMENT, problemMessage, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import type { Status } from '../../../catalogue/values/statuses.ts';

const SET_STATUS = graphql(
  `
  mutation SetStatus($ref: ID!, $status: ProductStatus!, $dryRun: Boolean!) {
    setProductStatus(ref: $ref, input: { status: $status }, dryRun: $dryRun) {
      __typename
      ... on ProductPayload { product { id status } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Asks by a dry run whether a product can get a status; the reason if it cannot, with what it misses by its labels. */
export async function checkStatusChange(ref: string, status: Status): Promise<string | null> {
  const { setProductStatus: result } = await request(SET_STATUS, { ref, status, dryRun: true });
  if (!('detail' in result)) return null;
  if (result.__typename !== 'NotPublishable') return problemMessage(result);
  // The reasons are shown next.
  const { loadMissingValuesMessage } = await loadScript(
    () => import('../../../catalogue/live/load-missing-values-message.ts'),
  );
  return (await loadMissingValuesMessage(ref)) ?? problemMessage(result);
}

/** Gives a product a status. Resolves to the id of the request, by which it can be undone. */
export async function setStatus(ref: string, status: Status): Promise<string | null> {
  const { data, requestId } = await requestWithId(SET_STATUS, { ref, status, dryRun: false });
  unwrapPayload(data.setProductStatus);
  return requestId;
}

export const publishProduct = (ref: string): Promise<string | null> => setStatus(ref, 'PUBLISHED');
