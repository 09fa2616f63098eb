import { foldKey } from '../../../kernel/codes.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { ColumnTarget } from './column-target.ts';
import { isPropertyLabel, languageOf, normalizeName, scopeTerms, splitWords } from './column-terms.ts';
import { FILE_FORMATS, type FileResource } from './file-format.ts';
import { type ColumnContext, columnNameOf, resolveColumn } from './resolve-column.ts';

/** The channel and the locale that columns without one are most likely meant for. */
export interface SuggestionScope {
  readonly channel: string | null;
  readonly locale: string | null;
}

/** Nothing but the name of a column says what it is meant for. */
export const NO_SCOPE: SuggestionScope = { channel: null, locale: null };

/** Meaning of the parts of a column's name beside its attribute. */
interface ColumnNameMatch {
  /** The locale, or those of the language. */
  readonly locales: readonly string[];
  /** The locales whose label of the attribute it is. */
  readonly written: readonly string[];
  readonly channel: string | null;
  readonly currency: string | null;
  readonly isUnit: boolean;
}

const NOTHING_SAID: ColumnNameMatch = {
  locales: [],
  written: [],
  channel: null,
  currency: null,
  isUnit: false,
};

/**
 * Returns the targets whose code or label, in any language, is the name of a column; without regard to case, spaces and
 * signs. A locale, a channel and a currency may follow: `Title (de)`, `Preis · EUR`. A label of one language means the
 * locale of that language. Values that the name leaves open are those of the scope.
 */
export function matchTargets(
  column: string,
  resource: FileResource,
  context: ColumnContext,
  scope: SuggestionScope,
): readonly string[] {
  const { fields, hasValues } = FILE_FORMATS[resource];
  const name = normalizeName(column);
  if (name === '') return [];
  const properties = fields.filter((field) => field.keyed === undefined && isPropertyLabel(field.name, name));
  const attributes = hasValues ? [...context.attributes.values()] : [];
  const columnTerms = splitWords(column);
  const targets: ColumnTarget[] = [
    ...properties.map((field) => ({ kind: 'field', field: field.name, key: null }) as const),
    ...attributes.flatMap((attribute) => {
      const parsedScope = readName(column, columnTerms, attribute, context, scope);
      return parsedScope === null ? [] : cellsInScope(attribute, context, scope, parsedScope);
    }),
  ];
  return targets.map((target) => columnNameOf(target, resource, context));
}

const names = new WeakMap<AttributeDefinition, ReadonlyMap<string, readonly string[]>>();

/** Returns the code and the labels of an attribute without case and signs, each with the locales of the labels. */
function namesOf(attribute: AttributeDefinition): ReadonlyMap<string, readonly string[]> {
  const cachedNames = names.get(attribute);
  if (cachedNames !== undefined) return cachedNames;
  const localesByName = new Map<string, readonly string[]>([[normalizeName(attribute.code), []]]);
  for (const [locale, label] of Object.entries(attribute.labels))
    localesByName.set(normalizeName(label), [...(localesByName.get(normalizeName(label)) ?? []), locale]);
  names.set(attribute, localesByName);
  return localesByName;
}

/** Returns the meaning of a column's name for a value of an attribute; null if it is not a name of the attribute. */
function readName(
  column: string,
  terms: readonly string[],
  attribute: AttributeDefinition,
  context: ColumnContext,
  { locale }: SuggestionScope,
): ColumnNameMatch | null {
  const localesByName = namesOf(attribute);
  for (let end = terms.length; end > 0; end -= 1) {
    const name = terms.slice(0, end).join('');
    const labelLocales = localesByName.get(name);
    if (labelLocales === undefined) continue;
    const parsedScope = matchScopeTerms(terms.slice(end), attribute, context);
    if (parsedScope === null) continue;
    // A code, and a label that the locale of the scope has too, say nothing about a language.
    const isOpen =
      labelLocales.length === 0 ||
      column.startsWith(attribute.code) ||
      (locale !== null && labelLocales.includes(locale));
    return isOpen ? parsedScope : { ...parsedScope, written: labelLocales };
  }
  return null;
}

/** Returns the meaning of the terms after the name of an attribute; null if the attribute has no such value. */
export function matchScopeTerms(
  terms: readonly string[],
  { type, localizable, scopable }: Pick<AttributeDefinition, 'type' | 'localizable' | 'scopable'>,
  context: ColumnContext,
): ColumnNameMatch | null {
  const placesByWord = scopeTerms(context);
  let parsedScope = NOTHING_SAID;
  for (let start = 0; start < terms.length; ) {
    let end = terms.length;
    let next: ColumnNameMatch | null = null;
    for (; end > start && next === null; end -= 1) {
      const matchedPlace = placesByWord.get(terms.slice(start, end).join(''));
      if (matchedPlace === undefined) continue;
      const { locales, channel, currency, isUnit } = matchedPlace;
      if (localizable && parsedScope.locales.length === 0 && locales.length > 0)
        next = { ...parsedScope, locales };
      else if (scopable && parsedScope.channel === null && channel !== null)
        next = { ...parsedScope, channel };
      else if (type === 'price' && parsedScope.currency === null && currency !== null)
        next = { ...parsedScope, currency };
      else if (type === 'measurement' && !parsedScope.isUnit && isUnit) next = { ...parsedScope, isUnit };
    }
    if (next === null) return null;
    parsedScope = next;
    start = end + 1;
  }
  return parsedScope;
}

/**
 * Returns the cell of an attribute as its name says, else in the scope; of prices, one for each currency, the first of
 * the channel first.
 */
export function cellsInScope(
  { code, type, scopable, localizable, availableLocales }: AttributeDefinition,
  { channels, locales }: ColumnContext,
  scope: SuggestionScope,
  parsedScope: ColumnNameMatch = NOTHING_SAID,
): ColumnTarget[] {
  const targetChannel =
    channels.get(foldKey(parsedScope.channel ?? scope.channel ?? '')) ?? channels.values().next().value;
  const ofChannel = [...(targetChannel?.locales ?? [])];
  const candidateLocales = scopable ? ofChannel : [...ofChannel, ...locales.values()];
  const usable =
    availableLocales === null
      ? candidateLocales
      : candidateLocales.filter((one) => availableLocales.includes(one));
  const isUsable = (one: string | undefined) => one !== undefined && usable.includes(one);
  const inScope = locales.get(foldKey(scope.locale ?? ''));
  const meant = parsedScope.locales.length > 0 ? parsedScope.locales : parsedScope.written;
  const languages = meant.map(languageOf);
  const ofLanguage = (one: string) => languages.includes(languageOf(one));
  const locale = [
    ...(inScope !== undefined && meant.includes(inScope) ? [inScope] : []),
    ...meant,
    ...(inScope !== undefined && ofLanguage(inScope) ? [inScope] : []),
    ...usable.filter(ofLanguage),
    inScope,
    usable[0],
  ].find(isUsable);
  if ((scopable && targetChannel === undefined) || (localizable && locale === undefined)) return [];
  // Another locale than the one that is named is not meant.
  if (localizable && parsedScope.locales.length > 0 && !parsedScope.locales.some(isUsable)) return [];
  const baseTarget = {
    kind: 'cell',
    attribute: code,
    type,
    channel: scopable ? (targetChannel?.code ?? null) : null,
    locale: localizable ? (locale ?? null) : null,
  } as const;
  if (type !== 'price') return [{ ...baseTarget, part: parsedScope.isUnit ? 'unit' : 'value' }];
  const currencies =
    parsedScope.currency === null ? [...(targetChannel?.currencies ?? [])] : [parsedScope.currency];
  return currencies.map((currency) => ({ ...baseTarget, part: { currency } }));
}

/**
 * Returns the target that leaves no choice: the only one of its name, whose locale, channel and currency the name says,
 * if it has these.
 */
export function unambiguousMatch(
  column: string,
  matches: readonly string[],
  resource: FileResource,
  context: ColumnContext,
): string | null {
  const [only, ...others] = matches;
  if (only === undefined || others.length > 0) return null;
  const resolvedColumn = resolveColumn(only, resource, context);
  if ('reason' in resolvedColumn || resolvedColumn.kind === 'links') return null;
  if (resolvedColumn.kind === 'field') return only;
  const attribute = context.attributes.get(foldKey(resolvedColumn.attribute));
  const parsedScope =
    attribute === undefined ? null : readName(column, splitWords(column), attribute, context, NO_SCOPE);
  const { locales, channel, currency } = parsedScope ?? NOTHING_SAID;
  const isOpen =
    (resolvedColumn.locale !== null && locales.length !== 1) ||
    (resolvedColumn.channel !== null && channel === null) ||
    (typeof resolvedColumn.part === 'object' && currency === null);
  return isOpen ? null : only;
}
