const STORAGE_KEY = 'catalograph-letter-keys';

/** Returns true if single letters are shortcuts, which people who dictate switch off (WCAG 2.1.4). */
export const hasLetterShortcuts = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off';

export function setLetterShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, 'off');
}
