import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

const HEADER = graphql(`
  query ProductHeader($ref: ID!, $channel: String, $locale: String, $words: String) {
    product(ref: $ref) {
      id
      sku type status
      attributeSet { label(locale: $words) icon }
      label(channel: $channel, locale: $locale)
      image(channel: $channel, locale: $locale) { url(width: 80, height: 80, fit: COVER, format: WEBP) }
      completeness(channel: $channel) { locale { code } ratio missing }
      everywhere: completeness { channel { code label(locale: $words) } locale { code } ratio }
      visibility { channel { code } locale { code } live }
      variantLayout { levels { axes { code label(locale: $words) optionSet { code } } } }
      parent {
        sku
        label(channel: $channel, locale: $locale)
        parent { sku label(channel: $channel, locale: $locale) }
      }
    }
  }
`);

export type HeaderProduct = NonNullable<ResultOf<typeof HEADER>['product']>;

export const headerQuery = (ref: string, channel: string | null, locale: string | null) =>
  queryOptions({
    queryKey: ['product', ref, 'header', channel, locale],
    queryFn: async ({ signal }) => (await request(HEADER, { ref, channel, locale }, signal)).product,
    // In another locale the page stays while its header is loaded.
    placeholderData: (before: HeaderProduct | null | undefined) => (before?.sku === ref ? before : undefined),
  });
