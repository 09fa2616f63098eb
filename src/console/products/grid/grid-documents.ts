import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

const FILTER_FIELDS = graphql(`
  query ProductFilterFields {
    productFilterFields { field type operators values optionSet sortable }
  }
`);

export type FilterField = ResultOf<typeof FILTER_FIELDS>['productFilterFields'][number];

/** The fields for filters and sorting. */
export const filterFieldsQuery = queryOptions({
  queryKey: ['filter fields'],
  queryFn: async ({ signal }) => (await request(FILTER_FIELDS, {}, signal)).productFilterFields,
  staleTime: 60_000,
});

export const GRID_ROW = graphql(`
  fragment GridRow on Product {
    id sku version type status updatedAt
    label(channel: $channel, locale: $locale)
    image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
    attributeSet { label(locale: $locale) }
    completeness(channel: $channel, locale: $locale) { ratio missing }
    values(attributes: $attributes, channels: $channels, locales: $locales, fallback: false) {
      channel locale source json
      display(locale: $locale)
      attribute { code }
    }
  }
`);

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
  ) {
    products(first: 100, after: $after, filter: $filter, sort: $sort) {
      nodes { ...GridRow }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [GRID_ROW],
);

export type GridProduct = ResultOf<typeof PRODUCTS>['products']['nodes'][number];

/** What is read of products beside their properties: the values of the columns. */
export interface RowVariables {
  readonly channel: string;
  readonly locale: string;
  readonly attributes: string[];
  readonly channels: string[];
  readonly locales: string[];
}

export const COUNT = graphql(`
  query CountProducts($filter: ProductFilter, $locale: String) {
    products(first: 1, filter: $filter) {
      totalCount
      facets(on: ["status", "attribute_set", "categories", "missing"], locale: $locale, order: POSITION) {
        field label
        values { value label count parent }
      }
    }
  }
`);

export type Facet = ResultOf<typeof COUNT>['products']['facets'][number];

export const RUN_EXPORT = graphql(
  `
  mutation RunExport($code: String!, $input: RunProfileInput!) {
    runProfile(code: $code, input: $input) {
      __typename
      ... on JobPayload { job { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

export type ExportInput = VariablesOf<typeof RUN_EXPORT>['input'];

const EXPORT_CHOICES = graphql(`
  query ExportChoices {
    importExportProfiles(first: 100) { nodes { code label direction resource format columns } }
    channels(first: 100, active: true) { nodes { code label } }
    locales(first: 100, enabled: true) { nodes { code label } }
  }
`);

const ATTRIBUTES = graphql(`
  query ExportedAttributes($after: String) {
    attributes(first: 100, after: $after) {
      nodes { code localizable scopable }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Attribute = ResultOf<typeof ATTRIBUTES>['attributes']['nodes'][number];
export type ExportChoices = ResultOf<typeof EXPORT_CHOICES> & { readonly attributes: readonly Attribute[] };

/** The most pages of attributes that are offered as columns; others can be typed. */
const MAXIMUM_PAGES = 10;

/** The choices of the export form. */
export const exportChoicesQuery = queryOptions({
  queryKey: ['export choices'],
  queryFn: async ({ signal }): Promise<ExportChoices> => {
    const choices = await request(EXPORT_CHOICES, {}, signal);
    const attributes: Attribute[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < MAXIMUM_PAGES; pages += 1) {
      const page: ResultOf<typeof ATTRIBUTES> = await request(ATTRIBUTES, { after }, signal);
      attributes.push(...page.attributes.nodes);
      after = page.attributes.pageInfo.endCursor;
      if (!page.attributes.pageInfo.hasNextPage) break;
    }
    return { ...choices, attributes };
  },
  staleTime: 60_000,
});
