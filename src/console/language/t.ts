import { IntlMessageFormat } from 'intl-messageformat';

type Values = Readonly<Record<string, string | number | Date | null | undefined>>;

const STORED_AS = 'catalograph-language';
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const isLanguage = (code: string | null | undefined): code is Language => code === 'en' || code === 'de';

/** The chosen language, otherwise the first of the browser's that there is. Elsewhere than in a browser: English. */
function findLanguage(): Language {
  if (typeof document === 'undefined') return 'en';
  const wished = [localStorage.getItem(STORED_AS), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wished.find(isLanguage) ?? 'en';
}

/** The language of the page; another one needs the page to be loaded again. */
export const language: Language = findLanguage();

const translations: Readonly<Record<string, string>> = language === 'de' ? (await import('./de.ts')).de : {};

/** Stores the choice and loads the page again in that language. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}

/**
 * A text of the console in the language of the page.
 *
 * @param message the English text, with `{names}`, plurals and the rest of ICU MessageFormat
 */
export function t(message: string, values?: Values): string {
  const text = translations[message] ?? message;
  return values === undefined ? text : String(new IntlMessageFormat(text, language).format(values));
}
