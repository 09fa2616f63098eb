/** The languages that the server has texts in. */
export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of texts for logs, programs, and people who name no language that the server has. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Returns the language of a locale such as `de_AT` or `de-AT`; English where the server has no texts in it. */
export function languageOf(locale: string): Language {
  const language = locale.slice(0, 2).toLowerCase();
  const isWhole = !/[a-z]/i.test(locale.charAt(2));
  return LANGUAGES.find((one) => isWhole && one === language) ?? DEFAULT_LANGUAGE;
}

/** No header of a browser names more languages. */
const MOST_RANGES = 50;

/** Returns the language that `Accept-Language` prefers among those that the server has (RFC 9110, 12.5.4). */
export function acceptedLanguage(header: string | null | undefined): Language {
  const ranges = (header ?? '').slice(0, 1_000).split(',').slice(0, MOST_RANGES).map(readRange);
  const accepted = ranges
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { tag } of accepted) {
    if (tag === '*') return DEFAULT_LANGUAGE;
    const language = LANGUAGES.find((one) => tag === one || tag.startsWith(`${one}-`));
    if (language !== undefined) return language;
  }
  return DEFAULT_LANGUAGE;
}

function readRange(range: string): { readonly tag: string; readonly quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { tag, quality: Number(quality) || 0 };
}
