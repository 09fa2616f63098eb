import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

export const KEYS_QUERY_KEY = ['storefront keys'];

const KEYS = graphql(`
  query StorefrontKeys($after: String) {
    storefrontKeys(first: 100, after: $after) {
      nodes { id storefront name kind key prefix lastUsedAt revokedAt createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type StorefrontKey = ResultOf<typeof KEYS>['storefrontKeys']['nodes'][number];

/** Loads the keys of all storefronts, newest first. */
export const keysQuery = queryOptions({
  queryKey: KEYS_QUERY_KEY,
  queryFn: ({ signal }): Promise<StorefrontKey[]> =>
    fetchAllPages(async (after) => (await request(KEYS, { after }, signal)).storefrontKeys),
});

/** Returns true if a key is accepted; a rotated one is until its end. */
export const isKeyValid = ({ revokedAt }: StorefrontKey): boolean =>
  revokedAt === null || new Date(revokedAt) > new Date();

/** Returns the publishable keys of a storefront that are accepted. */
export const publishableKeys = (keys: readonly StorefrontKey[], code: string): StorefrontKey[] =>
  keys.filter((key) => key.storefront === code && key.kind === 'PUBLISHABLE' && isKeyValid(key));

export const CREATE_KEY = graphql(
  `
  mutation CreateStorefrontKey($input: CreateStorefrontKeyInput!) {
    createStorefrontKey(input: $input) {
      __typename
      ... on IssuedStorefrontKeyPayload { key storefrontKey { name kind } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const ROTATE_KEY = graphql(
  `
  mutation RotateStorefrontKey($id: ID!, $overlapSeconds: Int!) {
    rotateStorefrontKey(id: $id, overlapSeconds: $overlapSeconds) {
      __typename
      ... on IssuedStorefrontKeyPayload { key storefrontKey { name } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const REVOKE_KEY = graphql(
  `
  mutation RevokeStorefrontKey($id: ID!) {
    revokeStorefrontKey(id: $id) {
      __typename
      ... on RevokeStorefrontKeyPayload { storefrontKey { name } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);
