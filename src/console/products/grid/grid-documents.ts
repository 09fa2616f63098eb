import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { LISTED_PROPERTIES } from '../product-properties.tsx';

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

export const PRODUCTS = graphql(
  `
  query Products(
    $after: String
    $filter: ProductFilter
    $sort: [ProductSort!]
    $channel: String
    $locale: String
  ) {
    products(first: 50, after: $after, filter: $filter, sort: $sort) {
      nodes {
        id sku updatedAt
        label(channel: $channel, locale: $locale)
        ...ListedProperties
        image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
        completeness(channel: $channel, locale: $locale) { ratio }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [LISTED_PROPERTIES],
);

export type GridProduct = ResultOf<typeof PRODUCTS>['products']['nodes'][number];

export const COUNT = graphql(`
  query CountProducts($filter: ProductFilter) {
    products(first: 1, filter: $filter) { totalCount }
  }
`);

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
