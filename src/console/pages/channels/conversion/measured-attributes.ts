import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

const MEASURED = graphql(`
  query MeasuredAttributes($after: String, $words: String) {
    attributes(first: 100, after: $after, types: [MEASUREMENT], sort: { field: LABEL }, locale: $words) {
      nodes {
        code defaultUnit label(locale: $words)
        measurementFamily { units { code symbol label(locale: $words) } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type MeasuredAttribute = ResultOf<typeof MEASURED>['attributes']['nodes'][number];

/** Loads the attributes whose amounts can be converted, by label. */
export const measuredAttributesQuery = queryOptions({
  queryKey: ['ATTRIBUTE', 'measured'],
  queryFn: ({ signal }) =>
    fetchAllPages(async (after) => (await request(MEASURED, { after }, signal)).attributes),
  staleTime: 60_000,
});

/** Returns the symbol of a unit of an attribute; its code where the attribute is not loaded. */
export const unitSymbol = (attribute: MeasuredAttribute | undefined, code: string): string =>
  attribute?.measurementFamily?.units?.find((unit) => unit.code === code)?.symbol || code;
