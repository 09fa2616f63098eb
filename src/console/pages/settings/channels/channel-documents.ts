import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { EFFECTS, type Effects } from '../effects.tsx';

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
  [PROBLEM_FRAGMENT],
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
  [PROBLEM_FRAGMENT],
);

const PREVIEW_UPDATE = graphql(
  `
  mutation ChannelEffects($code: String!, $input: UpdateChannelInput!) {
    updateChannel(code: $code, input: $input, dryRun: true) {
      __typename
      ... on ChannelPayload { channel { effects { ...EffectParts } } }
      ...ProblemParts
    }
  }
`,
  [EFFECTS, PROBLEM_FRAGMENT],
);

const PREVIEW_CREATE = graphql(
  `
  mutation NewChannelEffects($input: CreateChannelInput!) {
    createChannel(input: $input, dryRun: true) {
      __typename
      ... on ChannelPayload { channel { effects { ...EffectParts } } }
      ...ProblemParts
    }
  }
`,
  [EFFECTS, PROBLEM_FRAGMENT],
);

/** The settings of a channel that decide where products are live. */
export type ChannelSettings = Required<
  Pick<VariablesOf<typeof PREVIEW_UPDATE>['input'], 'locales' | 'currencies' | 'active' | 'publishGuard'>
>;

/** Returns the effects of settings that are not saved, of a stored or a new channel. Nothing is stored. */
export async function previewChannel(
  isNew: boolean,
  code: string,
  input: ChannelSettings,
  signal: AbortSignal,
): Promise<Effects> {
  const payload = isNew
    ? (await request(PREVIEW_CREATE, { input: { code, ...input } }, signal)).createChannel
    : (await request(PREVIEW_UPDATE, { code, input }, signal)).updateChannel;
  return unwrapPayload(payload).channel.effects as Effects;
}
