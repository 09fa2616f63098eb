import { usePageShortcuts } from '../../../ui/use-page-shortcuts.ts';

/** Finds fields that are refused, and the first choice where somebody else has changed one. */
const FAULTS = 'main :is([aria-invalid="true"], .conflict > button:first-of-type)';

/** Moves the focus to the next field that is refused or that somebody else has changed, by F8. */
export const useNextFault = (): void =>
  usePageShortcuts({ toNextFault: focusNextFault }, ({ key }) => (key === 'F8' ? 'toNextFault' : null));

function focusNextFault(): void {
  const faults = [...document.querySelectorAll<HTMLElement>(FAULTS)].filter((one) => one.checkVisibility());
  const { activeElement } = document;
  const isBehindFocus = (one: HTMLElement) =>
    activeElement !== null &&
    (activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  (faults.find(isBehindFocus) ?? faults[0])?.focus();
}
