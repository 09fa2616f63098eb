// The pattern rejects control, format, surrogate, private-use and unassigned characters, and line and paragraph
// separators.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Returns the reason why a text is no key that people could type, as the rest of a sentence; null when it is one. */
export function unprintable(key: string): string | null {
  if (key.trim() !== key) return 'does not begin or end with white space';
  return UNPRINTABLE.test(key) ? 'holds printable characters only' : null;
}
