import { useState } from 'react';

/** The focus, the selection and the open items of a tree. */
export type TreeState = ReturnType<typeof useTree>;

const NONE: ReadonlySet<string> = new Set();

/** Stores which items of a tree are open, selected and cut, and which one has the focus. */
export function useTree() {
  const [active, setActive] = useState<string | null>(null);
  const [expanded, setExpanded] = useState(NONE);
  const [selected, setSelected] = useState(NONE);
  const [cut, setCut] = useState<readonly string[]>([]);
  const expand = (keys: readonly string[]) =>
    setExpanded((old) => (keys.every((key) => old.has(key)) ? old : new Set([...old, ...keys])));
  return {
    active,
    setActive,
    expanded,
    expand,
    collapse: (key: string) => setExpanded((old) => new Set([...old].filter((other) => other !== key))),
    selected,
    toggle: (key: string) =>
      setSelected((old) => {
        const others = [...old].filter((other) => other !== key);
        return new Set(old.has(key) ? others : [...others, key]);
      }),
    /** Selects an item and the next one, which gets the focus. */
    extend: (key: string, next: string) => {
      setSelected((old) => new Set([...old, key, next]));
      setActive(next);
    },
    /** The items that were cut, and wait for the place where they are pasted. */
    cut,
    setCut,
    /** Selects and cuts nothing. */
    clear: () => {
      setSelected(NONE);
      setCut([]);
    },
  };
}
