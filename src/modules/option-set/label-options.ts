import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { OptionWord } from './option.store.ts';
import { optionKey } from './option-key.ts';
import { resolveOptionWords } from './resolve-option-words.ts';

const LABELS = defineStatement<{ option_set: string; code: string; labels: Labels }>({
  name: 'option.labels',
  kind: 'read',
  row: { option_set: 'text', code: 'text', labels: 'json' },
  sql: `SELECT option.option_set, option.code, option.labels
        FROM unnest($2::text[], $3::text[]) AS wanted (option_set, code_key)
        JOIN public.option ON option.organization_id = $1::uuid AND option.option_set = wanted.option_set
          AND option.code_key = wanted.code_key`,
});

/**
 * The labels of options in the first of the locales that has one. An option whose label imports would not read as this option
 * keeps its code: another one has the same label, or it is no longer in use.
 *
 * @param options with codes in their stored case
 */
export async function labelOptions(
  transaction: Transaction,
  organizationId: string,
  options: readonly OptionWord[],
  locales: readonly string[],
): Promise<(option: OptionWord) => string> {
  const distinct = [...new Map(options.map((one) => [optionKey(one.optionSet, one.code), one])).values()];
  if (distinct.length === 0) return ({ code }) => code;
  const rows = await transaction.execute(LABELS, [
    organizationId,
    distinct.map(({ optionSet }) => optionSet),
    distinct.map(({ code }) => foldKey(code)),
  ]);
  const labelled = rows.flatMap(({ option_set: optionSet, code, labels }) => {
    const label = locales.map((locale) => labels[locale] ?? '').find((text) => text.trim() !== '');
    return label === undefined ? [] : [{ optionSet, code, label: label.trim() }];
  });
  const codeOf = await resolveOptionWords(
    transaction,
    organizationId,
    labelled.map(({ optionSet, label }) => ({ optionSet, code: label })),
  );
  const found = new Map(
    labelled
      .filter(({ optionSet, code, label }) => codeOf({ optionSet, code: label }) === code)
      .map(({ optionSet, code, label }) => [optionKey(optionSet, code), label]),
  );
  return ({ optionSet, code }) => found.get(optionKey(optionSet, code)) ?? code;
}
