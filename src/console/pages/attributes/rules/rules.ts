import type { AttributeRules } from '../../../catalogue/model/attributes/rules-document.ts';
import { parseNumber } from '../../../catalogue/values/parse-number.ts';
import { sentenceCase } from '../../../i18n/sentence-case.ts';
import { localeTag, t } from '../../../i18n/translate.ts';

export type RuleName = keyof AttributeRules;

/** Rules that are set; those of the API that are null are left out. */
export type Rules = Readonly<Partial<Record<RuleName, unknown>>>;

/** The way a rule is entered: as a whole number, a text, a bound of the values, a list of texts, or one of some choices. */
type RuleInput = 'count' | 'text' | 'bound' | 'list' | 'format' | 'negative';

interface RuleDisplay {
  readonly label: string;
  readonly input: RuleInput;
  readonly placeholder?: string;
}

/** Names of the rules, and how they are entered. */
export const RULES: Readonly<Record<RuleName, RuleDisplay>> = {
  minLength: { label: t('Minimum length'), input: 'count' },
  maxLength: { label: t('Maximum length'), input: 'count' },
  pattern: { label: t('Pattern'), input: 'text', placeholder: '[A-Z]{2}\\d{4}' },
  format: { label: t('Format'), input: 'format' },
  allowedValues: { label: t('Only these texts'), input: 'list' },
  min: { label: t('Minimum'), input: 'bound' },
  max: { label: t('Maximum'), input: 'bound' },
  decimalPlaces: { label: t('Decimal places'), input: 'count' },
  negativeAllowed: { label: t('No negative numbers'), input: 'negative' },
  step: { label: t('Step'), input: 'bound', placeholder: '0.5' },
  minItems: { label: t('Minimum number of entries'), input: 'count' },
  maxItems: { label: t('Maximum number of entries'), input: 'count' },
  allowedTags: { label: t('Allowed HTML elements'), input: 'list', placeholder: 'p, ul, li, strong' },
  requiredCurrencies: { label: t('Required currencies'), input: 'list', placeholder: 'EUR, USD' },
  units: { label: t('Allowed units'), input: 'list' },
  mimeTypes: { label: t('Media types'), input: 'list', placeholder: 'image/*' },
  extensions: { label: t('File extensions'), input: 'list', placeholder: 'jpg, png' },
  maxSize: { label: t('Maximum size in bytes'), input: 'count' },
  minWidth: { label: t('Minimum width in pixels'), input: 'count' },
  minHeight: { label: t('Minimum height in pixels'), input: 'count' },
  aspectRatio: { label: t('Aspect ratio'), input: 'text', placeholder: '16:9' },
};

/** Formats of texts. */
export const FORMAT_LABELS: Readonly<Record<string, string>> = {
  EMAIL: t('E-mail address'),
  URL: t('Web address'),
  SLUG: 'Slug',
  COLOR: t('Color as #1E90FF'),
  GTIN: 'GTIN',
  EAN13: 'EAN-13',
  UPC: 'UPC',
  ISBN13: 'ISBN-13',
  ASIN: 'ASIN',
  MPN: t("Manufacturer's part number"),
};

/** Returns the rules that are set. */
export const definedRules = (rules: AttributeRules): Rules =>
  Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null));

/** Returns the rules that differ from the stored ones, as the input takes them: null removes one. */
export function changedRules(rules: Rules, stored: Rules): Readonly<Record<string, unknown>> {
  const names = new Set([...Object.keys(rules), ...Object.keys(stored)]) as ReadonlySet<RuleName>;
  return Object.fromEntries(
    [...names]
      .filter((name) => !isSame(rules[name], stored[name]))
      .map((name) => [name, rules[name] ?? null]),
  );
}

/** Merges changes of different rules; undefined if both changed the same one. */
export function mergeRules(base: Rules, mine: Rules, stored: Rules): Rules | undefined {
  const changes = changedRules(mine, base);
  for (const name of Object.keys(changes) as RuleName[])
    if (!isSame(base[name], stored[name]) && !isSame(mine[name], stored[name])) return undefined;
  return Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null));
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Reads what was typed for a rule; undefined for none. What cannot be read is sent, and the server says why not. */
export function parseRule(name: RuleName, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const { input } = RULES[name];
  if (input === 'list') return trimmed.split(/\s*[,;\n]\s*/).filter((entry) => entry !== '');
  if (input === 'bound') return parseNumber(trimmed, localeTag) ?? trimmed;
  return trimmed;
}

/** Returns a rule as it is typed. */
export const ruleText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === undefined || value === null ? '' : String(value);

/** Returns a rule as a text beside its name. */
export function formatRule(name: RuleName, value: unknown): string {
  if (name === 'format') return FORMAT_LABELS[String(value)] ?? sentenceCase(String(value));
  if (name === 'negativeAllowed') return value === false ? t('Yes') : t('No');
  return ruleText(value);
}
