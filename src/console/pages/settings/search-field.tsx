import { TextInput } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import { SearchIcon } from '../../ui/icons.ts';

/** Searches a list that is loaded as a whole, by name and by code. */
export const SearchField = (props: {
  readonly label: string;
  readonly words: string;
  readonly onSearch: (words: string) => void;
}) => (
  <TextInput
    type="search"
    aria-label={props.label}
    placeholder={props.label}
    leftSection={<SearchIcon />}
    maw={320}
    mb="md"
    value={props.words}
    onChange={({ currentTarget }) => props.onSearch(currentTarget.value)}
    title={t('By name or code')}
  />
);

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the rows whose name or code has all terms, without accents and case; those that are enabled come first. */
export function findByName<Row extends { readonly code: string; readonly enabled: boolean }>(
  rows: readonly Row[],
  searchText: string,
  nameOf: (row: Row) => string,
): readonly Row[] {
  const parts = plain(searchText)
    .split(/[\s_-]+/)
    .filter((part) => part !== '');
  return rows
    .filter((row) => {
      const text = plain(`${nameOf(row)} ${row.code}`);
      return parts.every((part) => text.includes(part));
    })
    .toSorted((one, other) => Number(other.enabled) - Number(one.enabled));
}
