import { distance } from 'fastest-levenshtein';
import { localized, type Message } from './problems/messages/message.ts';

/** Maximum number of codes that are compared; a catalogue with more has the rest ignored. */
const MAX_CANDIDATES = 10_000;
/** Maximum length; no code, key or term is longer. */
const LONGEST = 100;

/** Checks the budget before each search for near terms; without limits outside requests. */
let isWithinBudget = (): boolean => true;

/** Lets `take` decide if the request under way may search for near terms once more. */
export function setSuggestionBudget(take: () => boolean): void {
  isWithinBudget = take;
}

/**
 * Returns up to three candidates that `value` was most likely meant to be, best first.
 * Case does not count; a candidate further away than a third of its length (at least 2 edits), or with no letter in
 * common, is left out: of the classes A to G, none is near to H.
 * "rood" gives "red" because a shared beginning also counts.
 *
 * @param candidates best given lazily: they are not read where {@link setSuggestionBudget} forbids it
 */
export function suggest(value: string, candidates: Iterable<string>): string[] {
  if (value.length > LONGEST || !isWithinBudget()) return [];
  const lowerValue = value.toLowerCase();
  let looked = 0;
  const ranked: { candidate: string; score: number }[] = [];
  for (const candidate of candidates) {
    looked += 1;
    if (looked > MAX_CANDIDATES) break;
    const folded = candidate.toLowerCase();
    const edits = distance(lowerValue, folded);
    const limit = Math.max(2, Math.ceil(Math.max(lowerValue.length, folded.length) / 3));
    const contained =
      Math.min(lowerValue.length, folded.length) >= 3 &&
      (folded.includes(lowerValue) || lowerValue.includes(folded));
    const isNear = edits <= limit && edits < Math.max(lowerValue.length, folded.length);
    if (isNear || contained) ranked.push({ candidate, score: contained ? Math.min(edits, 2) : edits });
  }
  return ranked
    .sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Returns " Did you mean 'red'?" or an empty text, to be appended to a message. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map((s) => `'${s}'`).join(' or ')}?`;
}

/** Returns the message, and the suggestions where there are any. */
export const withSuggestions = <Of extends Message>(
  message: Of,
  suggestions: readonly string[],
): Of | Message => (suggestions.length === 0 ? message : localized('did-you-mean', { message, suggestions }));
