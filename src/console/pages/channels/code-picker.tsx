import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { enabledLocalesQuery } from '../../catalogue/model/fields/enabled-objects.ts';
import type { CodeHints } from '../../catalogue/model/fields/usual-codes.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import type { LoadByState, NamedRow } from './list-by-name.ts';

/** Selects a locale or currency that is not enabled yet, by its name or code; the usual ones come first. */
export function CodePicker(props: {
  readonly label: string;
  readonly kind: string;
  readonly code: string;
  readonly load: LoadByState<NamedRow>;
  /** Returns the codes that are suggested. */
  readonly suggest: (codes: readonly string[], hints: CodeHints) => readonly string[];
  readonly onChange: (code: string) => void;
}) {
  const { label, kind, code, load, suggest, onChange } = props;
  const locales = useQuery(enabledLocalesQuery);
  const query = useQuery({
    queryKey: [kind, 'disabled'],
    queryFn: ({ signal }) => fetchAllPages((after) => load(after, false, signal)),
  });
  // Enter takes the first match only of choices that were there when it was typed.
  if (query.data === undefined || locales.isPending)
    return (
      <QueryResult query={query} what={label}>
        {() => null}
      </QueryResult>
    );
  const items = query.data
    .map((row) => ({ value: row.code, label: `${row.label} (${row.code})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, localeTag));
  const suggested = suggest(
    items.map(({ value }) => value),
    { languages: navigator.languages, locales: (locales.data ?? []).map((one) => one.code) },
  );
  return (
    <Select
      label={label}
      description={t('By name or code')}
      autoFocus
      searchable
      selectFirstOptionOnChange
      limit={50}
      data={[
        {
          group: t('Suggested'),
          items: suggested.flatMap((one) => items.filter(({ value }) => value === one)),
        },
        { group: t('All'), items: items.filter(({ value }) => !suggested.includes(value)) },
      ]}
      value={code}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
