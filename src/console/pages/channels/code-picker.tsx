import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import type { LoadByState, NamedRow } from './list-by-name.ts';

/** Selects a locale or currency that is not enabled yet, by its name or code. */
export function CodePicker(props: {
  readonly label: string;
  readonly kind: string;
  readonly code: string;
  readonly load: LoadByState<NamedRow>;
  readonly onChange: (code: string) => void;
}) {
  const { label, kind, code, load, onChange } = props;
  const query = useQuery({
    queryKey: [kind, 'disabled'],
    queryFn: ({ signal }) => fetchAllPages((after) => load(after, false, signal)),
  });
  // Enter takes the first match only of choices that were there when it was typed.
  if (query.data === undefined)
    return (
      <QueryResult query={query} what={label}>
        {() => null}
      </QueryResult>
    );
  const items = query.data
    .map((row) => ({ value: row.code, label: `${row.label} (${row.code})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, localeTag));
  return (
    <Select
      label={label}
      description={t('By name or code')}
      autoFocus
      searchable
      selectFirstOptionOnChange
      limit={50}
      data={items}
      value={code}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
