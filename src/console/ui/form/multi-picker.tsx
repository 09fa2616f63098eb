import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';

/**
 * Selects several of a list by typing or by mouse. Enter takes the first match and closes the list: the next Enter submits
 * the form, and what is below is in sight. Tab takes the match and leaves; a comma takes it and
 * waits for the next.
 */
export function MultiPicker(
  props: Omit<MultiSelectProps, 'onChange'> & { readonly onChange: (values: string[]) => void },
) {
  const [isOpen, setIsOpen] = useState(false);
  const [searchText, setSearchText] = useState('');
  return (
    <MultiSelect
      searchable
      selectFirstOptionOnChange
      limit={100}
      clearButtonProps={{ 'aria-label': t('Clear') }}
      {...props}
      searchValue={searchText}
      onSearchChange={setSearchText}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onKeyDown={(event) => {
        const { key, currentTarget } = event;
        if (searchText.trim() === '') return;
        if (key === 'Tab') highlightedOption(currentTarget)?.click();
        if (key !== ',' || hasOptionWith(currentTarget, `${searchText},`)) return;
        highlightedOption(currentTarget)?.click();
        event.preventDefault();
      }}
      onChange={(values) => {
        props.onChange(values);
        // Who selects by mouse may go on.
        if (searchText !== '') setIsOpen(false);
      }}
    />
  );
}

const listOf = (field: HTMLElement): HTMLElement | null =>
  document.getElementById(field.getAttribute('aria-controls') ?? '');

/** Returns the option that Enter would take, of the open list of a field. */
const highlightedOption = (field: HTMLElement): HTMLElement | null =>
  listOf(field)?.querySelector<HTMLElement>('[data-combobox-selected]') ?? null;

/** Returns true if the list of a field has an option with a text. */
const hasOptionWith = (field: HTMLElement, text: string): boolean =>
  [...(listOf(field)?.querySelectorAll('[role="option"]') ?? [])].some(({ textContent }) =>
    textContent?.toLowerCase().includes(text.trim().toLowerCase()),
  );
