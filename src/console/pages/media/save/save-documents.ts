import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';

/** A file as a change of several begins with it. */
export const STATE = graphql(`
  query MediaFileState($ref: ID!) {
    media(ref: $ref) { id code tags visibility }
  }
`);

export const UPDATE = graphql(
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

export const DELETE = graphql(
  `
  mutation DeleteMediaFile($ref: ID!) {
    deleteMedia(ref: $ref) {
      __typename
      ... on DeletePayload { deletedId }
      ... on Conflict { usedBy { type code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const RESTORE = graphql(
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

/** Exchanges the contents of two files, and deletes the second. */
export const REPLACE = graphql(
  `
  mutation ReplaceMediaFile($ref: ID!, $with: ID!) {
    replaceMedia(ref: $ref, with: $with) {
      __typename
      ... on MediaPayload { media { version } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type MediaState = NonNullable<ResultOf<typeof STATE>['media']>;
export type MediaInput = VariablesOf<typeof UPDATE>['input'];
