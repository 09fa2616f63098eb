import { foldKey } from '../../../kernel/codes.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import {
  type AssociationTypeLookup,
  isAssociationColumn,
  type LinkColumn,
  linkColumnOf,
} from '../links/association-columns.ts';
import { type Column, type FileReferenceColumn, scopeKey } from './file-references.ts';

/** Lookups against which the columns of products are resolved; the keys of maps are folded codes. */
export interface ColumnContext {
  readonly attributes: ReadonlyMap<
    string,
    Pick<AttributeDefinition, 'code' | 'type' | 'localizable' | 'scopable'>
  >;
  readonly channels: ReadonlyMap<string, { readonly code: string }>;
  /** Enabled locales: folded → stored code. */
  readonly locales: ReadonlyMap<string, string>;
  readonly associationTypes: AssociationTypeLookup;
}

/** One cell of a product and the columns it is read from. */
export interface CellColumns {
  readonly attribute: string;
  readonly type: AttributeDefinition['type'];
  readonly channel: string | null;
  readonly locale: string | null;
  /** The column of the value; of a price without currency in its name, too. Null: there is only a unit. */
  value: Column | null;
  unit: Column | null;
  /** One column per currency. */
  readonly prices: (Column & { readonly currency: string })[];
}

/** Meaning of the columns of a file of products that are not properties of the product. */
export interface ProductColumns {
  readonly cells: readonly CellColumns[];
  /** Images and other files. */
  readonly files: readonly FileReferenceColumn[];
  /** Links to products, then those to models. */
  readonly links: readonly (Column & LinkColumn)[];
  /** Links to groups, which have become categories. */
  readonly groupLinks: readonly Column[];
  readonly unknown: readonly (Column & { readonly reason: Message })[];
}

const CURRENCY = /^[A-Za-z]{3}$/;

/**
 * Resolves the columns of values by what each attribute is: `name`, `name-de_DE`, `release_date-ecommerce`,
 * `description-de_DE-ecommerce`, `price-EUR`, `weight` with `weight-unit`. Locale and channel are distinguished by
 * looking them up, so either may come first.
 *
 * @param properties columns that are no values: `sku`, `family` …
 */
export function resolveProductColumns(
  columns: readonly string[],
  properties: ReadonlySet<string>,
  context: ColumnContext,
): ProductColumns {
  const cells = new Map<string, CellColumns>();
  const files: FileReferenceColumn[] = [];
  const links: (Column & LinkColumn)[] = [];
  const groupLinks: Column[] = [];
  const unknown: (Column & { reason: Message })[] = [];
  for (const [position, name] of columns.entries()) {
    if (properties.has(name)) continue;
    const column = { position, name };
    const parsed = parseColumn(name, context);
    if (parsed === null && isAssociationColumn(name)) {
      const link = linkColumnOf(name, context.associationTypes, columns);
      if (link === 'quantities') continue;
      if (link === 'groups') groupLinks.push(column);
      else if ('reason' in link) unknown.push({ ...column, reason: link.reason });
      else links.push({ ...column, ...link });
    } else if (parsed === null) unknown.push({ ...column, reason: localized('column-without-attribute') });
    else if ('reason' in parsed) unknown.push({ ...column, reason: parsed.reason });
    else {
      const same = addCell(cells, files, parsed, column);
      if (same !== null) unknown.push({ ...column, reason: localized('column-same', { other: same.name }) });
    }
  }
  const ordered = [
    ...links.filter(({ targets }) => targets === 'products'),
    ...links.filter(({ targets }) => targets === 'product_models'),
  ];
  return { cells: [...cells.values()], files, links: ordered, groupLinks, unknown };
}

type Attribute = ColumnContext['attributes'] extends ReadonlyMap<string, infer Value> ? Value : never;

interface ParsedColumn {
  readonly attribute: Attribute;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly part: 'value' | 'unit' | { readonly currency: string };
}

/** Parses a column. Null: no attribute. A reason: the attribute has no such cell. */
function parseColumn(
  name: string,
  context: ColumnContext,
): ParsedColumn | { readonly reason: Message } | null {
  const [code = '', ...parts] = name.split('-');
  const attribute = context.attributes.get(foldKey(code));
  if (attribute === undefined) return null;
  const part = splitUnitOrCurrency(attribute, parts, context);
  let channel: string | null = null;
  let locale: string | null = null;
  for (const word of parts) {
    const asLocale = attribute.localizable ? context.locales.get(foldKey(word)) : undefined;
    const asChannel = attribute.scopable ? context.channels.get(foldKey(word))?.code : undefined;
    if (asLocale !== undefined && locale === null) locale = asLocale;
    else if (asChannel !== undefined && channel === null) channel = asChannel;
    else return isAssociationColumn(name) ? null : { reason: unknownSegmentReason(attribute, word) };
  }
  if (attribute.localizable && locale === null)
    return { reason: localized('column-without-locale', { attribute: code }) };
  if (attribute.scopable && channel === null)
    return { reason: localized('column-without-channel', { attribute: code }) };
  return { attribute, channel, locale, part };
}

/** Takes the unit or the currency off the end of a column's words. */
function splitUnitOrCurrency(
  { type, scopable }: Attribute,
  nameParts: string[],
  { channels }: ColumnContext,
): ParsedColumn['part'] {
  const last = nameParts.at(-1) ?? '';
  if (type === 'measurement' && last === 'unit') {
    nameParts.pop();
    return 'unit';
  }
  if (type !== 'price' || !CURRENCY.test(last)) return 'value';
  // A channel may be called like a currency: the word is the channel where no other word is one.
  const isChannel = (word: string) => scopable && channels.has(foldKey(word));
  if (isChannel(last) && !nameParts.slice(0, -1).some(isChannel)) return 'value';
  nameParts.pop();
  return { currency: last.toUpperCase() };
}

function unknownSegmentReason({ code, localizable, scopable }: Attribute, word: string): Message {
  if (localizable && scopable) return localized('column-neither', { word });
  if (localizable) return localized('column-not-a-locale', { word });
  if (scopable) return localized('column-not-a-channel', { word });
  return localized('column-one-value', { word, attribute: code });
}

/** Adds a column to its target, unless another column has the same meaning: that one is returned. */
function addCell(
  cells: Map<string, CellColumns>,
  files: FileReferenceColumn[],
  parsed: ParsedColumn,
  column: Column,
): Column | null {
  if (parsed.attribute.type !== 'media') return addColumn(cells, parsed, column);
  const { attribute, channel, locale } = parsed;
  const added = { ...column, attribute: attribute.code, channel, locale };
  const same = files.find((other) => scopeKey(other) === scopeKey(added)) ?? null;
  if (same === null) files.push(added);
  return same;
}

/** Adds a column to its cell, unless another column has the same meaning: that one is returned. */
function addColumn(
  cells: Map<string, CellColumns>,
  { attribute, channel, locale, part }: ParsedColumn,
  column: Column,
): Column | null {
  const key = JSON.stringify([attribute.code, channel, locale]);
  let cell = cells.get(key);
  if (cell === undefined) {
    const { code, type } = attribute;
    cell = { attribute: code, type, channel, locale, value: null, unit: null, prices: [] };
    cells.set(key, cell);
  }
  if (typeof part === 'object') {
    const same = cell.prices.find(({ currency }) => currency === part.currency);
    if (same === undefined) cell.prices.push({ ...column, currency: part.currency });
    return same ?? null;
  }
  const same = cell[part];
  cell[part] ??= column;
  return same;
}
