import { foldKey } from '../../../kernel/codes.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { ColumnTarget } from './column-target.ts';
import { bare, isPropertyWord, languageOf, placeWords, wordsIn } from './column-words.ts';
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
interface Said {
  /** The locale, or those of the language. */
  readonly locales: readonly string[];
  /** The locales whose label of the attribute it is. */
  readonly written: readonly string[];
  readonly channel: string | null;
  readonly currency: string | null;
  readonly isUnit: boolean;
}

const NOTHING_SAID: Said = { locales: [], written: [], channel: null, currency: null, isUnit: false };

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
  const name = bare(column);
  if (name === '') return [];
  const properties = fields.filter((field) => field.keyed === undefined && isPropertyWord(field.name, name));
  const attributes = hasValues ? [...context.attributes.values()] : [];
  const words = wordsIn(column);
  const targets: ColumnTarget[] = [
    ...properties.map((field) => ({ kind: 'field', field: field.name, key: null }) as const),
    ...attributes.flatMap((attribute) => {
      const said = readName(column, words, attribute, context, scope);
      return said === null ? [] : cellsInScope(attribute, context, scope, said);
    }),
  ];
  return targets.map((target) => columnNameOf(target, resource, context));
}

const names = new WeakMap<AttributeDefinition, ReadonlyMap<string, readonly string[]>>();

/** Returns the code and the labels of an attribute without case and signs, each with the locales of the labels. */
function namesOf(attribute: AttributeDefinition): ReadonlyMap<string, readonly string[]> {
  const known = names.get(attribute);
  if (known !== undefined) return known;
  const found = new Map<string, readonly string[]>([[bare(attribute.code), []]]);
  for (const [locale, label] of Object.entries(attribute.labels))
    found.set(bare(label), [...(found.get(bare(label)) ?? []), locale]);
  names.set(attribute, found);
  return found;
}

/** Returns the meaning of a column's name for a value of an attribute; null if it is not a name of the attribute. */
function readName(
  column: string,
  words: readonly string[],
  attribute: AttributeDefinition,
  context: ColumnContext,
  { locale }: SuggestionScope,
): Said | null {
  const known = namesOf(attribute);
  for (let end = words.length; end > 0; end -= 1) {
    const name = words.slice(0, end).join('');
    const labelled = known.get(name);
    if (labelled === undefined) continue;
    const said = readPlace(words.slice(end), attribute, context);
    if (said === null) continue;
    // A code, and a label that the locale of the scope has too, say nothing about a language.
    const isOpen =
      labelled.length === 0 ||
      column.startsWith(attribute.code) ||
      (locale !== null && labelled.includes(locale));
    return isOpen ? said : { ...said, written: labelled };
  }
  return null;
}

/** Returns the meaning of the terms after the name of an attribute; null if the attribute has no such value. */
function readPlace(
  words: readonly string[],
  { type, localizable, scopable }: AttributeDefinition,
  context: ColumnContext,
): Said | null {
  const places = placeWords(context);
  let said = NOTHING_SAID;
  for (let start = 0; start < words.length; ) {
    let end = words.length;
    let next: Said | null = null;
    for (; end > start && next === null; end -= 1) {
      const place = places.get(words.slice(start, end).join(''));
      if (place === undefined) continue;
      const { locales, channel, currency, isUnit } = place;
      if (localizable && said.locales.length === 0 && locales.length > 0) next = { ...said, locales };
      else if (scopable && said.channel === null && channel !== null) next = { ...said, channel };
      else if (type === 'price' && said.currency === null && currency !== null) next = { ...said, currency };
      else if (type === 'measurement' && !said.isUnit && isUnit) next = { ...said, isUnit };
    }
    if (next === null) return null;
    said = next;
    start = end + 1;
  }
  return said;
}

/**
 * Returns the cell of an attribute as its name says, else in the scope; of prices, one for each currency, the first of
 * the channel first.
 */
export function cellsInScope(
  { code, type, scopable, localizable, availableLocales }: AttributeDefinition,
  { channels, locales }: ColumnContext,
  scope: SuggestionScope,
  said: Said = NOTHING_SAID,
): ColumnTarget[] {
  const found = channels.get(foldKey(said.channel ?? scope.channel ?? '')) ?? channels.values().next().value;
  const ofChannel = [...(found?.locales ?? [])];
  const known = scopable ? ofChannel : [...ofChannel, ...locales.values()];
  const usable = availableLocales === null ? known : known.filter((one) => availableLocales.includes(one));
  const isUsable = (one: string | undefined) => one !== undefined && usable.includes(one);
  const inScope = locales.get(foldKey(scope.locale ?? ''));
  const meant = said.locales.length > 0 ? said.locales : said.written;
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
  if ((scopable && found === undefined) || (localizable && locale === undefined)) return [];
  // Another locale than the one that is named is not meant.
  if (localizable && said.locales.length > 0 && !said.locales.some(isUsable)) return [];
  const place = {
    kind: 'cell',
    attribute: code,
    type,
    channel: scopable ? (found?.code ?? null) : null,
    locale: localizable ? (locale ?? null) : null,
  } as const;
  if (type !== 'price') return [{ ...place, part: said.isUnit ? 'unit' : 'value' }];
  const currencies = said.currency === null ? [...(found?.currencies ?? [])] : [said.currency];
  return currencies.map((currency) => ({ ...place, part: { currency } }));
}

/**
 * Returns the target that leaves no choice: the only one of its name, whose locale, channel and currency the name says,
 * if it has these.
 */
export function exactMatch(
  column: string,
  matches: readonly string[],
  resource: FileResource,
  context: ColumnContext,
): string | null {
  const [only, ...others] = matches;
  if (only === undefined || others.length > 0) return null;
  const found = resolveColumn(only, resource, context);
  if ('reason' in found || found.kind === 'links') return null;
  if (found.kind === 'field') return only;
  const attribute = context.attributes.get(foldKey(found.attribute));
  const said =
    attribute === undefined ? null : readName(column, wordsIn(column), attribute, context, NO_SCOPE);
  const { locales, channel, currency } = said ?? NOTHING_SAID;
  const isOpen =
    (found.locale !== null && locales.length !== 1) ||
    (found.channel !== null && channel === null) ||
    (typeof found.part === 'object' && currency === null);
  return isOpen ? null : only;
}
