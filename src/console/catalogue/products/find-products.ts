import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

const FIND_PRODUCTS = graphql(`
  query FindProducts($q: String!, $channel: String, $locale: String) {
    products(first: 8, filter: { q: $q }) {
      nodes {
        sku
        attributeSet { icon }
        label(channel: $channel, locale: $locale)
        image { url(width: 64, height: 64, fit: COVER, format: WEBP) }
      }
    }
  }
`);

/** Loads the first products that a search finds. */
export const findProductsQuery = (q: string, channel: string | null, locale: string | null) =>
  queryOptions({
    queryKey: ['find products', q, channel, locale],
    queryFn: async ({ signal }) =>
      (await request(FIND_PRODUCTS, { q, channel, locale }, signal)).products.nodes,
    enabled: q.length > 1,
    staleTime: 30_000,
  });
