import type { ReadContext } from '../../kernel/operation.ts';
import { ANY_SCOPE } from './filter/plan.ts';
import { findMatchingPlans } from './search.store.ts';
import {
  type Corrections,
  correctPlan,
  loadCorrections,
  resolveSpellings,
  type TermSpellings,
} from './spelling/load-corrections.ts';
import type { RankedTerms } from './statement/relevance.ts';
import type { Search } from './understand.ts';

/** A search with other spellings of its words. */
export interface Correction {
  readonly search: Search;
  readonly corrections: Corrections;
  readonly spelledWords: readonly TermSpellings[];
}

/** Returns a search in which words may also be spelled as corrections say, in the page, its order and facets. */
export async function correctSearch(
  context: ReadContext,
  search: Search,
  corrections: Corrections,
): Promise<Correction> {
  const spelledWords = await spell(context, search, corrections);
  const conditions = search.conditions.map((one) => ({ ...one, plan: correctPlan(one.plan, spelledWords) }));
  const sorts = search.sorts.map((sort) =>
    sort.by === 'relevance' ? { ...sort, words: withSpellings(sort.words, corrections) } : sort,
  );
  const corrected = { ...search, conditions, plan: search.visible(conditions), sorts };
  return { search: corrected, corrections, spelledWords };
}

/**
 * Finds other spellings of the words of a search; null: there are none. Where only some texts are searched, spellings
 * that none of the visible products shows are left out, because cursors contain them.
 */
export async function findCorrections(context: ReadContext, search: Search): Promise<Corrections | null> {
  const { scope, words } = search;
  if (words === null) return null;
  const all = await loadCorrections(context, scope, queryWords(words));
  const corrections = words.texts ? await onlyVisible(context, search, all) : all;
  return Object.keys(corrections).length === 0 ? null : corrections;
}

/** Returns the words of a query as they were typed, in search form. */
export const queryWords = ({ words }: RankedTerms): readonly string[] =>
  words.flatMap(([word]) => word ?? []);

async function onlyVisible(
  context: ReadContext,
  search: Search,
  corrections: Corrections,
): Promise<Corrections> {
  const spelledWords = await spell(context, search, corrections);
  const spellings = spelledWords.flatMap(({ word, spellings: [, ...others] }) =>
    others.map(({ text, plan }) => ({ word, text, plan })),
  );
  const plans = spellings.map(({ plan }) =>
    search.visible([{ on: null, condition: null, cellScope: ANY_SCOPE, plan }]),
  );
  const matched = await findMatchingPlans(context, search.scope, plans);
  const byWord = Map.groupBy(
    spellings.filter((_, index) => matched.has(index)),
    ({ word }) => word,
  );
  return Object.fromEntries([...byWord].map(([word, visible]) => [word, visible.map(({ text }) => text)]));
}

const spell = (context: ReadContext, { scope, words }: Search, corrections: Corrections) =>
  resolveSpellings(context, scope, corrections, words?.texts);

const withSpellings = ({ words, ...query }: RankedTerms, corrections: Corrections): RankedTerms => ({
  ...query,
  words: words.map(([word = '']) => [word, ...(corrections[word] ?? [])]),
});
