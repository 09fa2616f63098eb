import { slugify } from '../../kernel/text/slug.ts';

/** Leaves room for a number at the end. */
const MAXIMUM_LENGTH = 90;

/** Returns a code for a label: lower case, `_` between words; a substitute for labels without Latin letters. */
export const codeOf = (label: string, substitute: string): string =>
  slugify(label, 'en')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAXIMUM_LENGTH)
    .replaceAll(/^_+|_+$/g, '') || substitute;

/** Returns a code, or the first with a number after it that is free. */
export function freeCode(code: string, codes: ReadonlySet<string>): string {
  if (!codes.has(code)) return code;
  for (let number = 2; ; number += 1) if (!codes.has(`${code}_${number}`)) return `${code}_${number}`;
}

/** Returns a label in each of the locales. */
export const labelsIn = (locales: readonly string[], label: string): Readonly<Record<string, string>> =>
  Object.fromEntries(locales.map((locale) => [locale, label]));
