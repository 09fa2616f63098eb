import { currencyOf, parseTag } from './browser-target.ts';

/** Locales and currencies in which most catalogues are kept. */
const COMMON_LOCALES =
  'en_US de_DE fr_FR en_GB es_ES it_IT nl_NL pl_PL de_AT de_CH fr_CH fr_CA en_CA en_AU es_MX nl_BE fr_BE pt_BR pt_PT sv_SE da_DK cs_CZ ja_JP zh_CN'.split(
    ' ',
  );
const COMMON_CURRENCIES = 'EUR USD GBP CHF PLN SEK DKK NOK CZK CAD AUD JPY CNY INR BRL MXN'.split(' ');

/** Number of codes that are suggested. */
const SUGGESTED = 10;

/** Hints at the locales and currencies that are added next. */
export interface CodeHints {
  /** Languages of the browser, the preferred one first. */
  readonly languages: readonly string[];
  /** Locales of the organization. */
  readonly locales: readonly string[];
}

/** Returns the locales of a list that are added most: those of the browser, of the same languages, and of large markets. */
export function usualLocales(codes: readonly string[], { languages, locales }: CodeHints): readonly string[] {
  const ofBrowser = languages.map((tag) => {
    const { language, region } = parseTag(tag);
    return `${language}_${region}`;
  });
  const languageOf = (code: string) => code.split('_')[0];
  const ofSameLanguages = COMMON_LOCALES.filter((code) =>
    locales.some((one) => languageOf(one) === languageOf(code)),
  );
  return first(codes, [...ofBrowser, ...ofSameLanguages, ...COMMON_LOCALES]);
}

/** Returns the currencies of a list that are added most: those of the regions of the browser and of locales, and large ones. */
export function usualCurrencies(
  codes: readonly string[],
  { languages, locales }: CodeHints,
): readonly string[] {
  const regions = [...languages, ...locales.map((code) => code.replace('_', '-'))].flatMap(
    (tag) => parseTag(tag).region ?? [],
  );
  return first(codes, [...regions.map(currencyOf), ...COMMON_CURRENCIES]);
}

const first = (codes: readonly string[], ranked: readonly string[]): readonly string[] =>
  [...new Set(ranked)].filter((code) => codes.includes(code)).slice(0, SUGGESTED);
