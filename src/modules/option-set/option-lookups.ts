import type { Transaction } from '../../kernel/operation.ts';
import { loadOwnedCodes, type OwnedCode, type OwnedCodes } from '../../platform/resource/owned-codes.ts';
import { loadNamedChoices, loadOptions, loadOptionsByWord, type ResolvedOption } from './option.store.ts';

/** Returns the options behind references by code, whose owners are option sets. */
export function loadOptionLookups(
  transaction: Transaction,
  organizationId: string,
  references: readonly OwnedCode[],
): Promise<OwnedCodes<ResolvedOption>> {
  return lookUp(transaction, organizationId, references, loadOptions);
}

/** Returns the options behind words that people typed: codes, synonyms or labels. */
export function loadOptionWordLookups(
  transaction: Transaction,
  organizationId: string,
  words: readonly OwnedCode[],
): Promise<OwnedCodes<ResolvedOption>> {
  return lookUp(transaction, organizationId, words, loadOptionsByWord);
}

function lookUp(
  transaction: Transaction,
  organizationId: string,
  references: readonly OwnedCode[],
  load: typeof loadOptions,
): Promise<OwnedCodes<ResolvedOption>> {
  return loadOwnedCodes(
    references,
    (wanted) =>
      load(
        transaction,
        organizationId,
        wanted.map(({ owner, code }) => ({ optionSet: owner, code })),
      ),
    (optionSets, limit) => loadNamedChoices(transaction, organizationId, optionSets, limit),
  );
}
