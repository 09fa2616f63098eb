import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { unprintableReason } from '../../kernel/text/unprintable-reason.ts';

/** Maximum number of words that an object has in one property. */
const MAX_KEYWORDS = 100;
/** Maximum number of characters of a word. */
const MAX_KEYWORD_LENGTH = 64;

/** Words to replace a set with, or to add to and take from it. */
interface KeywordsPatch {
  readonly set?: readonly string[] | null | undefined;
  readonly add?: readonly string[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
}

/** JSON Schema of a set of free words; it cannot express how many different words there may be. */
export const KEYWORDS_SCHEMA = {
  type: 'array',
  items: {
    type: 'string',
    pattern: `^\\s*[^\\s\\p{C}](?:[^\\p{C}\\p{Zl}\\p{Zp}]{0,${MAX_KEYWORD_LENGTH - 2}}[^\\s\\p{C}])?\\s*$`,
  },
} as const;

/** Returns the problem of a trimmed tag, or null. */
function checkKeyword(word: string, path: readonly string[]): FieldProblem | null {
  const problem = (code: 'required' | 'too-long' | 'invalid-format', message: Message) =>
    fieldProblem(code, path, message, { value: word });
  if (word === '') return problem('required', localized('empty-text'));
  if ([...word].length > MAX_KEYWORD_LENGTH)
    return problem('too-long', localized('term-too-long', { word, max: MAX_KEYWORD_LENGTH }));
  const fault = unprintableReason(word, 'A word');
  return fault === null ? null : problem('invalid-format', fault);
}

/**
 * Returns a set of free words after a patch, in the order of their folded form; null removes all. Words are trimmed and
 * compared without case; the spelling that is there stays when the word is added again.
 *
 * @param name the property, for the paths of problems
 */
export function patchKeywords(
  current: readonly string[],
  patch: KeywordsPatch | null,
  name: string,
): { readonly words: readonly string[]; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const existingWords = patch === null || patch.set ? [] : current;
  const wordsByKey = new Map(existingWords.map((word) => [foldKey(word), word]));
  for (const key of ['set', 'add'] as const) {
    for (const [index, given] of (patch?.[key] ?? []).entries()) {
      const word = given.trim();
      const problem = checkKeyword(word, [name, key, String(index)]);
      if (problem !== null) problems.push(problem);
      else if (!wordsByKey.has(foldKey(word))) wordsByKey.set(foldKey(word), word);
    }
  }
  for (const word of patch?.remove ?? []) wordsByKey.delete(foldKey(word.trim()));
  if (wordsByKey.size > MAX_KEYWORDS) {
    const message = localized('too-many-terms', { max: MAX_KEYWORDS, count: wordsByKey.size });
    problems.push(fieldProblem('too-many-items', [name], message, { value: wordsByKey.size }));
  }
  const sorted = [...wordsByKey].sort(([one], [other]) => (one < other ? -1 : 1));
  return { words: sorted.map(([, word]) => word), problems };
}
