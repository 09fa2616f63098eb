import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import type { CellOption } from './cell-value.ts';

const OPTIONS = graphql(`
  query CellOptions($set: String!, $locale: String, $after: String) {
    options(optionSet: $set, first: 100, after: $after, active: true, locale: $locale) {
      nodes { code label(locale: $locale) labels { text } synonyms swatch { color } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The most pages of options that are loaded; the rest can be chosen on the page of the product. */
const MAXIMUM_PAGES = 20;

/** The options of a set as cells read and offer them. */
export const optionsQuery = (set: string, locale: string) =>
  queryOptions({
    queryKey: ['cell options', set, locale],
    queryFn: async ({ signal }): Promise<readonly CellOption[]> => {
      const found: CellOption[] = [];
      let after: string | null = null;
      for (let pages = 0; pages < MAXIMUM_PAGES; pages += 1) {
        const answer: ResultOf<typeof OPTIONS> = await request(OPTIONS, { set, locale, after }, signal);
        const page = answer.options;
        if (page === null) break;
        for (const { code, label, labels, synonyms, swatch } of page.nodes) {
          const names = [...labels.map(({ text }) => text), ...synonyms];
          found.push({ code, label, names, color: swatch?.color ?? null });
        }
        after = page.pageInfo.endCursor;
        if (!page.pageInfo.hasNextPage) break;
      }
      return found;
    },
    staleTime: 60_000,
  });
