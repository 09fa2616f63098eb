import type { Transaction } from '../../kernel/operation.ts';
import { loadOptionLabels, type OptionTerm } from './option.store.ts';
import { optionKey } from './option-key.ts';
import { resolveOptionTerms } from './resolve-option-labels.ts';

/**
 * Returns the labels of options in the first of the locales that has one. An option whose label imports would not read
 * as this option keeps its code: another one has the same label, or it is no longer in use.
 *
 * @param options with codes in their stored case
 */
export async function loadLabelsOfOptions(
  transaction: Transaction,
  organizationId: string,
  options: readonly OptionTerm[],
  locales: readonly string[],
): Promise<(option: OptionTerm) => string> {
  const distinct = [...new Map(options.map((one) => [optionKey(one.optionSet, one.code), one])).values()];
  if (distinct.length === 0) return ({ code }) => code;
  const rows = await loadOptionLabels(transaction, organizationId, distinct);
  const labelledOptions = rows.flatMap(({ optionSet, code, labels }) => {
    const label = locales.map((locale) => labels[locale] ?? '').find((text) => text.trim() !== '');
    return label === undefined ? [] : [{ optionSet, code, label: label.trim() }];
  });
  const codeOf = await resolveOptionTerms(
    transaction,
    organizationId,
    labelledOptions.map(({ optionSet, label }) => ({ optionSet, code: label })),
  );
  const optionLabels = new Map(
    labelledOptions
      .filter(({ optionSet, code, label }) => codeOf({ optionSet, code: label }) === code)
      .map(({ optionSet, code, label }) => [optionKey(optionSet, code), label]),
  );
  return ({ optionSet, code }) => optionLabels.get(optionKey(optionSet, code)) ?? code;
}
