import type { Transaction } from '../../kernel/operation.ts';
import { findOptionsByWord, loadOptions } from './option.store.ts';
import { optionKey } from './option-key.ts';

/** A word in a file and the set that it is meant to be an option of. */
export interface OptionWord {
  readonly optionSet: string;
  readonly code: string;
}

/**
 * Finds the options that words of people mean: by code, then synonym, then label. Answers the code for a word; the word
 * itself where no option has it or several have.
 */
export async function resolveOptionWords(
  transaction: Transaction,
  organizationId: string,
  words: readonly OptionWord[],
): Promise<(word: OptionWord) => string> {
  const byKey = new Map(words.map((word) => [optionKey(word.optionSet, word.code), word]));
  const known = await loadOptions(transaction, organizationId, [...byKey.values()]);
  const unknown = [...byKey].flatMap(([key, word]) => (known.has(key) ? [] : [word]));
  const found = await findOptionsByWord(transaction, organizationId, unknown);
  return ({ optionSet, code }) => found.get(optionKey(optionSet, code)) ?? code;
}
