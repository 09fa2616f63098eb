import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

const SETS = graphql(`
  query ConfigAttributeSets(
    $after: String, $search: String, $sort: AttributeSetSort, $unused: Boolean, $words: String
  ) {
    attributeSets(first: 100, after: $after, search: $search, sort: $sort, unused: $unused, locale: $words) {
      nodes { id code version icon productsCount label(locale: $words) attributes { sortOrder } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const loadSets = async (variables: VariablesOf<typeof SETS>, signal: AbortSignal) =>
  (await request(SETS, variables, signal)).attributeSets;

export type SetRow = ResultOf<typeof SETS>['attributeSets']['nodes'][number];

const SET_ATTRIBUTE = graphql(`
  fragment SetAttributeParts on Attribute {
    code type localizable scopable
    label(locale: $words)
    group { code sortOrder label(locale: $words) }
  }
`);

const SET = graphql(
  `
  query OneAttributeSet($code: String!, $words: String) {
    attributeSet(code: $code) {
      id code version icon apiName description productsCount
      label(locale: $words)
      labels { locale text }
      attributes {
        requiredIn
        group { code sortOrder label(locale: $words) }
        attribute { ...SetAttributeParts }
      }
      attributeAsLabel { code }
      attributeAsImage { code }
      roles { role attribute }
      variantLayouts {
        code
        label(locale: $words)
        labels { locale text }
        productsCount
        levels { axes { code label(locale: $words) } attributes { code label(locale: $words) } }
      }
    }
    channels(first: 100) { nodes { code label(locale: $words) } }
  }
`,
  [SET_ATTRIBUTE],
);

type Response = ResultOf<typeof SET>;

/** An attribute set with all channels, in which its attributes are required. */
export type AttributeSet = NonNullable<Response['attributeSet']> & {
  readonly channels: Response['channels']['nodes'];
};

export type SetAttribute = ResultOf<typeof SET_ATTRIBUTE>;

export async function loadSet(code: string, signal?: AbortSignal): Promise<AttributeSet | null> {
  const { attributeSet, channels } = await request(SET, { code }, signal);
  return attributeSet === null ? null : { ...attributeSet, channels: channels.nodes };
}

const ATTRIBUTES = graphql(
  `
  query AttributesToAdd($after: String, $search: String, $words: String) {
    attributes(first: 50, after: $after, search: $search, sort: { field: LABEL }, locale: $words) {
      nodes { ...SetAttributeParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [SET_ATTRIBUTE],
);

export const loadAttributes = async (search: string, after: string | null, signal: AbortSignal) =>
  (await request(ATTRIBUTES, { search: search === '' ? null : search, after }, signal)).attributes;

const ATTRIBUTE = graphql(
  `
  query AttributeToAdd($code: String!, $words: String) {
    attribute(code: $code) { ...SetAttributeParts }
  }
`,
  [SET_ATTRIBUTE],
);

/** Loads an attribute that was just created; null if it was deleted since. */
export const loadSetAttribute = async (code: string): Promise<SetAttribute | null> =>
  (await request(ATTRIBUTE, { code })).attribute;

const EXAMPLE = graphql(`
  query SetExample($filter: ProductFilter, $attributes: [String!], $channel: String, $locale: String) {
    products(first: 1, filter: $filter) {
      nodes {
        sku
        label(channel: $channel, locale: $locale)
        data(attributes: $attributes, channel: $channel, locale: $locale, labels: true)
      }
    }
  }
`);

/** Loads a product of a set with its values of some attributes, as a storefront shows them; null if the set has none. */
export const exampleQuery = (
  code: string,
  attributes: readonly string[],
  channel: string | null,
  locale: string | null,
) =>
  queryOptions({
    queryKey: ['ATTRIBUTE_SET', 'example', code, attributes, channel, locale],
    queryFn: async ({ signal }) => {
      const filter = { attributeSet: { eq: code } };
      const variables = { filter, attributes: [...attributes], channel, locale };
      return (await request(EXAMPLE, variables, signal)).products.nodes[0] ?? null;
    },
    placeholderData: keepPreviousData,
  });

const PRODUCTS = graphql(`
  query SetProducts($filter: ProductFilter, $channel: String, $locale: String) {
    products(first: 25, filter: $filter, sort: [{ field: UPDATED_AT, direction: DESC }]) {
      nodes {
        sku status
        label(channel: $channel, locale: $locale)
        image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
      }
    }
  }
`);

/** Loads the products of a set that were changed last. */
export const setProductsQuery = (code: string, channel: string | null, locale: string | null) =>
  queryOptions({
    queryKey: ['ATTRIBUTE_SET', 'products', code, channel, locale],
    queryFn: async ({ signal }) =>
      (await request(PRODUCTS, { filter: { attributeSet: { eq: code } }, channel, locale }, signal)).products
        .nodes,
  });

const READINESS = graphql(`
  query SetReadiness($filter: ProductFilter, $words: String) {
    completenessSummary(filter: $filter) {
      channel { code label(locale: $words) }
      locale { code }
      products complete mean
    }
  }
`);

/** Loads how complete the products of a set are, by channel and locale. */
export const setReadinessQuery = (code: string) =>
  queryOptions({
    queryKey: ['ATTRIBUTE_SET', 'readiness', code],
    queryFn: async ({ signal }) =>
      (await request(READINESS, { filter: { attributeSet: { eq: code } } }, signal)).completenessSummary,
  });
