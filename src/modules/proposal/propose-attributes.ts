import { foldKey, RESERVED_ATTRIBUTE_CODES } from '../../kernel/codes.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { AttributeDefinition, AttributeType } from '../attribute/index.ts';
import { matchTargets, resolveColumn, unambiguousMatch } from '../file-formats/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { plainName } from './header-terms.ts';
import type { ProposalScope } from './proposal-scope.ts';
import type { ProposedColumn } from './propose-columns.ts';
import { codeOf, freeCode } from './proposed-codes.ts';

/** An attribute of one column or several: one per language or currency. */
export interface ProposedAttribute {
  /** The attribute that exists already; null for a new one. */
  readonly stored: AttributeDefinition | null;
  readonly code: string;
  readonly label: string;
  readonly type: AttributeType;
  readonly localizable: boolean;
  readonly columns: readonly ProposedColumn[];
  /** Target of its only column, whose name states all of it; null if the target follows from the column. */
  readonly target: string | null;
}

/** Columns with their attributes. */
export interface ColumnAttributes {
  /** The same columns, those of existing attributes with their types. */
  readonly columns: readonly ProposedColumn[];
  readonly attributes: readonly ProposedAttribute[];
}

/**
 * Returns the attributes that columns need: those that they are named like, and new ones. Gives way to other requests
 * between columns.
 */
export async function proposeAttributes(
  proposed: readonly ProposedColumn[],
  scope: ProposalScope,
  structure: CatalogueStructure,
): Promise<ColumnAttributes> {
  const attributesByName = byName(structure.attributes);
  const columns: ProposedColumn[] = [];
  const existing: ProposedAttribute[] = [];
  const others: ProposedColumn[] = [];
  for (const column of proposed) {
    await yieldToEventLoop();
    const attribute = namedAttribute(column, attributesByName, scope, structure);
    if (attribute !== null) existing.push(attribute);
    else if (column.use === 'attribute') others.push(column);
    columns.push(...(attribute?.columns ?? [column]));
  }
  return { columns, attributes: [...existing, ...groupByName(others, attributesByName, scope, structure)] };
}

type AttributesByName = ReadonlyMap<string, readonly AttributeDefinition[]>;

/** Returns the attributes by their codes and labels, without case, blanks and signs. */
function byName(attributes: CatalogueStructure['attributes']): AttributesByName {
  const attributesByName = new Map<string, AttributeDefinition[]>();
  for (const attribute of attributes.values())
    for (const name of new Set([attribute.code, ...Object.values(attribute.labels)].map(nameKey)))
      attributesByName.set(name, [...(attributesByName.get(name) ?? []), attribute]);
  return attributesByName;
}

const nameKey = (name: string): string => plainName(name).replaceAll(' ', '');

/** Returns the existing attribute that a column is named like; null for any other. */
function namedAttribute(
  column: ProposedColumn,
  attributesByName: AttributesByName,
  { channel, locales }: ProposalScope,
  structure: CatalogueStructure,
): ProposedAttribute | null {
  if (column.use !== 'attribute') return null;
  const name = column.sample.column;
  // Words after the name of an attribute can be a locale, a channel or a currency.
  const words = plainName(name).split(' ');
  const candidates = words.flatMap((_, end) => attributesByName.get(words.slice(0, end + 1).join('')) ?? []);
  if (candidates.length === 0) return null;
  const candidateStructure = {
    ...structure,
    attributes: new Map(candidates.map((attribute) => [foldKey(attribute.code), attribute])),
  };
  const suggestion = { channel, locale: locales[0] ?? null };
  const matches = matchTargets(name, 'products', candidateStructure, suggestion);
  const target = unambiguousMatch(name, matches, 'products', candidateStructure);
  const resolved = target === null ? null : resolveColumn(target, 'products', structure);
  if (resolved === null || 'reason' in resolved || resolved.kind !== 'cell') return null;
  const stored = structure.attributes.get(foldKey(resolved.attribute));
  if (stored === undefined) return null;
  const { code, type, localizable } = stored;
  return { stored, code, label: code, type, localizable, columns: [asStored(column, stored)], target };
}

/** Returns a column of an attribute that exists, whose type is settled. */
function asStored(column: ProposedColumn, { type }: AttributeDefinition): ProposedColumn {
  const { separator, sample } = column;
  const isList = type === 'multi_select' || type === 'media_list';
  const isSelect = type === 'select' || type === 'multi_select';
  const options = separator !== null && type === 'multi_select' ? column.options : sample.values;
  return { ...column, type, separator: isList ? separator : null, options: isSelect ? options : [] };
}

/** Returns an attribute for each name: columns of one name in several languages or currencies share it. */
function groupByName(
  columns: readonly ProposedColumn[],
  attributesByName: AttributesByName,
  { locales }: ProposalScope,
  { attributes }: CatalogueStructure,
): readonly ProposedAttribute[] {
  const codes = new Set<string>([...attributes.keys(), ...RESERVED_ATTRIBUTE_CODES]);
  const groups = Map.groupBy(
    columns,
    ({ header, type }) => `${plainName(header.label)} ${TEXTS.has(type) ? 'text' : type}`,
  );
  return [...groups.values()].flatMap((sameName) => {
    const shared = sharedAttribute(sameName, locales);
    return (shared ?? sameName.map((column) => [column])).map((group): ProposedAttribute => {
      const [first] = group;
      if (first === undefined) throw new Error('An attribute has a column.');
      const label = group.length > 1 || sameName.length === 1 ? first.header.label : first.sample.column;
      const widest =
        group.find(({ type }) => type === 'rich_text') ??
        group.find(({ type }) => type === 'textarea') ??
        first;
      const localizable = group.length > 1 && TEXTS.has(first.type);
      const type = widest.type ?? 'text';
      const stored =
        attributesByName
          .get(nameKey(label))
          ?.find((one) => one.type === type && one.localizable === localizable && !one.scopable) ?? null;
      const code = stored?.code ?? freeCode(codeOf(label, 'attribute'), codes);
      codes.add(foldKey(code));
      return { stored, code, label, type, localizable, columns: group, target: null };
    });
  });
}

const TEXTS: ReadonlySet<AttributeType | null> = new Set(['text', 'textarea', 'rich_text']);

/** Returns columns of one name as one attribute, if each has a language of its own that has a locale, or a currency. */
function sharedAttribute(
  columns: readonly ProposedColumn[],
  locales: readonly string[],
): readonly (readonly ProposedColumn[])[] | null {
  if (columns.length < 2) return null;
  const areAllDifferent = (texts: readonly (string | null)[]) =>
    !texts.includes(null) && new Set(texts).size === texts.length;
  const [first] = columns;
  if (first?.type === 'price')
    return areAllDifferent(columns.map(({ currency }) => currency)) ? [columns] : null;
  if (!TEXTS.has(first?.type ?? null)) return null;
  return areAllDifferent(columns.map((column) => localeOf(column, locales))) ? [columns] : null;
}

/** Returns the locale of the language that a column states; null without one. */
export const localeOf = (
  { header: { language } }: ProposedColumn,
  locales: readonly string[],
): string | null =>
  language === null
    ? null
    : (locales.find((locale) => foldKey(locale) === foldKey(language)) ??
      locales.find((locale) => locale.split('_')[0] === language.split('_')[0]) ??
      null);

/** The part of a definition that targets and transforms are made from. */
export const toDefinition = ({
  code,
  type,
  localizable,
  columns: [first],
}: ProposedAttribute): AttributeDefinition =>
  ({
    code,
    type,
    localizable,
    scopable: false,
    labels: {},
    availableLocales: null,
    measurementFamily: first?.unit?.family.code ?? null,
  }) as unknown as AttributeDefinition;
