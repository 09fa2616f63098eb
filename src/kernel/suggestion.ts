import { AsyncLocalStorage } from 'node:async_hooks';
import { distance } from 'fastest-levenshtein';

/** As many mistakes of one request get suggestions; who makes more has sent something else than was meant. */
const MOST_SUGGESTED = 20;
/** Of a catalogue with more codes than these, only so many are looked at. */
const MOST_CANDIDATES = 10_000;
/** No code, key or word is longer. */
const LONGEST = 100;

const budget = new AsyncLocalStorage<{ left: number }>();

/** Answers one request, within which {@link suggest} looks for near words no more than 20 times. */
export const limitSuggestions = <Answer>(answer: () => Answer): Answer =>
  budget.run({ left: MOST_SUGGESTED }, answer);

/** Whether looking is worth it, and within what the request may spend. */
function maySuggest(value: string): boolean {
  if (value.length > LONGEST) return false;
  const request = budget.getStore();
  if (request === undefined) return true;
  request.left -= 1;
  return request.left >= 0;
}

/**
 * The up to three candidates that `value` was most likely meant to be, best first.
 * Case does not count; a candidate further away than a third of its length (at least 2 edits) is left out.
 * "rood" gives "red" because a shared beginning also counts.
 *
 * @param candidates best given lazily: they are not looked at where {@link limitSuggestions} ends it
 */
export function suggest(value: string, candidates: Iterable<string>): string[] {
  if (!maySuggest(value)) return [];
  const wanted = value.toLowerCase();
  let looked = 0;
  const ranked: { candidate: string; score: number }[] = [];
  for (const candidate of candidates) {
    looked += 1;
    if (looked > MOST_CANDIDATES) break;
    const folded = candidate.toLowerCase();
    const edits = distance(wanted, folded);
    const limit = Math.max(2, Math.ceil(Math.max(wanted.length, folded.length) / 3));
    const contained = wanted.length >= 3 && (folded.includes(wanted) || wanted.includes(folded));
    if (edits <= limit || contained)
      ranked.push({ candidate, score: contained ? Math.min(edits, 2) : edits });
  }
  return ranked
    .sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** " Did you mean 'red'?" or an empty text; to be appended to a message. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map((s) => `'${s}'`).join(' or ')}?`;
}
