import { graphql, type ResultOf } from '../../api/graphql.ts';

export const DELETED_PRODUCTS = graphql(`
  query DeletedProducts($after: String, $search: String, $channel: String, $locale: String, $words: String) {
    deletedProducts(first: 50, after: $after, search: $search) {
      nodes {
        id sku type variantsCount deletedAt restorableUntil
        label(channel: $channel, locale: $locale)
        attributeSet { label(locale: $words) }
        deletedBy { name }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type DeletedProduct = ResultOf<typeof DELETED_PRODUCTS>['deletedProducts']['nodes'][number];

export const DELETED_ENTITIES = graphql(`
  query DeletedEntities($after: String, $search: String, $channel: String, $locale: String, $words: String) {
    deletedEntities(first: 50, after: $after, search: $search) {
      nodes {
        id code deletedAt restorableUntil
        label(channel: $channel, locale: $locale)
        entityType { code label(locale: $words) }
        deletedBy { name }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type DeletedEntity = ResultOf<typeof DELETED_ENTITIES>['deletedEntities']['nodes'][number];
