import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';

export const CHANNELS = graphql(`
  query Channels($after: String, $words: String) {
    channels(first: 100, after: $after) {
      nodes {
        id code label(locale: $words) active publishGuard version
        labels { locale text }
        locales { code }
        currencies { code }
        categoryRoot { code }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type Channel = ResultOf<typeof CHANNELS>['channels']['nodes'][number];

export const CREATE_CHANNEL = graphql(
  `
  mutation CreateChannel($input: CreateChannelInput!) {
    createChannel(input: $input) {
      __typename
      ... on ChannelPayload { channel { code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

export const UPDATE_CHANNEL = graphql(
  `
  mutation UpdateChannel($code: String!, $version: Int, $input: UpdateChannelInput!) {
    updateChannel(code: $code, ifVersion: $version, input: $input) {
      __typename
      ... on ChannelPayload { channel { code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);
