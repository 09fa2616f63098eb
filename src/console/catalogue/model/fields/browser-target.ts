/** Currencies of the regions from which most catalogues are kept, by ISO 3166. */
const CURRENCY_BY_REGION: Readonly<Record<string, string>> = {
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  IN: 'INR',
  JP: 'JPY',
  KR: 'KRW',
  LI: 'CHF',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  TR: 'TRY',
};

/** Regions that pay in euros. */
const EURO_REGIONS = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');

/** Locales and currencies of a new channel. */
export interface ChannelTarget {
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
}

/**
 * Returns the locale and the currency that languages of a browser suggest, the preferred one first: `de` is `de_DE` and
 * EUR.
 */
export function suggestTarget(languages: readonly string[]): ChannelTarget {
  for (const tag of languages) {
    const { language, region } = parseTag(tag);
    if (region !== undefined) return { locales: [`${language}_${region}`], currencies: [currencyOf(region)] };
  }
  return { locales: ['en_US'], currencies: ['USD'] };
}

/** Returns the language and the region in which most people speak it, if the tag names none; nothing for an unknown tag. */
export function parseTag(tag: string): { readonly language?: string; readonly region?: string | undefined } {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return {};
  }
}

/** Returns the currency of a region. */
export const currencyOf = (region: string): string =>
  EURO_REGIONS.includes(region) ? 'EUR' : (CURRENCY_BY_REGION[region] ?? 'USD');
