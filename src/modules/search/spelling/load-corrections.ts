import type { Transaction } from '../../../kernel/operation.ts';
import { loadOptionTexts, optionsByLabelTerm } from '../filter/load-references.ts';
import { or, type Plan } from '../filter/plan.ts';
import type { SearchScope } from '../statement/compile-plan.ts';
import { correctableWords, deletionHashes, isCorrectable, isWithinOneEdit } from './edit-distance.ts';
import { type SearchableTexts, searchableCells } from './searchable-texts.ts';
import { findSimilarWords } from './vocabulary.store.ts';

/** Other spellings of words of a query (in search form), by the word; none is empty. */
export type Corrections = Readonly<Record<string, readonly string[]>>;

/** Maximum number of words of a query that are corrected, and maximum number of spellings of each. */
const MAX_CORRECTED_TERMS = 10;
const MAXIMUM_SPELLINGS = 10;

/** Returns words of products and of labels of searchable options that are spelled almost like words of a query. */
export async function loadCorrections(
  transaction: Transaction,
  { organizationId, structure }: SearchScope,
  terms: readonly string[],
): Promise<Corrections> {
  const correctable = terms.filter(isCorrectable).slice(0, MAX_CORRECTED_TERMS);
  if (correctable.length === 0) return {};
  const variants = correctable.flatMap((word) => deletionHashes(organizationId, word));
  const stored = await findSimilarWords(transaction, organizationId, [...new Set(variants)]);
  const labels = await loadOptionTexts(transaction, organizationId, structure);
  const candidates = new Set([...stored, ...labels.flatMap(correctableWords)]);
  const entries = correctable.map((word): [string, readonly string[]] => [
    word,
    [...candidates]
      .filter((other) => other !== word && isWithinOneEdit(word, other))
      .slice(0, MAXIMUM_SPELLINGS),
  ]);
  return Object.fromEntries(entries.filter(([, spellings]) => spellings.length > 0));
}

/** A word of a query and the plans of its spellings, as it was typed first. */
export interface TermSpellings {
  readonly word: string;
  readonly spellings: readonly { readonly text: string; readonly plan: Plan }[];
}

/** Returns the spellings of words with the options whose labels have them. */
export async function resolveSpellings(
  transaction: Transaction,
  { organizationId, structure }: SearchScope,
  corrections: Corrections,
  texts?: SearchableTexts,
): Promise<readonly TermSpellings[]> {
  const entries = Object.entries(corrections);
  const distinctTerms = [...new Set(entries.flat(2))];
  const options = await optionsByLabelTerm(transaction, organizationId, structure, distinctTerms, texts);
  const within = texts && { cells: searchableCells(structure, texts) };
  const planOf = (text: string): Plan => ({
    kind: 'word',
    text,
    options: options.get(text) ?? [],
    ...within,
  });
  return entries.map(([word, others]) => ({
    word,
    spellings: [word, ...others].map((text) => ({ text, plan: planOf(text) })),
  }));
}

/** Returns a plan in which words that must hold may be spelled otherwise. */
export function correctPlan(plan: Plan, spelledWords: readonly TermSpellings[]): Plan {
  if (plan.kind === 'and') return { kind: 'and', of: plan.of.map((one) => correctPlan(one, spelledWords)) };
  const spelled = plan.kind === 'word' ? spelledWords.find(({ word }) => word === plan.text) : undefined;
  return spelled === undefined ? plan : or(spelled.spellings.map((one) => one.plan));
}
