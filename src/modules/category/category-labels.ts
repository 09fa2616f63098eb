import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { findLabelledCategories, loadCategoryCodes, loadCategoryLabels } from './category.store.ts';

/**
 * Finds the categories that words of people mean: by code, then by label in any language. Answers the code for a word; the
 * word itself where no category has it or several have.
 */
export async function resolveCategoryLabels(
  transaction: Transaction,
  organizationId: string,
  searchTerms: readonly string[],
): Promise<(word: string) => string> {
  const keys = [...new Set(searchTerms.map(foldKey))].filter((key) => key !== '');
  const codesByKey = await loadCategoryCodes(transaction, organizationId, keys);
  const others = keys.filter((key) => !codesByKey.has(key));
  const codesByLabel =
    others.length === 0 ? codesByKey : await findLabelledCategories(transaction, organizationId, others);
  return (word) => codesByKey.get(foldKey(word)) ?? codesByLabel.get(foldKey(word)) ?? word;
}

/**
 * Returns the labels of categories in the first of the locales that has one. A category whose label imports would not
 * read as this category keeps its code.
 *
 * @param codes in their stored case
 */
export async function labelCategories(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
  locales: readonly string[],
): Promise<(code: string) => string> {
  const distinct = [...new Set(codes)];
  if (distinct.length === 0) return (code) => code;
  const labels = await loadCategoryLabels(transaction, organizationId, distinct);
  const best = new Map(
    [...labels].map(([code, all]) => [
      code,
      locales.map((locale) => all[locale]?.trim()).find(Boolean) ?? code,
    ]),
  );
  const codeOf = await resolveCategoryLabels(transaction, organizationId, [...best.values()]);
  return (code) => {
    const label = best.get(code) ?? code;
    return codeOf(label) === code ? label : code;
  };
}
