import { foldKey } from '../../../kernel/codes.ts';
import { labelOf } from '../../../kernel/labels.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import {
  bare,
  type ColumnTarget,
  columnNameOf,
  FILE_FORMATS,
  type FileResource,
  isPropertyWord,
  placeWords,
  resolveColumn,
  wordsIn,
} from '../../file-formats/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';

/** The channel and the locale that columns without one are most likely meant for. */
export interface SuggestionScope {
  readonly channel: string | null;
  readonly locale: string | null;
}

/** What a column may mean. */
export interface SuggestedTarget {
  readonly target: string;
  /** Label of the attribute with locale, channel and currency; null for properties and links. */
  readonly label: string | null;
}

type Structure = Pick<CatalogueStructure, 'attributes' | 'channels' | 'locales' | 'associationTypes'>;

/** What the name of a column says beside its attribute. */
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
 * The targets whose code or label, in any language, is the name of a column; without regard to case, spaces and signs. A
 * locale, a channel and a currency may follow: `Title (de)`, `Preis · EUR`. A label of one language means the locale of that
 * language. Values that the name leaves open are those of the scope.
 */
export function matchTargets(
  column: string,
  resource: FileResource,
  structure: Structure,
  scope: SuggestionScope,
): readonly string[] {
  const { fields, hasValues } = FILE_FORMATS[resource];
  const name = bare(column);
  if (name === '') return [];
  const properties = fields.filter((field) => field.keyed === undefined && isPropertyWord(field.name, name));
  const attributes = hasValues ? [...structure.attributes.values()] : [];
  const targets: ColumnTarget[] = [
    ...properties.map((field) => ({ kind: 'field', field: field.name, key: null }) as const),
    ...attributes.flatMap((attribute) => {
      const said = readName(column, attribute, structure, scope);
      return said === null ? [] : cellsOf(attribute, structure, scope, said);
    }),
  ];
  return targets.map((target) => columnNameOf(target, resource, structure));
}

/** What the name of a column says of a value of an attribute; null if it is not its name. */
function readName(
  column: string,
  attribute: AttributeDefinition,
  structure: Structure,
  { locale }: SuggestionScope,
): Said | null {
  const words = wordsIn(column);
  for (let end = words.length; end > 0; end -= 1) {
    const name = words.slice(0, end).join('');
    const labelled = Object.entries(attribute.labels).flatMap(([of, label]) =>
      bare(label) === name ? [of] : [],
    );
    const isCode = bare(attribute.code) === name;
    if (labelled.length === 0 && !isCode) continue;
    const said = readPlace(words.slice(end), attribute, structure);
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

/** What the words after the name of an attribute say; null where they say nothing that it has. */
function readPlace(
  words: readonly string[],
  { type, localizable, scopable }: AttributeDefinition,
  structure: Structure,
): Said | null {
  const places = placeWords(structure);
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

/** The cell of an attribute as its name says, else in the scope; of prices, one for each currency, the first of the channel first. */
function cellsOf(
  { code, type, scopable, localizable, availableLocales }: AttributeDefinition,
  { channels, locales }: Structure,
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

const languageOf = (locale: string): string => locale.split('_')[0] ?? locale;

/** A target in words: `Title · de_DE · Web shop`. */
export function describeTarget(
  target: string,
  resource: FileResource,
  structure: Structure,
  { locale }: SuggestionScope,
): string | null {
  const found = resolveColumn(target, resource, structure);
  if ('reason' in found || found.kind !== 'cell') return null;
  const attribute = structure.attributes.get(foldKey(found.attribute));
  if (attribute === undefined) return null;
  const part = typeof found.part === 'object' ? found.part.currency : null;
  const label = labelOf(attribute.labels, attribute.code, [
    ...(locale === null ? [] : [locale]),
    ...Object.keys(attribute.labels),
  ]);
  return [label, found.locale, found.channel, part].filter((word) => word !== null).join(' · ');
}

/** Whether a column holds prices without their currency although its target needs one: every row would fail. */
export function lacksCurrency(
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: Structure,
): boolean {
  const found = resolveColumn(target, resource, structure);
  if ('reason' in found || found.kind !== 'cell' || found.type !== 'price' || found.part !== 'value')
    return false;
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every((cell) => /^[\d\s.,'-]+$/.test(cell));
}

/**
 * A target that is suggested, as it can be chosen: of a value that exists for each channel or locale, that of the scope;
 * of prices whose cells name no currency, one for each currency.
 */
export function completeTarget(
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: Structure,
  scope: SuggestionScope,
): readonly string[] {
  const found = resolveColumn(target, resource, structure);
  const isIncomplete = 'reason' in found || lacksCurrency(target, cells, resource, structure);
  const [code = ''] = target.split('-');
  const attribute = isIncomplete ? structure.attributes.get(foldKey(code)) : undefined;
  if (attribute === undefined) return [target];
  const { channel, locale } = 'kind' in found && found.kind === 'cell' ? found : scope;
  return cellsOf(attribute, structure, {
    channel: channel ?? scope.channel,
    locale: locale ?? scope.locale,
  }).map((cell) => columnNameOf(cell, resource, structure));
}

/** The target that leaves no choice: the only one of its name, whose locale, channel and currency the name says, if it has these. */
export function exactMatch(
  column: string,
  matches: readonly string[],
  resource: FileResource,
  structure: Structure,
): string | null {
  const [only, ...others] = matches;
  if (only === undefined || others.length > 0) return null;
  const found = resolveColumn(only, resource, structure);
  if ('reason' in found || found.kind === 'links') return null;
  if (found.kind === 'field') return only;
  const attribute = structure.attributes.get(foldKey(found.attribute));
  const said = attribute === undefined ? null : readName(column, attribute, structure, NO_SCOPE);
  const { locales, channel, currency } = said ?? NOTHING_SAID;
  const isOpen =
    (found.locale !== null && locales.length !== 1) ||
    (found.channel !== null && channel === null) ||
    (typeof found.part === 'object' && currency === null);
  return isOpen ? null : only;
}

const NO_SCOPE: SuggestionScope = { channel: null, locale: null };
