import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { makeChange } from '../../../catalogue/undo/make-change.ts';

const MEDIA_ATTRIBUTES = graphql(`
  query MediaAttributes($locale: String) {
    attributes(first: 100, types: [MEDIA_LIST, MEDIA]) {
      nodes { code label(locale: $locale) type localizable scopable }
    }
  }
`);

const LINK = graphql(
  `
  mutation LinkMedia($input: LinkMediaInput!, $dryRun: Boolean!) {
    linkMedia(input: $input, dryRun: $dryRun) {
      __typename
      ... on LinkMediaPayload { products linked files { code filename outcome sku message } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type LinkInput = VariablesOf<typeof LINK>['input'];
export type LinkOutcomes = Extract<
  ResultOf<typeof LINK>['linkMedia'],
  { readonly __typename: 'LinkMediaPayload' }
>;
export type MediaAttribute = ResultOf<typeof MEDIA_ATTRIBUTES>['attributes']['nodes'][number];

/** Returns the attributes that can have files. */
export async function loadMediaAttributes(
  locale: string | null,
  signal: AbortSignal,
): Promise<readonly MediaAttribute[]> {
  return (await request(MEDIA_ATTRIBUTES, { locale }, signal)).attributes.nodes;
}

/** Returns the outcome of each file; nothing is stored. */
export const previewLinks = async (input: LinkInput, signal: AbortSignal): Promise<LinkOutcomes> =>
  unwrapPayload((await request(LINK, { input, dryRun: true }, signal)).linkMedia);

/**
 * Links the files; resolves with a function that takes it back.
 *
 * @param onLinked called with the outcome of each file
 */
export const linkFiles = (input: LinkInput, onLinked: (outcomes: LinkOutcomes) => void) =>
  makeChange(
    async () => {
      const { data, requestId } = await requestWithId(LINK, { input, dryRun: false });
      onLinked(unwrapPayload(data.linkMedia));
      return { jobId: null, requestId };
    },
    () => undefined,
  );
