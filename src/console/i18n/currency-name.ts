import { localeTag } from './translate.ts';

const NAMES = new Intl.DisplayNames(localeTag, { type: 'currency' });

/** Returns the name of a currency in the language of the page: `EUR` is Euro. Unknown codes name themselves. */
export const currencyName = (code: string): string => NAMES.of(code) ?? code;
