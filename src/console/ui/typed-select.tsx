import { type ComboboxItem, type ComboboxItemGroup, Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/**
 * A list of choices that is searched by typing. Enter takes the first match, and nothing where there is none, however fast
 * it follows: the list itself marks its first match a moment later.
 */
export function TypedSelect({
  data,
  onChange,
  ...props
}: Omit<SelectProps, 'data' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  readonly data: readonly ComboboxItemGroup<ComboboxItem>[];
  readonly onChange: (value: string) => void;
}) {
  const [words, setWords] = useState('');
  const choices = data.flatMap(({ items }) => items);
  return (
    <Select
      size="xs"
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      {...props}
      data={[...data]}
      searchValue={words}
      onSearchChange={setWords}
      onChange={(value) => (value === null ? undefined : onChange(value))}
      onKeyDownCapture={(event) => {
        const typed = words.trim().toLowerCase();
        const isChosen = choices.some(({ value, label }) => value === props.value && label === words);
        // What an arrow key has reached, the list chooses by itself.
        const isReached = event.currentTarget.hasAttribute('aria-activedescendant');
        if (event.key !== 'Enter' || typed === '' || isChosen || isReached) return;
        event.preventDefault();
        event.stopPropagation();
        const first = choices.find(({ label }) => label.toLowerCase().includes(typed));
        if (first !== undefined) onChange(first.value);
      }}
    />
  );
}
