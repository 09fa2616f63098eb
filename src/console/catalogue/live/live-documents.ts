import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

export const VISIBILITY = graphql(`
  query ProductVisibility($ref: ID!, $locale: String, $channel: String, $words: String) {
    product(ref: $ref) {
      type
      completeness { channel { code } locale { code } missing }
      slugs { channel { code } locale { code } slug }
      visibility {
        channel { code label(locale: $words) }
        locale { code }
        live
        reasons {
          code blocks
          attribute { code label(locale: $words) localizable scopable }
          product { sku label(channel: $channel, locale: $locale) status }
          category { code label(locale: $words) }
        }
      }
    }
  }
`);

export const visibilityQuery = (ref: string, channel: string | null, locale: string | null) =>
  queryOptions({
    queryKey: ['product', ref, 'visibility', channel, locale],
    queryFn: async ({ signal }) => (await request(VISIBILITY, { ref, channel, locale }, signal)).product,
  });

const STOREFRONTS = graphql(`
  query ProductStorefronts($words: String) {
    storefronts(first: 100) { nodes { code label(locale: $words) previewUrl active channel { code } locales } }
  }
`);

export const storefrontsQuery = (locale: string | null) =>
  queryOptions({
    queryKey: ['product storefronts', locale],
    queryFn: async ({ signal }) => (await request(STOREFRONTS, {}, signal)).storefronts.nodes,
    staleTime: 60_000,
  });

export const PREVIEW = graphql(`
  query ProductPreview($code: String!, $product: String!, $locale: String) {
    previewLink(code: $code, product: $product, locale: $locale) { url }
  }
`);
