import { normalizeText } from './normalize-text.ts';
import { and, type OptionKey, or, type Plan, type SearchableCells } from './plan.ts';

/** Runs of scripts that are written without blanks between words. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/**
 * Returns a word of a query (in search form) as a plan. Nothing in Chinese, Japanese or Korean marks where a word ends,
 * so in a run of three characters or more each has to occur together with one of its neighbours.
 *
 * @param cells where it is searched for; in all that can be searched when left out
 */
export function planQueryTerm(
  text: string,
  options: readonly OptionKey[],
  cells?: readonly SearchableCells[],
): Plan {
  const within = cells && { cells };
  const parts = requiredSubstrings(text);
  if (parts.length === 1) return { kind: 'word', text, options, ...within };
  const inTexts = and(
    parts.map((oneOf) =>
      or(oneOf.map((part): Plan => ({ kind: 'word', text: part, options: [], ...within }))),
    ),
  );
  return options.length === 0 ? inTexts : or([inTexts, { kind: 'word', text, options, ...within }]);
}

/**
 * Returns the parts of a word that have to occur, wherever, one of each list: the word itself, or parts of it when it
 * has a long run.
 */
export function requiredSubstrings(text: string): readonly (readonly string[])[] {
  // The search form takes the syllables of Korean apart.
  const composed = text.normalize('NFC');
  const runs = [...composed.matchAll(RUN)].map(([run]) => [...run]);
  if (runs.every(({ length }) => length < 3)) return [[text]];
  const others = composed.split(RUN).filter((other) => other !== '');
  return [...others.map((other) => [other]), ...runs.flatMap(pairsOf)].map((oneOf) =>
    oneOf.map(normalizeText),
  );
}

function pairsOf(run: readonly string[]): readonly (readonly string[])[] {
  const pairs = run.slice(1).map((character, index) => `${run[index]}${character}`);
  const [first = run.join('')] = pairs;
  if (pairs.length < 2) return [[first]];
  // The second character stands in the first pair and the last but one in the last pair.
  const between = pairs.slice(1, -2).map((pair, index) => [pair, pairs[index + 2] ?? pair]);
  return [[first], ...between, [pairs.at(-1) ?? first]];
}

/** Returns true for two letters or digits: an index of trigrams knows them only as a whole word (`TV`, `4K`). */
export const isShortTerm = (text: string): boolean => /^[a-z0-9]{2}$/.test(text);
