import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { rememberAttributeLabels } from '../../i18n/labels.ts';

const ATTRIBUTE_LABELS = graphql(`
  query AttributeLabels($after: String, $words: String) {
    attributes(first: 100, after: $after) {
      nodes {
        code label(locale: $words) type
        optionSet { code label(locale: $words) }
        measurementFamily { units { code symbol } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Maximum number of pages of attributes whose labels are read; others keep their codes. */
const MAX_PAGES = 10;

/** Loads the labels of attributes, for messages about values, and the labels of their values. */
export const attributeLabelsQuery = queryOptions({
  queryKey: ['attribute labels'],
  queryFn: async ({ signal }) => {
    const load = async (after: string | null) =>
      (await request(ATTRIBUTE_LABELS, { after }, signal)).attributes;
    return rememberAttributeLabels(await fetchAllPages(load, MAX_PAGES));
  },
  staleTime: 60_000,
});
