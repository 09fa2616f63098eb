const STORED_AS = 'catalograph-letter-keys';

/** Returns true if single letters are shortcuts, which people who dictate switch off (WCAG 2.1.4). */
export const hasLetterShortcuts = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

export function setLetterShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, 'off');
}
