import type { Transaction } from '../../kernel/operation.ts';
import {
  loadQualifiedCodes,
  type QualifiedCode,
  type QualifiedCodes,
} from '../../platform/resource/qualified-codes.ts';
import { loadLabelledOptions, loadOptions, loadOptionsByTerm, type ResolvedOption } from './option.store.ts';

/** Returns the options behind references by code, whose owners are option sets. */
export function loadOptionLookups(
  transaction: Transaction,
  organizationId: string,
  references: readonly QualifiedCode[],
): Promise<QualifiedCodes<ResolvedOption>> {
  return lookUp(transaction, organizationId, references, loadOptions);
}

/** Returns the options behind words that people typed: codes, synonyms or labels. */
export function loadOptionTermLookups(
  transaction: Transaction,
  organizationId: string,
  terms: readonly QualifiedCode[],
): Promise<QualifiedCodes<ResolvedOption>> {
  return lookUp(transaction, organizationId, terms, loadOptionsByTerm);
}

function lookUp(
  transaction: Transaction,
  organizationId: string,
  references: readonly QualifiedCode[],
  load: typeof loadOptions,
): Promise<QualifiedCodes<ResolvedOption>> {
  return loadQualifiedCodes(
    references,
    (requestedCodes) =>
      load(
        transaction,
        organizationId,
        requestedCodes.map(({ owner, code }) => ({ optionSet: owner, code })),
      ),
    (optionSets, limit) => loadLabelledOptions(transaction, organizationId, optionSets, limit),
  );
}
