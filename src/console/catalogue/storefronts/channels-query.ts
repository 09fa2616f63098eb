import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

const CHANNELS = graphql(`
  query StorefrontChannels($words: String) {
    channels(first: 100) {
      nodes { code label(locale: $words) locales { code } currencies { code } }
    }
  }
`);

/** Loads the channels that a storefront can show, with their locales and currencies. */
export const storefrontChannelsQuery = queryOptions({
  queryKey: ['channels', 'of storefronts'],
  queryFn: async ({ signal }) => (await request(CHANNELS, {}, signal)).channels.nodes,
});
