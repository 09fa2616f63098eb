import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { OPTIONS } from '../edits/edit-documents.ts';
import type { CellOption } from './cell-value.ts';

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
        for (const { code, label, labels, synonyms } of page.nodes)
          found.push({ code, label, names: [...labels.map(({ text }) => text), ...synonyms] });
        after = page.pageInfo.endCursor;
        if (!page.pageInfo.hasNextPage) break;
      }
      return found;
    },
    staleTime: 60_000,
  });
