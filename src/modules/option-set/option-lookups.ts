import type { Transaction } from '../../kernel/operation.ts';
import { loadOwnedCodes, type OwnedCode, type OwnedCodes } from '../../platform/resource/owned-codes.ts';
import { loadOptionChoices, loadOptions, type ResolvedOption } from './option.store.ts';

/** The options behind references, whose owners are option sets. */
export function loadOptionLookups(
  transaction: Transaction,
  organizationId: string,
  references: readonly OwnedCode[],
): Promise<OwnedCodes<ResolvedOption>> {
  return loadOwnedCodes(
    references,
    (wanted) =>
      loadOptions(
        transaction,
        organizationId,
        wanted.map(({ owner, code }) => ({ optionSet: owner, code })),
      ),
    (optionSets, limit) => loadOptionChoices(transaction, organizationId, optionSets, limit),
  );
}
