import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/translate.ts';

/** Pause in typing, in milliseconds, after which the search begins. */
const PAUSE_MS = 250;

/** Shows the field for words to search by; a search begins after a pause in typing, or at once by Enter. */
export function SearchField({
  placeholder,
  q,
  onSearch,
}: {
  readonly placeholder: string;
  readonly q: string;
  readonly onSearch: (q: string, isTyped: boolean) => void;
}) {
  const [words, setWords] = useState(q);
  const [shown, setShown] = useState(q);
  // The search of another view or address, unless it is the one that is typed.
  if (q !== shown) {
    setShown(q);
    if (q !== words.trim()) setWords(q);
  }
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    const query = words.trim();
    if (query === shown) return;
    const timer = setTimeout(() => search.current(query, true), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, shown]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(words.trim(), false);
        }}
      >
        <TextInput
          label={t('Search')}
          placeholder={placeholder}
          size="xs"
          type="search"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </form>
    </search>
  );
}
