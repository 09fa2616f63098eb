import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { rememberOptionLabels } from '../../i18n/labels.ts';
import type { CellOption } from './cell-value.ts';
import { SWATCH, toSwatch } from './swatch-document.ts';

const OPTIONS = graphql(
  `
  query CellOptions($set: String!, $locale: String, $after: String) {
    options(optionSet: $set, first: 100, after: $after, active: true, locale: $locale) {
      nodes { code label(locale: $locale) labels { text } synonyms swatch { ...SwatchParts } }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [SWATCH],
);

/** Maximum number of pages of options that are loaded; the rest can be chosen on the page of the product. */
const MAX_PAGES = 20;

/** Loads the options of a set as cells read and offer them. */
export const optionsQuery = (set: string, locale: string) =>
  queryOptions({
    queryKey: ['cell options', set, locale],
    queryFn: async ({ signal }): Promise<readonly CellOption[]> => {
      const options = await fetchAllPages(
        async (after) => (await request(OPTIONS, { set, locale, after }, signal)).options,
        MAX_PAGES,
      );
      rememberOptionLabels(set, options);
      return options.map(({ code, label, labels, synonyms, swatch }) => ({
        code,
        label,
        names: [...labels.map(({ text }) => text), ...synonyms],
        ...toSwatch(swatch),
      }));
    },
    staleTime: 60_000,
  });
