import { queryOptions } from '@tanstack/react-query';
import { type FragmentOf, graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { PRODUCT_PROPERTIES } from '../properties/product-properties.tsx';

const FILTER_FIELDS = graphql(`
  query ProductFilterFields {
    productFilterFields { field type operators values optionSet sortable }
  }
`);

export type FilterField = ResultOf<typeof FILTER_FIELDS>['productFilterFields'][number];

/** Loads the fields for filters and sorting. */
export const filterFieldsQuery = queryOptions({
  queryKey: ['filter fields'],
  queryFn: async ({ signal }) => (await request(FILTER_FIELDS, {}, signal)).productFilterFields,
  staleTime: 60_000,
});

const NO_FIELDS: readonly FilterField[] = [];

/** Loads the fields beside the rows of a search, or before them if its conditions need the types of fields. */
export const filterFieldsBeside = ({ where }: { readonly where: readonly unknown[] }) => ({
  ...filterFieldsQuery,
  ...(where.length === 0 ? { placeholderData: NO_FIELDS as FilterField[] } : {}),
});

export const GRID_ROW = graphql(
  `
  fragment GridRow on Product {
    id version variantsCount
    ...ProductProperties
    label(channel: $channel, locale: $locale)
    image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
    variantLayout { code }
    completeness(channel: $channel, locale: $locale) { missing }
    compared: completeness(channel: $otherChannel, locale: $otherLocale) @include(if: $compares) { missing }
    values(attributes: $attributes, channels: $channels, locales: $locales, fallback: false) {
      channel locale source json
      display(locale: $locale)
      attribute { code }
    }
  }
`,
  [PRODUCT_PROPERTIES],
);

export const PRODUCTS = graphql(
  `
  query Products(
    $after: String
    $filter: ProductFilter
    $sort: [ProductSort!]
    $channel: String
    $locale: String
    $attributes: [String!]
    $channels: [String!]
    $locales: [String!]
    $compares: Boolean = false
    $otherChannel: String
    $otherLocale: String
  , $words: String) {
    products(first: 100, after: $after, filter: $filter, sort: $sort) {
      nodes { ...GridRow }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [GRID_ROW],
);

export type GridProduct = ResultOf<typeof PRODUCTS>['products']['nodes'][number];

/** Data of products that is requested beside their properties: the values of the columns. */
export interface RowVariables {
  readonly channel: string;
  readonly locale: string;
  readonly attributes: string[];
  readonly channels: string[];
  readonly locales: string[];
  /** True if there is another channel and locale to compare with. */
  readonly compares?: true;
  readonly otherChannel?: string;
  readonly otherLocale?: string;
}

const FACET = graphql(`
  fragment CountedFacet on Facet {
    field
    values { value label count parent }
  }
`);

const PRODUCT_FACETS = graphql(
  `
  query CountProducts(
    $filter: ProductFilter
    $here: ProductFilter
    $levels: ProductFilter
    $families: ProductFilter
    $words: String
  ) {
    products(first: 1, filter: $filter) {
      totalCount
      facets(on: ["status", "attribute_set", "categories"], locale: $words, order: POSITION) { ...CountedFacet }
    }
    here: products(first: 1, filter: $here) {
      facets(on: ["missing"], locale: $words, order: POSITION) { ...CountedFacet }
    }
    levels: products(first: 1, filter: $levels) {
      facets(on: ["type"], locale: $words, order: POSITION) { ...CountedFacet }
    }
    families: products(first: 1, filter: $families) { totalCount }
  }
`,
  [FACET],
);

export type Facet = FragmentOf<typeof FACET>;

type ProductFilter = NonNullable<VariablesOf<typeof PRODUCT_FACETS>['filter']>;

/**
 * Counts the products that a filter finds and their values; gaps are those of the channel and locale of the page.
 *
 * @param levels the filter without conditions on levels, by which these are counted
 */
export const facetsQuery = (
  filter: ProductFilter,
  levels: ProductFilter,
  page: Pick<RowVariables, 'channel' | 'locale'>,
) =>
  queryOptions({
    queryKey: ['product facets', filter, page],
    queryFn: async ({ signal }) => {
      const here = { ...filter, ...page };
      const families: ProductFilter = { and: [levels, { parent: { empty: true } }] };
      const counts = await request(PRODUCT_FACETS, { filter, here, levels, families }, signal);
      const types = new Map(counts.levels.facets[0]?.values.map(({ value, count }) => [value, count]));
      return {
        ...counts.products,
        facets: [...counts.products.facets, ...counts.here.facets],
        countOfLevel: {
          families: counts.families.totalCount ?? 0,
          models: types.get('model') ?? 0,
          variants: types.get('variant') ?? 0,
          sold: (types.get('simple') ?? 0) + (types.get('variant') ?? 0),
        },
      };
    },
  });
