import { foldKey, LOCALE_PATTERN } from '../../../kernel/codes.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest } from '../../../kernel/suggestion.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { type CellTarget, type ColumnTarget, type LinkTarget, targetKey } from './column-target.ts';
import {
  FILE_FORMATS,
  type FileField,
  type FileFormat,
  type FileResource,
  fieldOf,
  hasFreeKeys,
} from './file-format.ts';

/** Lookups for the names of columns. */
export type ColumnContext = Pick<
  CatalogueStructure,
  'attributes' | 'channels' | 'locales' | 'associationTypes'
>;

/** Reason why a column has no meaning, and suggestions. */
export interface UnknownColumn {
  readonly reason: Message;
  readonly suggestions: readonly string[];
}

type Attribute = ColumnContext['attributes'] extends ReadonlyMap<string, infer Value> ? Value : never;

/** Prefix of the name of a value or of links whose plain name would mean something else. */
const VALUES_PREFIX = 'values-';
const LINKS_PREFIX = 'associations-';
const CURRENCY = /^[A-Za-z]{3}$/;
const LINKS = /^([A-Za-z0-9_]+)-(products|entities|product_models)(-quantity)?$/;

/**
 * Returns the meaning of a column: a property first, then a value, then another name of a property, then links. The
 * function compares terms without case and looks up locale and channel to distinguish them, so either may come first.
 * The prefix `values-` or `associations-` before a name excludes every other meaning.
 *
 * @param columns all names of the file: an alias counts only where the property has no column of its own
 */
export function resolveColumn(
  name: string,
  resource: FileResource,
  context: ColumnContext,
  columns: ReadonlySet<string> = new Set(),
): ColumnTarget | UnknownColumn {
  const format = FILE_FORMATS[resource];
  const folded = foldKey(name);
  if (format.hasValues && folded.startsWith(VALUES_PREFIX)) {
    const cell = resolveCell(name.slice(VALUES_PREFIX.length), context);
    return cell ?? unknown(name, format, context, localized('column-without-attribute'));
  }
  if (format.hasLinks && folded.startsWith(LINKS_PREFIX)) {
    const links = resolveLinks(name.slice(LINKS_PREFIX.length), context);
    return links ?? unknown(name, format, context, localized('column-without-links'));
  }
  const field = resolveField(name, format, context);
  if (field !== null) return field;
  const alias = resolveAlias(folded, format, columns);
  if (alias?.field === 'sku') return alias;
  const cell = format.hasValues ? resolveCell(name, context) : null;
  if (cell !== null && !('reason' in cell)) return cell;
  if (cell === null && alias !== null) return alias;
  const links = format.hasLinks ? resolveLinks(name, context) : null;
  const external = resolveFreeKey(name, format);
  if (links !== null && (!('reason' in links) || external === null)) return links;
  return external ?? cell ?? unknown(name, format, context, localized('column-unknown'));
}

/** Resolves properties without keys, and those whose keys are locales or channels. */
function resolveField(name: string, { fields }: FileFormat, context: ColumnContext): ColumnTarget | null {
  const folded = foldKey(name);
  for (const field of fields) {
    if (field.keyed === undefined) {
      const yields = field.yields === true && context.attributes.has(field.name);
      if (folded === field.name ? !yields : field.yields === true && folded === `_${field.name}`)
        return { kind: 'field', field: field.name, key: null };
      continue;
    }
    const key = keyIn(name, field);
    if (key === null || hasFreeKeys(field)) continue;
    return { kind: 'field', field: field.name, key: storedKey(key, field, context) };
  }
  return null;
}

/** Returns a key that clients chose, which may look like anything: tried last. */
function resolveFreeKey(name: string, { fields }: FileFormat): ColumnTarget | null {
  for (const field of fields) {
    const key = hasFreeKeys(field) ? keyIn(name, field) : null;
    if (key !== null) return { kind: 'field', field: field.name, key };
  }
  return null;
}

function keyIn(name: string, { keyed }: FileField): string | null {
  const prefix = `${keyed?.column ?? ''}-`;
  return name.length > prefix.length && foldKey(name).startsWith(prefix) ? name.slice(prefix.length) : null;
}

function storedKey(key: string, { keyed }: FileField, { locales, channels }: ColumnContext): string {
  if (keyed?.by === 'locale') return locales.get(foldKey(key)) ?? key;
  return keyed?.by === 'channel' ? (channels.get(foldKey(key))?.code ?? key) : key;
}

function resolveAlias(
  folded: string,
  { aliases }: FileFormat,
  columns: ReadonlySet<string>,
): Extract<ColumnTarget, { kind: 'field' }> | null {
  const field = Object.hasOwn(aliases, folded) ? aliases[folded] : undefined;
  if (field === undefined) return null;
  const target = { kind: 'field', field, key: null } as const;
  if (folded === 'groups') return { ...target, alias: 'groups' };
  if (columns.has(field)) return null;
  return folded === 'enabled' ? { ...target, alias: 'enabled' } : target;
}

/** Resolves a cell. Null: no attribute. A reason: the attribute has no such cell. */
function resolveCell(name: string, context: ColumnContext): CellTarget | UnknownColumn | null {
  const [code = '', ...words] = name.split('-');
  const attribute = context.attributes.get(foldKey(code));
  if (attribute === undefined) return null;
  const part = takePart(attribute, words, context);
  let channel: string | null = null;
  let locale: string | null = null;
  for (const word of words) {
    const asChannel = attribute.scopable ? context.channels.get(foldKey(word))?.code : undefined;
    const asLocale = attribute.localizable ? localeOf(word, asChannel, context) : undefined;
    if (asLocale !== undefined && locale === null) locale = asLocale;
    else if (asChannel !== undefined && channel === null) channel = asChannel;
    else return unknownWord(attribute, word, context);
  }
  if (attribute.localizable && locale === null)
    return missingSegmentReason(attribute, 'locale', [...context.locales.values()]);
  if (attribute.scopable && channel === null)
    return missingSegmentReason(
      attribute,
      'channel',
      [...context.channels.values()].map((channelDocument) => channelDocument.code),
    );
  const { code: stored, type } = attribute;
  return { kind: 'cell', attribute: stored, type, channel, locale, part };
}

/** A locale that is not enabled is one all the same: it may have values from before, and the rules reject new ones. */
function localeOf(word: string, channel: string | undefined, { locales }: ColumnContext): string | undefined {
  return (
    locales.get(foldKey(word)) ?? (channel === undefined && LOCALE_PATTERN.test(word) ? word : undefined)
  );
}

/** Takes the unit or the currency off the end of a column's words. */
function takePart(
  { type, scopable }: Attribute,
  terms: string[],
  { channels }: ColumnContext,
): CellTarget['part'] {
  const last = terms.at(-1) ?? '';
  const isUnit = type === 'measurement' && foldKey(last) === 'unit';
  if (!isUnit && (type !== 'price' || !CURRENCY.test(last))) return 'value';
  // A channel may be called like a currency, or `unit`: the word is the channel where no other word is one.
  const isChannel = (word: string) => scopable && channels.has(foldKey(word));
  if (isChannel(last) && !terms.slice(0, -1).some(isChannel)) return 'value';
  terms.pop();
  return isUnit ? 'unit' : { currency: last.toUpperCase() };
}

function unknownWord(
  { code, localizable, scopable }: Attribute,
  word: string,
  { locales, channels }: ColumnContext,
): UnknownColumn {
  const validWords = [
    ...(localizable ? locales.values() : []),
    ...(scopable ? [...channels.values()].map((channel) => channel.code) : []),
  ];
  const suggestions = suggest(word, validWords);
  if (localizable && scopable) return { reason: localized('column-neither', { word }), suggestions };
  if (localizable) return { reason: localized('column-not-a-locale', { word }), suggestions };
  return {
    reason: scopable
      ? localized('column-not-a-channel', { word })
      : localized('column-one-value', { word, attribute: code }),
    suggestions,
  };
}

function missingSegmentReason(
  { code }: Attribute,
  word: 'locale' | 'channel',
  validWords: readonly string[],
): UnknownColumn {
  const suggestions = validWords.slice(0, 3).map((one) => `${code}-${one}`);
  const reason =
    word === 'locale'
      ? localized('column-without-locale', { attribute: code })
      : localized('column-without-channel', { attribute: code });
  return { reason, suggestions };
}

function resolveLinks(name: string, { associationTypes }: ColumnContext): LinkTarget | UnknownColumn | null {
  const [, code = '', targets, quantity] = LINKS.exec(name) ?? [];
  if (targets === undefined) return null;
  const type = associationTypes.get(foldKey(code));
  if (type === undefined) {
    const typeCodes = [...associationTypes.values()].map((one) => one.code);
    return {
      reason: localized('column-association-unknown', { ref: code }),
      suggestions: suggest(code, typeCodes),
    };
  }
  const to = targets === 'entities' ? 'entities' : 'products';
  if (quantity !== undefined && (to === 'entities' || !type.quantified))
    return { reason: localized('column-quantities-not-allowed', { typeCode: type.code }), suggestions: [] };
  return { kind: 'links', type: type.code, to, part: quantity === undefined ? 'refs' : 'quantities' };
}

function unknown(
  name: string,
  { fields, hasValues }: FileFormat,
  { attributes }: ColumnContext,
  reason: Message,
): UnknownColumn {
  const codes = hasValues ? [...attributes.values()].map(({ code }) => code) : [];
  // A typing error is more often in the first word than in a locale or channel.
  const [first = '', ...rest] = name.split('-');
  const written = fields.filter(({ isForExports }) => isForExports !== true);
  const validNames = [...written.map((field) => field.keyed?.column ?? field.name), ...codes];
  return { reason, suggestions: suggest(first, validNames).map((word) => [word, ...rest].join('-')) };
}

/**
 * Returns the name of the column for a target, which {@link resolveColumn} resolves to that target again: the plain one
 * wherever it is not ambiguous.
 */
export function columnNameOf(target: ColumnTarget, resource: FileResource, context: ColumnContext): string {
  const plain = plainName(target, resource);
  if (target.kind === 'field') {
    const isAttribute = context.attributes.has(foldKey(plain));
    return isAttribute && fieldOf(FILE_FORMATS[resource], target.field)?.yields === true
      ? `_${plain}`
      : plain;
  }
  const resolvedColumn = resolveColumn(plain, resource, context);
  if (!('reason' in resolvedColumn) && targetKey(resolvedColumn) === targetKey(target)) return plain;
  return (target.kind === 'cell' ? VALUES_PREFIX : LINKS_PREFIX) + plain;
}

function plainName(target: ColumnTarget, resource: FileResource): string {
  switch (target.kind) {
    case 'field': {
      const field = FILE_FORMATS[resource].fields.find(({ name }) => name === target.field);
      return target.key === null ? target.field : `${field?.keyed?.column ?? target.field}-${target.key}`;
    }
    case 'cell': {
      const { attribute, locale, channel, part } = target;
      const last = part === 'value' ? [] : [part === 'unit' ? 'unit' : part.currency];
      return [
        attribute,
        ...(locale === null ? [] : [locale]),
        ...(channel === null ? [] : [channel]),
        ...last,
      ].join('-');
    }
    case 'links':
      return `${target.type}-${target.to}${target.part === 'quantities' ? '-quantity' : ''}`;
  }
}
