import type { Transaction } from '../../kernel/operation.ts';
import { loadOptionsByTerm, type OptionTerm } from './option.store.ts';
import { optionKey } from './option-key.ts';

/**
 * Finds the options that words of people mean: by code, then synonym, then label. Answers the code for a word; the word
 * itself where no option has it or several have.
 */
export async function resolveOptionTerms(
  transaction: Transaction,
  organizationId: string,
  terms: readonly OptionTerm[],
): Promise<(word: OptionTerm) => string> {
  const optionsByTerm = await loadOptionsByTerm(transaction, organizationId, terms);
  return ({ optionSet, code }) => optionsByTerm.get(optionKey(optionSet, code))?.code ?? code;
}
