import { type ComboboxItem, type ComboboxItemGroup, Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { takeMatch } from './take-match.ts';

type Groups = readonly ComboboxItemGroup<ComboboxItem>[];

/**
 * Returns the choices that contain the terms, in their groups: the one of that name is first, then those that begin
 * with the terms.
 */
export function filterChoices(groups: Groups, searchText: string): ComboboxItemGroup<ComboboxItem>[] {
  const searchTerm = searchText.trim().toLowerCase();
  const rankOf = ({ label }: ComboboxItem) => {
    const name = label.toLowerCase();
    return name === searchTerm ? 0 : name.startsWith(searchTerm) ? 1 : 2;
  };
  const best = ({ items }: Groups[number]) => Math.min(...items.map(rankOf));
  return groups
    .map(({ group, items }) => ({
      group,
      items: items
        .filter(({ label }) => label.toLowerCase().includes(searchTerm))
        .toSorted((one, other) => rankOf(one) - rankOf(other)),
    }))
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => best(one) - best(other));
}

/** Returns the first choices of groups. */
function limitChoices(groups: Groups, limit: number): ComboboxItemGroup<ComboboxItem>[] {
  let remainingCount = limit;
  return groups.map(({ group, items }) => {
    const visibleItems = items.slice(0, remainingCount);
    remainingCount -= visibleItems.length;
    return { group, items: visibleItems };
  });
}

/**
 * Shows a list of choices that is searched by typing. Enter takes the first match, and nothing where there is none,
 * however fast it follows: the list itself marks its first match a moment later. A single group is shown without its
 * name.
 *
 * @param takesTab true if Tab takes the match, too, and goes on
 */
export function Combobox({
  data,
  onChange,
  takesTab = false,
  ...props
}: Omit<SelectProps, 'data' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  readonly data: Groups;
  readonly onChange: (value: string) => void;
  readonly takesTab?: boolean;
}) {
  const choices = data.flatMap(({ items }) => items);
  // The text is set from the beginning: selecting it on focus needs it.
  const [words, setWords] = useState(() => choices.find(({ value }) => value === props.value)?.label ?? '');
  const isChosen = choices.some(({ value, label }) => value === props.value && label === words);
  const withoutName = (groups: ComboboxItemGroup<ComboboxItem>[]) =>
    data.length === 1 ? groups.flatMap(({ items }) => items) : groups;
  return (
    <Select
      size="xs"
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={t('Nothing found')}
      {...props}
      // Typed text replaces the choice of the field.
      onFocus={({ currentTarget }) => currentTarget.select()}
      // A click takes the selection away once it is over.
      onClick={({ currentTarget }) => {
        if (isChosen) requestAnimationFrame(() => currentTarget.select());
      }}
      data={withoutName([...data])}
      filter={({ search, limit }) => withoutName(limitChoices(filterChoices(data, search), limit))}
      searchValue={words}
      onSearchChange={setWords}
      onChange={(value) => (value === null ? undefined : onChange(value))}
      onKeyDownCapture={(event) => {
        const searchTerm = words.trim().toLowerCase();
        const isTab = takesTab && event.key === 'Tab';
        if (!(isTab || event.key === 'Enter') || searchTerm === '' || isChosen) return;
        const match = filterChoices(data, searchTerm)[0]?.items[0]?.value;
        if (!isTab) return takeMatch(event, match, onChange);
        // Tab goes on to the next field.
        const reached = event.currentTarget.getAttribute('aria-activedescendant');
        if (reached !== null) document.getElementById(reached)?.click();
        else if (match !== undefined) onChange(match);
      }}
    />
  );
}
