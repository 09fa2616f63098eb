import { language } from '../i18n/translate.ts';

let catalogueLocales: readonly string[] = [];

/** Tells which locales the catalogue has. */
export const setCatalogueLocales = (codes: readonly string[]): void => {
  catalogueLocales = codes;
};

/** Returns true if a locale is of the language of the page. */
export const matchesPageLanguage = (code: string | null): boolean => code?.split('_')[0] === language;

/**
 * Returns the locale of the labels of attributes, sets and all else that describes products: of the language of the
 * page, where the catalogue has one, otherwise that of the values. Who works on French values in an English console
 * reads English labels.
 */
export function labelLocale(): string | null {
  const urlLocale = new URLSearchParams(location.search).get('locale');
  if (matchesPageLanguage(urlLocale)) return urlLocale;
  return catalogueLocales.find(matchesPageLanguage) ?? urlLocale;
}

/** Returns the variable of {@link labelLocale} for a document that has it. */
export const labelVariables = (query: string): { readonly words?: string | null } =>
  query.includes('$words') ? { words: labelLocale() } : {};
