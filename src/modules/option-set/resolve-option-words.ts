import type { Transaction } from '../../kernel/operation.ts';
import { loadOptionsByWord, type OptionWord } from './option.store.ts';
import { optionKey } from './option-key.ts';

/**
 * Finds the options that words of people mean: by code, then synonym, then label. Answers the code for a word; the word
 * itself where no option has it or several have.
 */
export async function resolveOptionWords(
  transaction: Transaction,
  organizationId: string,
  words: readonly OptionWord[],
): Promise<(word: OptionWord) => string> {
  const found = await loadOptionsByWord(transaction, organizationId, words);
  return ({ optionSet, code }) => found.get(optionKey(optionSet, code))?.code ?? code;
}
