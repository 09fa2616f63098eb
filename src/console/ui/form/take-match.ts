import type { KeyboardEvent } from 'react';

/**
 * Takes the first match of a typed text when Enter follows before the list has marked it. An item that the list has
 * marked is left to the list.
 *
 * @param match undefined where there is none: then Enter takes nothing
 * @param isOutdated true while the list has the matches of another text, so that what it has marked is not meant
 */
export function takeMatch(
  event: KeyboardEvent<HTMLElement>,
  match: string | undefined,
  take: (value: string) => void,
  isOutdated = false,
): void {
  if (!isOutdated && event.currentTarget.getAttribute('aria-activedescendant') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  if (match !== undefined) take(match);
}
