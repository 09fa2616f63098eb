import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entitiesQuery } from '../../catalogue/search/filter-options.ts';
import { t } from '../../i18n/translate.ts';
import { takeMatch } from '../../ui/form/take-match.ts';
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
        const isChosen = value !== null && options.get(value)?.label === searchText;
        if (event.key !== 'Enter' || searchText === '' || isChosen) return;
        const { isPlaceholderData: isOutdated } = matches;
        const name = searchText.trim().toLowerCase();
        const listed = [...options.values()];
        // Among the matches of another text, only the one of that name is certain.
        const match =
          listed.find((one) => one.label.toLowerCase() === name) ?? (isOutdated ? undefined : listed[0]);
        takeMatch(event, match?.value, onChange, isOutdated);
      }}
    />
  );
}
