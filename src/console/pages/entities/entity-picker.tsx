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
    />
  );
}
