import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { localized, type Message, verbatim } from '../../../../kernel/problems/messages/message.ts';

/** Characters of a pattern; what is longer belongs into an option set or a format. */
export const MAX_PATTERN_LENGTH = 500;

const compiled = new LRUCache<string, RE2JS>({ max: 500 });

/**
 * Returns true if the whole text matches. Patterns come from users and run over every value, so they run in RE2, whose
 * time grows with the text alone. `[A-Z]+` does not match `ABC-1`; write `.*[A-Z].*` for "contains".
 */
export function matchesPattern(pattern: string, text: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = RE2JS.compile(pattern);
    compiled.set(pattern, expression);
  }
  return expression.testExact(text);
}

/**
 * Returns the reason why RE2 cannot use the pattern (it has no look-around and no back-references), or null when it
 * can.
 */
export function checkPattern(pattern: string): Message | null {
  if (pattern === '') return localized('pattern-empty');
  if (pattern.length > MAX_PATTERN_LENGTH) return localized('pattern-too-long', { max: MAX_PATTERN_LENGTH });
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? verbatim(error.message) : localized('pattern-unreadable');
  }
}
