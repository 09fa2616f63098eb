import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';

export const TOKENS = graphql(`
  query AccessTokens($after: String) {
    accessTokens(first: 50, after: $after) {
      nodes { id name prefix scopes createdAt expiresAt lastUsedAt revokedAt user { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type Token = ResultOf<typeof TOKENS>['accessTokens']['nodes'][number];

export const CREATE_TOKEN = graphql(
  `
  mutation CreateAccessToken($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) {
      __typename
      ... on IssuedAccessTokenPayload { token accessToken { id name } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const ROTATE_TOKEN = graphql(
  `
  mutation RotateAccessToken($id: ID!, $overlapSeconds: Int!) {
    rotateAccessToken(id: $id, overlapSeconds: $overlapSeconds) {
      __typename
      ... on IssuedAccessTokenPayload { token accessToken { id name } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const REVOKE_TOKEN = graphql(
  `
  mutation RevokeAccessToken($id: ID!) {
    revokeAccessToken(id: $id) {
      __typename
      ... on RevokeAccessTokenPayload { accessToken { id name } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);
