import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';

export const STOREFRONTS_QUERY_KEY = ['storefronts'];

const STOREFRONT = graphql(`
  fragment StorefrontParts on Storefront {
    id code version active locales currencies
    attributes entityTypes associationTypes externalSystems
    facets categoryFacets { category facets }
    previewUrl
    labels { locale text }
    channel { code label(locale: $words) }
    label(locale: $words)
  }
`);

export type Storefront = ResultOf<typeof STOREFRONT>;

export const STOREFRONT_LIST = graphql(
  `
  query Storefronts($after: String, $words: String) {
    storefronts(first: 100, after: $after) {
      nodes { ...StorefrontParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [STOREFRONT],
);

export const STOREFRONT_BY_CODE = graphql(
  `
  query Storefront($code: String!, $words: String) {
    storefront(code: $code) { ...StorefrontParts }
  }
`,
  [STOREFRONT],
);

export const CREATE_STOREFRONT = graphql(
  `
  mutation CreateStorefront($input: CreateStorefrontInput!) {
    createStorefront(input: $input) {
      __typename
      ... on StorefrontPayload { storefront { code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const UPDATE_STOREFRONT = graphql(
  `
  mutation UpdateStorefront($code: String!, $version: Int, $dryRun: Boolean!, $input: UpdateStorefrontInput!) {
    updateStorefront(code: $code, ifVersion: $version, dryRun: $dryRun, input: $input) {
      __typename
      ... on StorefrontPayload { storefront { code attributes } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** The schema that keys see now. */
export const CURRENT_SCHEMA = graphql(`
  query StorefrontSchema($code: String!) {
    storefront(code: $code) { schema }
  }
`);

/** The schema that keys would see after a change. */
export const PREVIEWED_SCHEMA = graphql(
  `
  mutation TryStorefront($code: String!, $version: Int, $input: UpdateStorefrontInput!) {
    updateStorefront(code: $code, ifVersion: $version, dryRun: true, input: $input) {
      __typename
      ... on StorefrontPayload { storefront { schema } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const DELETE_STOREFRONT = graphql(
  `
  mutation DeleteStorefront($code: String!) {
    deleteStorefront(code: $code) {
      __typename
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const ATTRIBUTES = graphql(`
  query ExposableAttributes($after: String, $words: String) {
    attributes(first: 100, after: $after) {
      nodes {
        code type apiName
        label(locale: $words)
        group { code sortOrder label(locale: $words) }
        sortOrder
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const TYPES = graphql(`
  query ExposableTypes($words: String) {
    entityTypes(first: 100) { nodes { code apiName label(locale: $words) } }
    associationTypes(first: 100) { nodes { code apiName label(locale: $words) } }
    productFilterFields { field countable }
  }
`);

export type ExposableAttribute = ResultOf<typeof ATTRIBUTES>['attributes']['nodes'][number];
export type ExposableType = ResultOf<typeof TYPES>['entityTypes']['nodes'][number];

/** Parts of the catalogue that a storefront can expose. */
export interface Exposable {
  readonly attributes: readonly ExposableAttribute[];
  readonly entityTypes: readonly ExposableType[];
  readonly associationTypes: readonly ExposableType[];
  /** Codes of attributes that can be facets. */
  readonly countable: ReadonlySet<string>;
}

const allAttributes = (signal: AbortSignal): Promise<ExposableAttribute[]> =>
  fetchAllPages(async (after) => (await request(ATTRIBUTES, { after }, signal)).attributes);

export const exposableQuery = (locale: string | null) =>
  queryOptions({
    queryKey: ['exposable', locale],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Exposable> => {
      const [attributes, types] = await Promise.all([allAttributes(signal), request(TYPES, {}, signal)]);
      const countable = types.productFilterFields.filter((field) => field.countable);
      return {
        attributes,
        entityTypes: types.entityTypes.nodes,
        associationTypes: types.associationTypes.nodes,
        countable: new Set(countable.map(({ field }) => field.replace(/^attributes\./, ''))),
      };
    },
  });

const CATEGORIES = graphql(`
  query CategoryChoices($after: String, $words: String) {
    categories(first: 100, after: $after) {
      nodes { code path { label(locale: $words) } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Maximum number of pages of categories that can be chosen from. */
const MAX_PAGES = 10;

/** Loads the categories with their paths, for facets of their own. */
export const categoriesQuery = (locale: string | null) =>
  queryOptions({
    queryKey: ['category paths', locale],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const load = async (after: string | null) => (await request(CATEGORIES, { after }, signal)).categories;
      return (await fetchAllPages(load, MAX_PAGES)).map(({ code, path }) => ({
        code,
        label: path.map(({ label }) => label).join(' / '),
      }));
    },
  });

const EXAMPLE = graphql(`
  query PreviewExample($channel: String!) {
    products(first: 1, filter: { live: { channel: $channel } }) {
      nodes { sku slugs { channel { code } locale { code } slug } }
    }
  }
`);

/** Loads a live product of the channel, as an example for URLs; null where there is none. */
export const exampleProductQuery = (channel: string) =>
  queryOptions({
    queryKey: ['preview example', channel],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await request(EXAMPLE, { channel }, signal)).products.nodes[0] ?? null,
  });

export const PREVIEW_LINK = graphql(`
  query PreviewLink($code: String!, $product: String!) {
    previewLink(code: $code, product: $product) { url }
  }
`);
