import { graphql, type ResultOf } from '../../api/graphql.ts';
import { USAGE } from '../../catalogue/model/usage-list.tsx';

const CHANNEL = graphql(`
  fragment ChannelParts on Channel {
    id code version active publishGuard slugsEnabled conversionUnits { attribute unit }
    label(locale: $words)
    labels { locale text }
    locales { code }
    currencies { code }
    categoryRoot { code }
  }
`);

export const CHANNELS = graphql(
  `
  query Channels($after: String, $search: String, $sort: ChannelSort, $words: String) {
    channels(first: 100, after: $after, search: $search, sort: $sort, locale: $words) {
      nodes { ...ChannelParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [CHANNEL],
);

export const ONE_CHANNEL = graphql(
  `
  query OneChannel($code: String!, $words: String) {
    channel(code: $code) { ...ChannelParts usage { ...UsageParts } }
  }
`,
  [CHANNEL, USAGE],
);

/** A channel in the list. */
export type Row = ResultOf<typeof CHANNEL>;
/** A channel in its panel. */
export type Channel = NonNullable<ResultOf<typeof ONE_CHANNEL>['channel']>;
