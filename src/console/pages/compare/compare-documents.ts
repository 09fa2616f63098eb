import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { PRODUCT_PROPERTIES } from '../../catalogue/properties/product-properties.tsx';

const COMPARED = graphql(
  `
  query ComparedProduct($ref: ID!, $channel: String!, $channels: [String!], $locale: String!, $locales: [String!], $words: String) {
    product(ref: $ref) {
      id
      ...ProductProperties
      label(channel: $channel, locale: $locale)
      image(channel: $channel, locale: $locale) { url(width: 192, height: 192, fit: COVER, format: WEBP) }
      attributeSet {
        attributes {
          group { code label(locale: $words) }
          attribute { code label(locale: $words) type measurementFamily { units { code symbol } } }
        }
      }
      values(channels: $channels, locales: $locales) {
        source json
        display(locale: $locale)
        attribute { code }
        ... on MediaValue { media { url(width: 96, height: 96, fit: COVER, format: WEBP) } }
        ... on MediaListValue { mediaList { url(width: 96, height: 96, fit: COVER, format: WEBP) } }
      }
    }
  }
`,
  [PRODUCT_PROPERTIES],
);

export type ComparedProduct = NonNullable<ResultOf<typeof COMPARED>['product']>;

/** Loads one product of a comparison; null if it does not exist. */
export const comparedProductQuery = (
  ref: string,
  { channel, locale }: { readonly channel: string; readonly locale: string },
) =>
  queryOptions({
    queryKey: ['product', ref, 'compared', channel, locale],
    queryFn: async ({ signal }) => {
      const variables = { ref, channel, channels: [channel], locale, locales: [locale] };
      return (await request(COMPARED, variables, signal)).product;
    },
    enabled: channel !== '',
  });
