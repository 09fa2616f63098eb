import { type RefObject, useEffect } from 'react';

/** The column in which the last field had the focus, for the next product. */
let lastColumn = 0;

/** An editor, or the button that opens it. */
const EDITOR =
  '.field-editor :is(input, textarea, select, button, [contenteditable]):not([tabindex="-1"]), button:not([tabindex="-1"])';

/** Maximum number of times that an editor is looked for, and the pause in milliseconds before each. */
const TRIES = 60;
const PAUSE_MS = 50;

/**
 * Gives the field of the address the focus, or the first field: once for each product and each link.
 *
 * @param isShown true if there are fields
 */
export function useFieldFocus(
  form: RefObject<HTMLElement | null>,
  field: string | undefined,
  productId: string,
  isShown: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each product and each link takes the focus once
  useEffect(() => {
    const { current } = form;
    if (field === undefined || current === null) return;
    const row =
      current.querySelector(`.field[data-code="${CSS.escape(field)}"]`) ?? current.querySelector('.field');
    const cells = row?.querySelectorAll('.field-context') ?? [];
    const cell = cells[Math.min(lastColumn, cells.length - 1)];
    // A link leads to the first column.
    lastColumn = 0;
    row?.scrollIntoView({ block: 'center' });
    let timer = 0;
    // The script of some editors comes later than the field.
    const focus = (tries: number) => {
      const editor = cell?.querySelector<HTMLElement>(EDITOR);
      if (editor !== null || tries === 0) return editor?.focus({ preventScroll: true });
      timer = window.setTimeout(focus, PAUSE_MS, tries - 1);
    };
    focus(TRIES);
    return () => clearTimeout(timer);
  }, [field, productId, isShown]);
}

/** Returns the code of the field that has the focus, and remembers its column for the next product. */
export function focusedField(): string | undefined {
  const field = document.activeElement?.closest('.field');
  if (field == null) return undefined;
  const cells = [...field.querySelectorAll('.field-context')];
  lastColumn = Math.max(
    0,
    cells.findIndex((cell) => cell.contains(document.activeElement)),
  );
  return field.getAttribute('data-code') ?? undefined;
}
