import { language } from '../i18n/translate.ts';

/** It is null until they are loaded. */
let catalogueLocales: readonly string[] | null = null;

/** Tells which locales the catalogue has. */
export const setCatalogueLocales = (codes: readonly string[]): void => {
  catalogueLocales = codes;
};

/** Returns true if a locale is of the language of the page. */
export const matchesPageLanguage = (code: string | null): boolean => code?.split('_')[0] === language;

/** Returns locales in the order of labels: those of the language of the page first. */
export const inPageOrder = (codes: readonly string[]): readonly string[] =>
  codes.toSorted((one, other) => Number(matchesPageLanguage(other)) - Number(matchesPageLanguage(one)));

/**
 * Returns the locale of the labels of attributes, sets and all else that describes products: of the language of the
 * page, where the catalogue has one, otherwise that of the values. Who works on French values in an English console
 * reads English labels.
 */
export function labelLocale(): string | null {
  const requested = new URLSearchParams(location.search).get('locale');
  // A locale of the address may be gone, and the server rejects it then.
  const isGone = requested !== null && catalogueLocales?.includes(requested) === false;
  const urlLocale = isGone ? null : requested;
  if (matchesPageLanguage(urlLocale)) return urlLocale;
  return catalogueLocales?.find(matchesPageLanguage) ?? urlLocale;
}

/** Returns the variable of {@link labelLocale} for a document that has it. */
export const labelVariables = (query: string): { readonly words?: string | null } =>
  query.includes('$words') ? { words: labelLocale() } : {};
