import { IntlMessageFormat } from 'intl-messageformat';
import type { Message } from './de.ts';

type Values = Readonly<Record<string, string | number | Date | null | undefined>>;

const STORED_AS = 'catalograph-language';
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const isLanguage = (code: string | null | undefined): code is Language => code === 'en' || code === 'de';
const isBrowser = typeof document !== 'undefined';

/** The chosen language, otherwise the first of the browser's that there is. Elsewhere than in a browser: English. */
function findLanguage(): Language {
  if (!isBrowser) return 'en';
  const wished = [localStorage.getItem(STORED_AS), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wished.find(isLanguage) ?? 'en';
}

/** The language of the page; another one needs the page to be loaded again. */
export const language: Language = findLanguage();

/** The tag for dates and numbers: the browser's own, such as `en-GB`, where it is of this language. */
export const formatTag: string =
  (isBrowser ? navigator.languages.find((tag) => tag.startsWith(language)) : undefined) ?? language;

async function loadTranslations(): Promise<Readonly<Record<string, string>>> {
  if (language === 'en') return {};
  const { de, deCodes } = await import('./de.ts');
  return { ...deCodes, ...de };
}

const translations = await loadTranslations();
if (isBrowser) document.documentElement.lang = language;

/** Stores the choice and loads the page again in that language. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}

/** A text in the language of the page, before its values are filled in. */
export const translate = (message: Message): string => translations[message] ?? message;

/**
 * A text of the console in the language of the page.
 *
 * @param message the English text, with `{names}`, plurals and the rest of ICU MessageFormat
 */
export function t(message: Message, values?: Values): string {
  const text = translate(message);
  return values === undefined ? text : String(new IntlMessageFormat(text, formatTag).format(values));
}

/** The words for a code of the API, such as `Published`; the English ones where there are no others. */
export const tCode = (words: string): string => translations[words] ?? words;
