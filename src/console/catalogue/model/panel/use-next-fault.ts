import { useEffect } from 'react';

/** Finds fields that are refused, and the first choice where somebody else has changed one. */
const FAULTS = 'main :is([aria-invalid="true"], .conflict > button:first-of-type)';

/** Moves the focus to the next field that is refused or that somebody else has changed, by F8. */
export function useNextFault(): void {
  useEffect(() => {
    const toNextFault = (event: KeyboardEvent) => {
      // A sheet has gone to its next refused cell.
      if (event.key !== 'F8' || event.defaultPrevented) return;
      event.preventDefault();
      const faults = [...document.querySelectorAll<HTMLElement>(FAULTS)].filter((one) =>
        one.checkVisibility(),
      );
      const isBehindFocus = (one: HTMLElement) =>
        document.activeElement !== null &&
        (document.activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      (faults.find(isBehindFocus) ?? faults[0])?.focus();
    };
    addEventListener('keydown', toNextFault);
    return () => removeEventListener('keydown', toNextFault);
  }, []);
}
