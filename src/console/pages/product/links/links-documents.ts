import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

const LINKS = graphql(`
  query ProductLinks($ref: ID!, $channel: String, $locale: String, $words: String) {
    associationTypes(first: 100) { nodes { code label(locale: $words) quantified twoWay } }
    product(ref: $ref) {
      sku
      associations {
        type { code }
        products {
          quantity source
          product {
            sku status
            label(channel: $channel, locale: $locale)
            image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
          }
        }
        entities { ref source entity { label(locale: $locale) } }
      }
    }
  }
`);

type LinksData = ResultOf<typeof LINKS>;
export type AssociationType = LinksData['associationTypes']['nodes'][number];
type Association = NonNullable<LinksData['product']>['associations'][number];
export type ProductLink = Association['products'][number];

export const linksQuery = (ref: string, channel: string | null, locale: string | null) =>
  queryOptions({
    queryKey: ['product', ref, 'links', channel, locale],
    queryFn: ({ signal }) => request(LINKS, { ref, channel, locale }, signal),
  });

const INCOMING = graphql(`
  query IncomingLinks($filter: ProductFilter, $channel: String, $locale: String, $words: String) {
    products(first: 100, filter: $filter) {
      nodes {
        sku
        label(channel: $channel, locale: $locale)
        image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
        associations { type { code label(locale: $words) } products { product { sku } } }
      }
    }
  }
`);

/** Loads the products that link to a product, by any of the types. */
export const incomingLinksQuery = (
  sku: string,
  types: readonly string[],
  channel: string | null,
  locale: string | null,
) =>
  queryOptions({
    queryKey: ['product', sku, 'incoming', types, channel, locale],
    queryFn: async ({ signal }) => {
      const filter = { or: types.map((type) => ({ associations: [{ type, any: [sku] }] })) };
      return (await request(INCOMING, { filter, channel, locale }, signal)).products.nodes;
    },
    enabled: types.length > 0,
  });

const FIND_ENTITIES = graphql(`
  query FindEntities($q: String!, $locale: String, $words: String) {
    entities(first: 8, query: $q) { nodes { code label(locale: $locale) entityType { code label(locale: $words) } } }
  }
`);

/** Loads the first entities that a search finds. */
export const findEntitiesQuery = (q: string, locale: string | null) =>
  queryOptions({
    queryKey: ['find entities', q, locale],
    queryFn: async ({ signal }) => (await request(FIND_ENTITIES, { q, locale }, signal)).entities.nodes,
    enabled: q.length > 1,
    staleTime: 30_000,
  });

const CATEGORIES = graphql(`
  query CategoryChoices($after: String, $words: String) {
    categories(first: 100, after: $after) {
      nodes { code level label(locale: $words) path { code } parent { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Maximum number of pages of categories that are offered. */
const MAX_PAGES = 20;

type CategoryPage = ResultOf<typeof CATEGORIES>['categories'];
export type CategoryChoice = CategoryPage['nodes'][number];

export const categoryChoicesQuery = (locale: string | null) =>
  queryOptions({
    queryKey: ['category choices', locale],
    queryFn: ({ signal }) =>
      fetchAllPages(async (after) => (await request(CATEGORIES, { after }, signal)).categories, MAX_PAGES),
    staleTime: 60_000,
  });

const OWN_CATEGORIES = graphql(`
  query OwnCategories($ref: ID!, $words: String) {
    product(ref: $ref) {
      own: categories(own: true) { code label(locale: $words) }
      all: categories { code label(locale: $words) path { label(locale: $words) } }
    }
  }
`);

export const productCategoriesQuery = (ref: string, locale: string | null) =>
  queryOptions({
    queryKey: ['product', ref, 'categories', locale],
    queryFn: async ({ signal }) => (await request(OWN_CATEGORIES, { ref }, signal)).product,
  });
