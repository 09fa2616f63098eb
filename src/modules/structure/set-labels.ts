import { foldKey } from '../../kernel/codes.ts';
import type { CatalogueStructure } from './structure.ts';

/**
 * Returns the code of the attribute set that a term of people means: by code, then by label in any language. The term
 * itself where no set has it or several have.
 */
export function resolveSetLabel({ sets }: CatalogueStructure, word: string): string {
  const key = foldKey(word);
  const matchingSet = sets.get(key);
  if (key === '' || matchingSet !== undefined) return matchingSet?.document.code ?? word;
  const [only, ...others] = [...sets.values()].filter(({ document: { labels } }) =>
    Object.values(labels).some((label) => foldKey(label) === key),
  );
  return only === undefined || others.length > 0 ? word : only.document.code;
}

/**
 * Returns the label of a set in the first of the locales that has one; its code where imports would not read the label
 * as this set.
 */
export function labelSet(structure: CatalogueStructure, code: string, locales: readonly string[]): string {
  const labels = structure.sets.get(foldKey(code))?.document.labels ?? {};
  const label = locales.map((locale) => labels[locale]?.trim()).find(Boolean) ?? code;
  return resolveSetLabel(structure, label) === code ? label : code;
}
