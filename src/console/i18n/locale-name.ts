import { localeTag } from './translate.ts';

const NAMES = new Intl.DisplayNames(localeTag, { type: 'language' });

/**
 * Returns the name of a locale of the catalogue in the language of the page: `de_DE` is German (Germany), or Allemand
 * (Allemagne).
 */
export function localeName(code: string): string {
  try {
    return NAMES.of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
