import { useQuery } from '@tanstack/react-query';
import { useList } from '../../api/use-list.ts';
import type { ConfigSearch } from '../../catalogue/model/config-page-types.ts';
import {
  countLabels,
  type LabelFilter,
  type LabelKind,
  loadLabelSummary,
  loadLabels,
} from './label-documents.ts';
import { ANY_LOCALE } from './label-toolbar.tsx';

/** Returns the limits of the list that an address names. */
export const filterOf = ({ q, kind, missing }: ConfigSearch, locales: readonly string[]): LabelFilter => ({
  search: q ?? null,
  kinds: kind === undefined ? null : [kind as LabelKind],
  missingIn: missing === undefined ? null : missing === ANY_LOCALE ? [...locales] : [missing],
});

/** Loads the objects of a filter page by page, their number, and the numbers of missing labels. */
export function useLabelList(filter: LabelFilter) {
  const list = useList(['LABELS', 'list', filter], (after, signal) => loadLabels(filter, after, signal), {
    keepsRows: true,
  });
  const { data: count } = useQuery({
    queryKey: ['LABELS', 'count', filter],
    queryFn: ({ signal }) => countLabels(filter, signal),
  });
  const { data: summary } = useQuery({
    queryKey: ['LABELS', 'summary'],
    queryFn: ({ signal }) => loadLabelSummary(signal),
  });
  return { list, count, summary };
}
