/**
 * Returns the content of a text that no stored text may have, as the end of a sentence; null when the text is valid.
 */
export function describeUnstorable(text: string, attribute: string): Message | null {
  // PostgreSQL's jsonb has no U+0000, and half a surrogate pair is no character in UTF-8.
  if (text.includes('\u0000')) return localized('text-with-nul', { attribute });
  if (!text.isWellFormed()) return localized('text-with-half-character', { attribute });
  return null;
}

/** The first half of a surrogate pair. */
const HIGH_SURROGATE = /[\ud800-\udbff]/;

/** Returns the number of Unicode characters (code points) of a well-formed text: `👟` counts once. */
export function countCharacters(text: string): number {
  if (!HIGH_SURROGATE.test(text)) return text.length;
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) count--;
  }
  return count;
}

import { localized, type Message } from '../../../../kernel/problems/messages/message.ts';
