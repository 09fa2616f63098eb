import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entitiesQuery } from '../../catalogue/search/filter-options.ts';
import { t } from '../../i18n/translate.ts';
import { stripBrackets } from '../../ui/labels/plain-label.ts';

/** Chooses an entity of a type, by its label or code. */
export function EntityPicker(props: {
  readonly label: string;
  readonly type: string;
  readonly locale: string;
  readonly value: string | null;
  readonly isDisabled?: boolean;
  /** Code of an entity that cannot be selected. */
  readonly except?: string;
  readonly onChange: (code: string | null) => void;
}) {
  const { label, type, locale, value, isDisabled = false, except, onChange } = props;
  const [searchText, setSearchText] = useState('');
  const selected = useQuery({
    ...entitiesQuery(type, { codes: [value ?? ''] }, locale),
    enabled: value !== null,
  });
  const matches = useQuery({
    ...entitiesQuery(type, { query: searchText }, locale),
    placeholderData: keepPreviousData,
  });
  const options = new Map(
    [...(value === null ? [] : (selected.data ?? [])), ...(matches.data ?? [])]
      .filter(({ code }) => code !== except)
      .map((one) => [one.code, { value: one.code, label: stripBrackets(one.label) }]),
  );
  return (
    <Select
      label={label}
      searchable
      clearable
      selectFirstOptionOnChange
      disabled={isDisabled}
      placeholder={t('None')}
      nothingFoundMessage={t('Nothing found')}
      // The server searches labels in all locales.
      filter={({ options: all }) => all}
      data={[...options.values()]}
      value={value}
      onSearchChange={setSearchText}
      onChange={onChange}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || searchText === '') return;
        const reached = event.currentTarget.getAttribute('aria-activedescendant');
        // Until the matches of a text are loaded, the list has those of the text before it.
        if (reached !== null && !matches.isPlaceholderData) return;
        const name = searchText.trim().toLowerCase();
        const match = [...options.values()].find((one) => one.label.toLowerCase() === name);
        const choice = match ?? (matches.isPlaceholderData ? undefined : [...options.values()][0]);
        if (choice === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onChange(choice.value);
      }}
    />
  );
}
