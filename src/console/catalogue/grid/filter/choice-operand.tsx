import { MultiSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import { entitiesQuery, fieldEntityType, filterOptionsQuery } from '../../search/filter-options.ts';
import type { FilterField } from '../../search/grid-documents.ts';
import type { CellOption } from '../../values/cell-value.ts';
import { filterOptions } from '../../values/option-editor.tsx';

/**
 * Shows the values that a field is compared with, chosen by their labels: Enter takes the first match, and nothing that
 * is none.
 */
export function ChoiceOperand(props: {
  readonly field: FilterField;
  readonly model: GridSchema;
  readonly locale: string;
  readonly chosen: readonly string[];
  readonly isFaulty: boolean;
  readonly onChange: (codes: readonly string[]) => void;
}) {
  const { field, model, locale, chosen, isFaulty, onChange } = props;
  const [words, setWords] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  /** Text that Enter was pressed on; its first match is chosen as soon as the choices are loaded. */
  const [typed, setTyped] = useState<string | null>(null);
  const { options, labelled } = useChoices(field, model, { locale, words, chosen });
  useEffect(() => {
    if (typed === null || options === undefined) return;
    const [first] = filterOptions(options, typed);
    setTyped(null);
    if (first === undefined) return;
    setWords('');
    setIsOpen(false);
    if (!chosen.includes(first.code)) onChange([...chosen, first.code]);
  }, [typed, options, chosen, onChange]);
  return (
    <MultiSelect
      label={t('Value')}
      data-value
      size="xs"
      searchable
      selectFirstOptionOnChange
      limit={100}
      maxDropdownHeight={260}
      error={isFaulty}
      value={[...chosen]}
      data={labelled.map(({ code, label }) => ({ value: code, label }))}
      filter={({ options: all, search }) => {
        const matchingCodes = filterOptions(options ?? [], search).map(({ code }) => code);
        const byCode = new Map(all.map((one) => ['value' in one ? one.value : '', one]));
        return matchingCodes.flatMap((code) => byCode.get(code) ?? []);
      }}
      nothingFoundMessage={
        options === undefined ? t('Loading {what}…', { what: t('values') }) : t('Nothing found')
      }
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      searchValue={words}
      onSearchChange={setWords}
      onChange={onChange}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || words.trim() === '') return;
        // The list itself chooses the item that an arrow key has reached.
        if (event.currentTarget.hasAttribute('aria-activedescendant')) return;
        // The typed text is a choice, or nothing: the form is sent by the next Enter. The list's own first match is not
        // yet marked when somebody types fast.
        event.preventDefault();
        event.stopPropagation();
        setTyped(words);
      }}
    />
  );
}

/**
 * Returns the choices of a field, undefined while they are loaded; and those with the chosen ones, which need their
 * labels.
 */
function useChoices(
  field: FilterField,
  model: GridSchema,
  {
    locale,
    words,
    chosen,
  }: { readonly locale: string; readonly words: string; readonly chosen: readonly string[] },
) {
  const type = fieldEntityType(field.field, model);
  const listed = useQuery({ ...filterOptionsQuery(field, model, locale), enabled: type === null }).data;
  const searchQuery = useQuery({
    ...entitiesQuery(type ?? '', { query: words.trim() }, locale),
    enabled: type !== null,
    placeholderData: keepPreviousData,
  });
  const selectedQuery = useQuery({
    ...entitiesQuery(type ?? '', { codes: chosen }, locale),
    enabled: type !== null && chosen.length > 0,
    placeholderData: keepPreviousData,
  }).data;
  const options = type === null ? listed : searchQuery.isPlaceholderData ? undefined : searchQuery.data;
  const all: readonly CellOption[] = [...(options ?? searchQuery.data ?? []), ...(selectedQuery ?? [])];
  return { options, labelled: [...new Map(all.map((option) => [option.code, option])).values()] };
}
