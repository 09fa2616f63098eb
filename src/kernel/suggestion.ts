import { distance } from 'fastest-levenshtein';

/**
 * The up to three candidates that `value` was most likely meant to be, best first.
 * Case does not count; a candidate further away than a third of its length (at least 2 edits) is left out.
 * "rood" gives "red" because a shared beginning also counts.
 */
export function suggest(value: string, candidates: Iterable<string>): string[] {
  const wanted = value.toLowerCase();
  const ranked: { candidate: string; score: number }[] = [];
  for (const candidate of candidates) {
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
