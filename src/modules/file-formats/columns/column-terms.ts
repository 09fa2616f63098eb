import type { ChannelStructure } from '../../structure/index.ts';
import { LABEL_FIELD } from './file-format.ts';
import type { ColumnContext } from './resolve-column.ts';

/** The languages in which people are expected to name columns, besides those of the labels. */
const LANGUAGES = ['en', 'de', 'fr'] as const;

/** Names of properties of products in these languages, as the console shows them first, and as files of others call them. */
const PROPERTY_LABELS: Readonly<
  Record<string, Readonly<Record<(typeof LANGUAGES)[number], readonly string[]>>>
> = {
  sku: {
    en: [
      ...['SKU', 'Item number', 'Item no.', 'Article number', 'Article no.', 'Product number', 'Product no.'],
      ...['Part number', 'Part no.', 'Item code', 'Product code'],
    ],
    de: ['SKU', 'Artikelnummer', 'Artikelnr', 'Art.-Nr.', 'Produktnummer', 'Bestellnummer', 'Bestellnr.'],
    fr: ['SKU', 'Référence', 'Réf.', 'Réf. article', 'Numéro d’article', 'N° d’article', 'Code article'],
  },
  [LABEL_FIELD]: {
    en: ['Product name (read-only)'],
    de: ['Produktname (nur Anzeige)'],
    fr: ['Nom du produit (lecture seule)'],
  },
  type: { en: ['Type'], de: ['Art'], fr: ['Type'] },
  attribute_set: { en: ['Attribute set'], de: ['Attributset'], fr: ['Jeu d’attributs'] },
  variant_layout: {
    en: ['Variant layout'],
    de: ['Aufbau der Varianten'],
    fr: ['Structure de variantes'],
  },
  parent: { en: ['Parent'], de: ['Gehört zu'], fr: ['Parent'] },
  status: { en: ['Status'], de: ['Status'], fr: ['Statut'] },
  channels: { en: ['Channels'], de: ['Kanäle'], fr: ['Canaux'] },
  categories: {
    en: ['Categories', 'Category'],
    de: ['Kategorien', 'Kategorie'],
    fr: ['Catégories', 'Catégorie'],
  },
  tags: { en: ['Tags'], de: ['Schlagwörter'], fr: ['Étiquettes'] },
};

const UNIT_WORDS: Readonly<Record<string, string>> = { en: 'Unit', de: 'Einheit', fr: 'Unité' };

/** Returns `de` for `de_DE`. */
export const languageOf = (locale: string): string => locale.split('_')[0] ?? locale;

/** Returns the label of a property in the language of a locale; null if it has no label there. */
export const propertyLabel = (field: string, locale: string): string | null => {
  const labelsByLanguage = PROPERTY_LABELS[field];
  return (
    labelsByLanguage?.[languageOf(locale) as keyof typeof labelsByLanguage]?.[0] ??
    labelsByLanguage?.en[0] ??
    null
  );
};

/** Returns the label of the column with the units of a measurement. */
export const unitLabel = (locale: string): string => UNIT_WORDS[languageOf(locale)] ?? 'Unit';

/** Returns true if a column is named like a property. */
export const isPropertyLabel = (field: string, name: string): boolean =>
  [field, ...Object.values(PROPERTY_LABELS[field] ?? {}).flat()].some((word) => normalizeName(word) === name);

/** Returns the words of a name without case and signs. */
export const splitWords = (name: string): readonly string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s_\-·/()[\],.:;|’']+/u)
    .filter((word) => word !== '');

/** Returns a name without case, blanks and signs. */
export const normalizeName = (name: string): string => splitWords(name).join('');

/** Meaning of a term beside the name of an attribute. */
export interface ScopeTerm {
  /** Locales, of a language several. */
  readonly locales: readonly string[];
  readonly channel: string | null;
  readonly currency: string | null;
  readonly isUnit: boolean;
}

const placeWordsByContext = new WeakMap<object, ReadonlyMap<string, ScopeTerm>>();

/** Returns codes and names of locales, languages, channels and currencies, without case and signs. */
export function scopeTerms({ channels, locales }: ColumnContext): ReadonlyMap<string, ScopeTerm> {
  const before = placeWordsByContext.get(locales);
  if (before !== undefined) return before;
  const placesByWord = new Map<string, ScopeTerm>();
  const add = (word: string, partialPlace: Partial<ScopeTerm>) => {
    const key = normalizeName(word);
    const { locales: others, ...rest } = placesByWord.get(key) ?? NOWHERE;
    if (key !== '')
      placesByWord.set(key, {
        ...rest,
        ...partialPlace,
        locales: [...new Set([...others, ...(partialPlace.locales ?? [])])],
      });
  };
  for (const locale of locales.values())
    for (const word of localeTerms(locale)) add(word, { locales: [locale] });
  for (const { code, document } of channels.values())
    for (const word of [code, ...Object.values(document?.labels ?? {})]) add(word, { channel: code });
  for (const [word, currency] of currencyTerms([...channels.values()])) add(word, { currency });
  for (const word of Object.values(UNIT_WORDS)) add(word, { isUnit: true });
  placeWordsByContext.set(locales, placesByWord);
  return placesByWord;
}

const NOWHERE: ScopeTerm = { locales: [], channel: null, currency: null, isUnit: false };

/** Returns `en_US`, `en`, `American English`, `English (United States)`, `Englisch`, `English` … */
function localeTerms(locale: string): readonly string[] {
  const tag = locale.replaceAll('_', '-');
  const language = languageOf(locale);
  return [
    locale,
    language,
    ...[...LANGUAGES, language].flatMap((one) => [tag, language].map((of) => nameIn(one, of))),
    ...[...LANGUAGES, language].map((one) => nameIn(one, tag, 'standard')),
  ];
}

/** Returns the name of a locale in the language of another: `Deutsch (Deutschland)`. */
export const localeLabel = (language: string, locale: string): string =>
  nameIn(languageOf(language), locale.replaceAll('_', '-'));

/** One for each language: they are slow to make. */
const displayNames = new Map<string, Intl.DisplayNames>();

/**
 * Returns the name of a language; its tag where it is unknown.
 *
 * @param languageDisplay `dialect`: American English; `standard`: English (United States)
 */
function nameIn(language: string, tag: string, languageDisplay: 'dialect' | 'standard' = 'dialect'): string {
  try {
    const key = `${language} ${languageDisplay}`;
    const names =
      displayNames.get(key) ?? new Intl.DisplayNames(language, { type: 'language', languageDisplay });
    displayNames.set(key, names);
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the codes of currencies, and the signs that only one of them has. */
function currencyTerms(channels: readonly ChannelStructure[]): (readonly [string, string])[] {
  const codes = [...new Set(channels.flatMap(({ currencies }) => [...currencies]))];
  const signOf = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency;
  const signs = Map.groupBy(codes, signOf);
  return codes.flatMap((code) => {
    const sign = signOf(code);
    return signs.get(sign)?.length === 1
      ? [[code, code] as const, [sign, code] as const]
      : [[code, code] as const];
  });
}
