import { findUnitByName, type MeasurementFamily, type MeasurementUnit } from '../measurement/index.ts';

/** A unit of measurement with its family. */
export interface FamilyUnit {
  readonly family: MeasurementFamily;
  readonly unit: MeasurementUnit;
}

/** Name of a column, and what it states about the cells: `Gewicht (kg)`, `Preis EUR`, `Name [de]`. */
export interface ParsedHeader {
  /** The name without what it states: a label for the attribute. */
  readonly label: string;
  readonly unit: FamilyUnit | null;
  /** ISO 4217 code. */
  readonly currency: string | null;
  /** Language, `de`, or locale, `de_AT`. */
  readonly language: string | null;
}

const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'pt', 'cs', 'da', 'sv', 'fi', 'no', 'hu', 'ro'];

const languageByName: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap((language) =>
    ['en', 'de', 'fr', language].map(
      (words) =>
        [
          (new Intl.DisplayNames(words, { type: 'language' }).of(language) ?? language).toLowerCase(),
          language,
        ] as const,
    ),
  ),
);

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  zł: 'PLN',
  fr: 'CHF',
};
const USUAL_CURRENCIES = /^(eur|usd|gbp|chf|pln|sek|dkk|nok|czk|jpy|cad|aud)$/i;

/** Returns the currency of a code or sign; null for any other text. */
export function currencyOf(text: string): string | null {
  const code = text.toUpperCase();
  if (text === code || USUAL_CURRENCIES.test(text)) if (CURRENCIES.has(code)) return code;
  return CURRENCY_SIGNS[text.toLowerCase().replace(/\.$/, '')] ?? null;
}

/** Currencies whose amounts are written with the sign of the dollar. */
const DOLLARS: ReadonlySet<string> = new Set(['AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'USD']);

/** Returns the currency that an amount is most likely in: `$` means the dollar of the expected currency. */
export const likelyCurrency = (stated: string, expected: string): string =>
  stated === 'USD' && DOLLARS.has(expected) ? expected : stated;

/** Returns the language or locale of a code or name in English, German, French or itself; null for any other text. */
export function languageOf(text: string): string | null {
  const [, code = '', region] = /^([a-z]{2})(?:[_-]([a-z]{2}))?$/i.exec(text) ?? [];
  if (LANGUAGES.includes(code.toLowerCase()))
    return region === undefined ? code.toLowerCase() : `${code.toLowerCase()}_${region.toUpperCase()}`;
  return languageByName.get(text.toLowerCase()) ?? null;
}

/** Returns the unit of a code, symbol or label, in the first family that has it; null if none has. */
export function unitOf(text: string, families: readonly MeasurementFamily[]): FamilyUnit | null {
  const name = text.replace(/\.$/, '');
  // Units have labels for one of them: `months` are found by `month`.
  const names = /[a-z]{2}s$/i.test(name) ? [name, name.slice(0, -1)] : [name];
  for (const one of names)
    for (const family of families) {
      const unit = findUnitByName(family, one);
      if (unit !== undefined) return { family, unit };
    }
  return null;
}

/** Longer names are sentences. */
const MAX_PARSED_LENGTH = 120;

const END = /^(.*\S)\s*[([]\s*([^()[\]]+?)\s*[)\]]\s*$/su;
const LAST_WORD = /^(.*[^\s_\-./·|:,])[\s_\-./·|:,]+(\S+?)$/su;
const LAST_LOCALE = /^(.*[^\s_\-./·|:,])[\s_\-./·|:,]+([a-z]{2}[_-][a-z]{2})$/isu;

/** Returns the parts of the name of a column. Units of one letter count in parentheses or after `in`: `Vitamin C` has none. */
export function parseHeader(column: string, families: readonly MeasurementFamily[]): ParsedHeader {
  if (column.length > MAX_PARSED_LENGTH)
    return { label: column.slice(0, MAX_PARSED_LENGTH), unit: null, currency: null, language: null };
  let label = column.trim();
  let unit: FamilyUnit | null = null;
  let currency: string | null = null;
  let language: string | null = null;
  for (let match = lastPart(label); match !== null; match = lastPart(label)) {
    const { rest, text, isEnclosed } = match;
    if (language === null && languageOf(text) !== null) language = languageOf(text);
    else if (currency === null && currencyOf(text) !== null) currency = currencyOf(text);
    else if (
      unit === null &&
      (isEnclosed || text.length > 1 || /[\s_]in$/i.test(rest)) &&
      unitOf(text, families) !== null
    )
      unit = unitOf(text, families);
    else break;
    label = rest;
  }
  // `Breite in cm`
  if (unit !== null) label = label.replace(/[\s_]+in$/i, '');
  return { label: toLabel(label), unit, currency, language };
}

function lastPart(
  name: string,
): { readonly rest: string; readonly text: string; readonly isEnclosed: boolean } | null {
  for (const [pattern, isEnclosed] of [
    [END, true],
    [LAST_LOCALE, false],
    [LAST_WORD, false],
  ] as const) {
    const [, rest, text] = pattern.exec(name) ?? [];
    if (rest === undefined || text === undefined) continue;
    if (pattern === LAST_LOCALE && languageOf(text) === null) continue;
    return { rest, text, isEnclosed };
  }
  return null;
}

/** Returns a name as a label: `net_weight` and `netWeight` are `Net weight`. */
function toLabel(name: string): string {
  const words = /\s/.test(name)
    ? name
    : name
        .replaceAll(
          /(\p{Ll})(\p{Lu})/gu,
          (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
        )
        .replaceAll(/[_.]+/g, ' ');
  const text = words.trim();
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}
