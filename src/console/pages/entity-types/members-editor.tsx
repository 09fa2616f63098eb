import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditorProps } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';
import { AddSelect } from '../../ui/form/add-select.tsx';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { SortableList } from '../../ui/order/sortable-list.tsx';
import { findAttributes, type Member } from './entity-type-documents.ts';

/** Adds attributes by typing, removes them, and moves them by dragging, buttons or Alt with arrow keys. */
export function MembersEditor(props: EditorProps<readonly Member[]>) {
  const { label: title, description, value, error, isDisabled, onChange } = props;
  const [searchText, setSearchText] = useState('');
  const query = useQuery({
    queryKey: ['ATTRIBUTE', 'matches', searchText],
    queryFn: ({ signal }) => findAttributes(searchText, signal),
    placeholderData: keepPreviousData,
  });
  const text = searchText.trim().toLowerCase();
  // While the server searches, those of the previous matches are shown that have the text, too.
  const matches = (query.data ?? [])
    .filter(({ label }) => !query.isPlaceholderData || label.toLowerCase().includes(text))
    .filter(({ code }) => !value.some((member) => member.code === code));
  const memberOf = (code: string) => [...value, ...matches].filter((member) => member.code === code);
  const add = (code: string) => {
    onChange([...value, ...memberOf(code).map((member) => ({ code, label: member.label }))]);
    setSearchText('');
  };
  return (
    <fieldset className="config-labels">
      <AddSelect
        label={title}
        description={description}
        placeholder={t('Add attribute')}
        error={error}
        disabled={isDisabled}
        // The server searches labels in all locales.
        filter={({ options }) => options}
        data={matches.map((attribute) => ({ value: attribute.code, label: attribute.label }))}
        searchValue={searchText}
        onSearchChange={setSearchText}
        onAdd={add}
        onKeyDown={(event) => {
          const isHighlighted = event.currentTarget.getAttribute('aria-activedescendant') !== null;
          const [first] = matches;
          if (event.key !== 'Enter' || isHighlighted || searchText === '' || first === undefined) return;
          // The list highlights no match that is loaded after typing.
          event.preventDefault();
          add(first.code);
        }}
      />
      {value.length === 0 ? null : (
        <SortableList
          label={title}
          isBusy={isDisabled}
          items={value.map((member) => ({
            key: member.code,
            name: member.label,
            content: <CodeLabel label={member.label} />,
          }))}
          onMove={(codes) => onChange(codes.flatMap(memberOf))}
          onRemove={(code) => onChange(value.filter((member) => member.code !== code))}
        />
      )}
    </fieldset>
  );
}
