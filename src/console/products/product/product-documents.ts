import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { PRODUCT_PROPERTIES } from '../product-properties.tsx';

const PRODUCT = graphql(
  `
  query Product($ref: ID!, $channel: String, $locale: String) {
    product(ref: $ref) {
      id sku version updatedAt
      label(channel: $channel, locale: $locale)
      ...ProductProperties
      updatedBy { name }
      attributeSet {
        code label(locale: $locale)
        attributes {
          requiredIn
          group { code label(locale: $locale) }
          attribute { code label(locale: $locale) type localizable scopable }
        }
      }
      publications { channel { code } state blockedBy }
      completeness { channel { code label(locale: $locale) } locale { code } ratio required filled missing }
    }
  }
`,
  [PRODUCT_PROPERTIES],
);

type ProductData = ResultOf<typeof PRODUCT>;
export type Product = NonNullable<ProductData['product']>;

/** A whole product, for the drawers. */
export const productQuery = (ref: string, channel: string | null, locale: string | null) =>
  queryOptions({
    queryKey: ['product', ref, channel, locale],
    queryFn: ({ signal }) => request(PRODUCT, { ref, channel, locale }, signal),
  });
