import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

const PRODUCT = graphql(`
  query Product($ref: ID!, $words: String) {
    product(ref: $ref) {
      id sku
      attributeSet {
        attributes {
          attribute { code label(locale: $words) type localizable scopable }
        }
      }
    }
  }
`);

type ProductData = ResultOf<typeof PRODUCT>;
export type Product = NonNullable<ProductData['product']>;

/** Loads a product and its attributes, for the drawer of comments. */
export const productQuery = (ref: string, locale: string | null) =>
  queryOptions({
    queryKey: ['product', ref, 'attributes', locale],
    queryFn: ({ signal }) => request(PRODUCT, { ref }, signal),
  });
