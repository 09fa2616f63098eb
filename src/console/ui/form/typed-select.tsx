import { type ComboboxItem, type ComboboxItemGroup, Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/t.ts';

type Groups = readonly ComboboxItemGroup<ComboboxItem>[];

/**
 * Returns the choices that contain the terms, in their groups: the one of that name is first, then those that begin
 * with the terms.
 */
export function findChoices(groups: Groups, words: string): ComboboxItemGroup<ComboboxItem>[] {
  const typed = words.trim().toLowerCase();
  const rankOf = ({ label }: ComboboxItem) => {
    const name = label.toLowerCase();
    return name === typed ? 0 : name.startsWith(typed) ? 1 : 2;
  };
  const best = ({ items }: Groups[number]) => Math.min(...items.map(rankOf));
  return groups
    .map(({ group, items }) => ({
      group,
      items: items
        .filter(({ label }) => label.toLowerCase().includes(typed))
        .toSorted((one, other) => rankOf(one) - rankOf(other)),
    }))
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => best(one) - best(other));
}

/** Returns the first choices of groups. */
function firstChoices(groups: Groups, limit: number): ComboboxItemGroup<ComboboxItem>[] {
  let left = limit;
  return groups.map(({ group, items }) => {
    const shown = items.slice(0, left);
    left -= shown.length;
    return { group, items: shown };
  });
}

/**
 * Shows a list of choices that is searched by typing. Enter takes the first match, and nothing where there is none,
 * however fast it follows: the list itself marks its first match a moment later. A single group is shown without its
 * name.
 *
 * @param takesTab true if Tab takes the match, too, and goes on
 */
export function TypedSelect({
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
      filter={({ search, limit }) => withoutName(firstChoices(findChoices(data, search), limit))}
      searchValue={words}
      onSearchChange={setWords}
      onChange={(value) => (value === null ? undefined : onChange(value))}
      onKeyDownCapture={(event) => {
        const typed = words.trim().toLowerCase();
        const isTab = takesTab && event.key === 'Tab';
        if (!(isTab || event.key === 'Enter') || typed === '' || isChosen) return;
        const reached = event.currentTarget.getAttribute('aria-activedescendant');
        if (isTab && reached !== null) document.getElementById(reached)?.click();
        // The list itself chooses the item that an arrow key has reached.
        if (reached !== null) return;
        if (!isTab) {
          event.preventDefault();
          event.stopPropagation();
        }
        const first = findChoices(data, typed)[0]?.items[0];
        if (first !== undefined) onChange(first.value);
      }}
    />
  );
}
