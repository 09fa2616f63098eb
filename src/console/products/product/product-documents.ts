import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

const PRODUCT = graphql(`
  query Product($ref: ID!, $locale: String) {
    product(ref: $ref) {
      id sku
      attributeSet {
        attributes {
          attribute { code label(locale: $locale) type localizable scopable }
        }
      }
