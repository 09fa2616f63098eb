import { IntlMessageFormat } from 'intl-messageformat';
import type { Message } from './de.ts';

type Values = Readonly<Record<string, string | number | Date | null | undefined>>;

/** Texts of a language, and its labels for codes, by the English ones. */
type Catalogue = Readonly<Record<string, string>>;

/** The languages of the console: their names, and their catalogues, which are loaded for their readers only. */
const CATALOGUES = {
  en: { name: 'English', load: async (): Promise<Catalogue> => ({}) },
  de: {
    name: 'Deutsch',
    load: async (): Promise<Catalogue> => {
      const { de, deLabels } = await import('./de.ts');
      return { ...deLabels, ...de };
    },
  },
  fr: {
    name: 'Français',
    load: async (): Promise<Catalogue> => {
      const { fr, frLabels } = await import('./fr.ts');
      return { ...frLabels, ...fr };
    },
  },
};
export type Language = keyof typeof CATALOGUES;

const STORAGE_KEY = 'catalograph-language';
const isLanguage = (code: string | null | undefined): code is Language =>
  code !== null && code !== undefined && Object.hasOwn(CATALOGUES, code);
const isBrowser = typeof document !== 'undefined';

/**
 * Returns the chosen language, otherwise the first of the browser's that the console has. Outside of a browser it is
 * English.
 */
function findLanguage(): Language {
  if (!isBrowser) return 'en';
  const wished = [localStorage.getItem(STORAGE_KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wished.find(isLanguage) ?? 'en';
}

/** The language of the page; another one needs the page to be loaded again. */
export const language: Language = findLanguage();

/** The tag for dates and numbers: the browser's own, such as `en-GB`, where it is of this language. */
export const localeTag: string =
  (isBrowser ? navigator.languages.find((tag) => tag.startsWith(language)) : undefined) ?? language;

const translations = await CATALOGUES[language].load();
if (isBrowser) document.documentElement.lang = language;

/** The languages to choose from, in their own words. */
export const LANGUAGES: readonly { readonly code: Language; readonly name: string }[] = Object.entries(
  CATALOGUES,
).map(([code, { name }]) => ({ code: code as Language, name }));

/** Stores the choice and loads the page again in that language. */
export function setLanguage(newLanguage: Language): void {
  localStorage.setItem(STORAGE_KEY, newLanguage);
  location.reload();
}

/** Returns a text in the language of the page, before its values are filled in. */
export const translate = (message: Message): string => translations[message] ?? message;

/**
 * Returns a text of the console in the language of the page.
 *
 * @param message the English text, with `{names}`, plurals and the rest of ICU MessageFormat
 */
export function t(message: Message, values?: Values): string {
  const text = translate(message);
  return values === undefined ? text : formatMessage(text, values);
}

const formats = new Map<string, IntlMessageFormat>();

/** Returns a text of ICU MessageFormat with its values. The text is parsed once. */
export function formatMessage(text: string, values: Values): string {
  const format = formats.get(text) ?? new IntlMessageFormat(text, localeTag);
  formats.set(text, format);
  return String(format.format(values));
}

/** Returns the labels for a code of the API, such as `Published`; the English ones where there are no others. */
export const translateLabel = (code: string): string => translations[code] ?? code;
