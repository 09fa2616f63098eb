import { localized, type Message } from '../problems/messages/message.ts';

// The pattern rejects control, format, surrogate, private-use and unassigned characters, and line and paragraph
// separators.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Returns the reason why a text is no key that people could type; null when it is one. */
export function unprintableReason(key: string, noun: 'A SKU' | 'A word' | 'An external id'): Message | null {
  if (key.trim() !== key) return localized('outer-space', { noun });
  return UNPRINTABLE.test(key) ? localized('unprintable', { noun }) : null;
}
