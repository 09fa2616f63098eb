import { foldKey, RESERVED_ATTRIBUTE_CODES } from '../../kernel/codes.ts';
import type { ResourcePatch } from '../../platform/resource/resource.ts';
import type { AttributeDefinition, AttributeType } from '../attribute/index.ts';
import type { ModelItem } from '../catalogue/index.ts';
import {
  type ColumnMapping,
  matchTargets,
  readBoolean,
  resolveColumn,
  SET_OF_NEW_FIELD,
  type SuggestionScope,
  type Transform,
  unambiguousMatch,
} from '../file-formats/index.ts';
import { suggestTransforms } from '../import/index.ts';
import { findUnitByName } from '../measurement/index.ts';
import type { CatalogueStructure, SetStructure } from '../structure/index.ts';
import { plainName } from './header-terms.ts';
import { unitOf } from './parse-header.ts';
import { planCategories } from './plan-categories.ts';
import type { ProposalScope } from './proposal-scope.ts';
import { booleanOf, type ProposedColumn } from './propose-columns.ts';
import { codeOf, freeCode, labelsIn } from './proposed-codes.ts';
import { readAmount } from './value-patterns.ts';

/** An attribute of one column or several: one per language or currency. */
export interface ProposedAttribute {
  /** The attribute of this name and type that exists already; null for a new one. */
  readonly stored: AttributeDefinition | null;
  readonly code: string;
  readonly label: string;
  readonly type: AttributeType;
  readonly localizable: boolean;
  readonly columns: readonly ProposedColumn[];
}

/** A column with its target. */
export interface PlannedColumn extends ProposedColumn {
  /** Target in the mapping; null if the column is ignored. */
  readonly target: string | null;
  /** Code and label of the attribute; null for other uses. */
  readonly attribute: { readonly code: string; readonly label: string; readonly exists: boolean } | null;
  readonly locale: string | null;
  readonly transforms: readonly Transform[];
}

export interface ProposalPlan {
  readonly columns: readonly PlannedColumn[];
  /** Objects to create where they do not exist. */
  readonly items: readonly ModelItem[];
  /** Changes of objects that exist. */
  readonly changes: readonly ModelItem[];
  readonly mapping: readonly ColumnMapping[];
}

/** The attribute set of the products. */
export interface ProposedSet {
  readonly code: string;
  readonly label: string;
}

/** Returns the model and the mapping for columns. What exists is used as it is. */
export function planProposal(
  proposed: readonly ProposedColumn[],
  set: ProposedSet,
  requested: ProposalScope,
  structure: CatalogueStructure,
): ProposalPlan {
  // A new channel has the currencies of the file, too.
  const currencies = [...requested.currencies, ...proposed.flatMap(({ currency }) => currency ?? [])];
  const scope = { ...requested, currencies: [...new Set(currencies)] };
  const suggestion: SuggestionScope = { channel: scope.channel, locale: scope.locales[0] ?? null };
  const namedTargets = proposed.map((column) => namedTarget(column, structure, suggestion));
  const columns = proposed.map((column, index) => asStored(column, namedTargets[index]?.attribute));
  const attributes = proposedAttributes(
    columns.filter(({ use }, index) => use === 'attribute' && namedTargets[index] === null),
    scope,
    structure,
  );
  const planned: CatalogueStructure = {
    ...structure,
    attributes: new Map([
      ...structure.attributes,
      ...attributes.map(
        (attribute) => [foldKey(attribute.code), attribute.stored ?? toDefinition(attribute)] as const,
      ),
    ]),
    families: new Map([
      ...structure.families,
      ...columns.flatMap(({ unit }) =>
        unit === null ? [] : [[foldKey(unit.family.code), unit.family] as const],
      ),
    ]),
  };
  const categories = planCategories(
    columns.filter(({ use }) => use === 'categories'),
    scope,
  );
  const plannedColumns = columns.map((column, index): PlannedColumn => {
    const attribute = attributes.find((one) => one.columns.includes(column));
    const locale = attribute?.localizable === true ? localeOf(column, scope.locales) : null;
    const target = namedTargets[index]?.target ?? targetOf(column, attribute, locale);
    return {
      ...column,
      target,
      locale,
      attribute: attributeOf(namedTargets[index]?.attribute ?? attribute),
      transforms:
        target === null
          ? []
          : (categories.transforms.get(column) ?? transformsOf(column, target, planned, scope)),
    };
  });
  const stored = structure.sets.get(foldKey(set.code));
  return {
    columns: plannedColumns,
    items: [
      ...settingItems(scope, columns, structure),
      ...categories.items,
      ...attributes.flatMap((attribute, index) => attributeItems(attribute, scope, index)),
      ...columns.flatMap((column, index) => {
        const optionSet = namedTargets[index]?.attribute.optionSet ?? null;
        return optionSet === null ? [] : optionItems([column], optionSet, scope);
      }),
      ...(structure.channels.has(foldKey(scope.channel)) ? [] : [channelItem(scope)]),
      ...(stored === undefined ? [newSet(set, attributes, plannedColumns, scope)] : []),
    ],
    changes: stored === undefined ? [] : setChanges(stored, plannedColumns),
    mapping: [
      ...plannedColumns.map(({ sample, target, transforms }) => ({
        column: sample.column,
        target,
        ...(transforms.length > 0 && { transform: transforms }),
      })),
      { column: SET_OF_NEW_FIELD, target: SET_OF_NEW_FIELD, transform: [{ default: set.code }] },
    ],
  };
}

/** An attribute that a column is named like, and the target. */
interface NamedTarget {
  readonly target: string;
  readonly attribute: AttributeDefinition;
}

/** Returns the target of a column that is named like an attribute; null for any other. */
function namedTarget(
  { sample: { column }, use }: ProposedColumn,
  structure: CatalogueStructure,
  scope: SuggestionScope,
): NamedTarget | null {
  if (use !== 'attribute') return null;
  const matches = matchTargets(column, 'products', structure, scope);
  const target = unambiguousMatch(column, matches, 'products', structure);
  const resolved = target === null ? null : resolveColumn(target, 'products', structure);
  if (target === null || resolved === null || 'reason' in resolved || resolved.kind !== 'cell') return null;
  const attribute = structure.attributes.get(foldKey(resolved.attribute));
  return attribute === undefined ? null : { target, attribute };
}

/** Returns a column of an attribute that exists, whose type is settled. */
function asStored(column: ProposedColumn, attribute: AttributeDefinition | undefined): ProposedColumn {
  if (attribute === undefined) return column;
  const { type } = attribute;
  const { separator, sample } = column;
  const isList = type === 'multi_select' || type === 'media_list';
  const isSelect = type === 'select' || type === 'multi_select';
  const options = separator !== null && type === 'multi_select' ? column.options : sample.distinct;
  return { ...column, type, separator: isList ? separator : null, options: isSelect ? options : [] };
}

/** Returns the attributes that columns need: columns of one name in several languages or currencies share one. */
function proposedAttributes(
  columns: readonly ProposedColumn[],
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
      const stored = findStored(label, { type, localizable }, attributes);
      const code = stored?.code ?? freeCode(codeOf(label, 'attribute'), codes);
      codes.add(foldKey(code));
      return { stored, code, label, type, localizable, columns: group };
    });
  });
}

/** Returns the attribute that has this name as its code or label, and takes the same values. */
function findStored(
  label: string,
  { type, localizable }: Pick<ProposedAttribute, 'type' | 'localizable'>,
  attributes: CatalogueStructure['attributes'],
): AttributeDefinition | null {
  const name = plainName(label);
  const isSame = (attribute: AttributeDefinition) =>
    attribute.type === type &&
    attribute.localizable === localizable &&
    !attribute.scopable &&
    [attribute.code, ...Object.values(attribute.labels)].some((text) => plainName(text) === name);
  return [...attributes.values()].find(isSame) ?? null;
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
const localeOf = ({ header: { language } }: ProposedColumn, locales: readonly string[]): string | null =>
  language === null
    ? null
    : (locales.find((locale) => foldKey(locale) === foldKey(language)) ??
      locales.find((locale) => locale.split('_')[0] === language.split('_')[0]) ??
      null);

function targetOf(
  column: ProposedColumn,
  attribute: ProposedAttribute | undefined,
  locale: string | null,
): string | null {
  if (column.use === 'sku') return 'sku';
  if (column.use === 'categories') return 'categories';
  if (attribute === undefined) return null;
  return [attribute.code, locale, attribute.type === 'price' ? column.currency : null]
    .filter((part) => part !== null)
    .join('-');
}

function attributeOf(
  attribute: AttributeDefinition | ProposedAttribute | undefined,
): PlannedColumn['attribute'] {
  if (attribute === undefined) return null;
  if (!('columns' in attribute)) return { code: attribute.code, label: attribute.code, exists: true };
  return { code: attribute.code, label: attribute.label, exists: attribute.stored !== null };
}

/** The part of a definition that targets and transforms are made from. */
const toDefinition = ({
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

/** Returns the steps after which the cells of a column can be read. */
function transformsOf(
  column: ProposedColumn,
  target: string,
  structure: CatalogueStructure,
  scope: ProposalScope,
): readonly Transform[] {
  const { blanks } = column.sample;
  const emptied: readonly Transform[] =
    blanks.length === 0 ? [] : [{ map: { values: Object.fromEntries(blanks.map((blank) => [blank, ''])) } }];
  return [...emptied, ...readingSteps(column, target, structure, scope)];
}

function readingSteps(
  column: ProposedColumn,
  target: string,
  structure: CatalogueStructure,
  { locales }: ProposalScope,
): readonly Transform[] {
  const { sample, type, separator, reason } = column;
  const { cells, distinct } = sample;
  const suggested = (texts: readonly string[]) =>
    suggestTransforms(target, texts, 'products', structure, AS_VALUES);
  if (separator !== null) return [{ split: { separator } }, 'trim'];
  if (type === 'boolean') return booleanSteps(distinct);
  if (type === 'measurement') return [...unitSteps(column), ...suggested(cells).filter(isNumberStep)];
  if (type === 'date' && reason === 'proposal-undecided-dates')
    return [{ date: { format: locales[0] === 'en_US' ? 'MM/DD/YYYY' : 'DD/MM/YYYY' } }];
  if (type !== 'price') return suggested(cells);
  const before = leadingSign(cells);
  return [
    ...before,
    ...suggested(before.length === 0 ? cells : cells.map((cell) => cell.replace(/^\D+/, ''))),
  ];
}

const AS_VALUES = { decimalSeparator: '.', dateFormat: 'YYYY-MM-DD' } as const;

const isNumberStep = (step: Transform): boolean => typeof step === 'object' && 'number' in step;

/** Maps words of yes and no that an import does not read: `J`, `sì`. */
function booleanSteps(distinct: readonly string[]): readonly Transform[] {
  const values = Object.fromEntries(
    distinct.flatMap((cell) => (readBoolean(cell) === undefined ? [[cell, booleanOf(cell) ?? cell]] : [])),
  );
  return Object.keys(values).length === 0 ? [] : [{ map: { values } }];
}

/** Splits the unit off amounts; those without one have the unit of the name. */
function unitSteps({ sample, unit }: ProposedColumn): readonly Transform[] {
  if (unit === null) return [];
  const terms = [...new Set(sample.cells.flatMap((cell) => readAmount(cell)?.term ?? []))];
  const map = Object.fromEntries(
    terms.flatMap((term) => {
      const code = unitOf(term, [unit.family])?.unit.code;
      return code === undefined || findUnitByName(unit.family, term) !== undefined ? [] : [[term, code]];
    }),
  );
  return [{ unit: { default: unit.unit.code, ...(Object.keys(map).length > 0 && { map }) } }];
}

/** Takes the sign or code of a currency off the beginning of amounts. */
const leadingSign = (cells: readonly string[]): readonly Transform[] =>
  cells.some((cell) => readAmount(cell) !== null && /^(\p{Sc}|[A-Z]{3})/u.test(cell))
    ? [{ replace: { pattern: '^(?:\\p{Sc}|[A-Z]{3})\\s*', with: '' } }]
    : [];

const item = (kind: ModelItem['kind'], patch: ResourcePatch & { readonly code: string }): ModelItem => ({
  kind,
  patch,
  path: ['proposal', kind, patch.code],
});

/** Returns locales, currencies and families of units that are missing or not enabled. */
function settingItems(
  { locales, currencies }: ProposalScope,
  columns: readonly ProposedColumn[],
  structure: CatalogueStructure,
): readonly ModelItem[] {
  const families = new Map(
    columns.flatMap(({ unit }) => (unit === null ? [] : [[unit.family.code, unit.family]])),
  );
  return [
    ...locales
      .filter((code) => !structure.locales.has(foldKey(code)))
      .map((code) => item('locale', { code, enabled: true })),
    ...currencies
      .filter((code) => !structure.currencies.has(code))
      .map((code) => item('currency', { code, enabled: true })),
    ...[...families.values()]
      .filter(({ code }) => !structure.families.has(foldKey(code)))
      .map((family) =>
        item('measurement_family', family as unknown as ResourcePatch & { readonly code: string }),
      ),
  ];
}

/** Returns the options that columns name, for an option set. */
function optionItems(
  columns: readonly ProposedColumn[],
  optionSet: string,
  { locales }: ProposalScope,
): readonly ModelItem[] {
  const codes = new Set<string>();
  return [...new Set(columns.flatMap(({ options }) => options))].map((option) => {
    const code = freeCode(codeOf(option, 'option'), codes);
    codes.add(code);
    return item('option', { code, optionSet, labels: labelsIn(locales, option) });
  });
}

function attributeItems(
  { stored, code, label, type, localizable, columns }: ProposedAttribute,
  scope: ProposalScope,
  index: number,
): readonly ModelItem[] {
  if (stored !== null) return stored.optionSet === null ? [] : optionItems(columns, stored.optionSet, scope);
  const [first] = columns;
  const labels = labelsIn(scope.locales, label);
  const isSelect = type === 'select' || type === 'multi_select';
  return [
    ...(isSelect ? [item('option_set', { code, labels }), ...optionItems(columns, code, scope)] : []),
    item('attribute', {
      code,
      type,
      labels,
      localizable,
      sortOrder: index + 1,
      ...(isSelect && { optionSet: code }),
      ...(type === 'measurement' && {
        measurementFamily: first?.unit?.family.code ?? null,
        defaultUnit: first?.unit?.unit.code ?? null,
      }),
      ...(type === 'identifier' && { validation: { format: 'gtin' } as unknown as ResourcePatch[string] }),
    }),
  ];
}

const channelItem = ({ channel, channelLabel, locales, currencies, root }: ProposalScope): ModelItem =>
  item('channel', {
    code: channel,
    labels: labelsIn(locales, channelLabel ?? CHANNEL_LABEL),
    locales,
    currencies,
    categoryRoot: root,
  });

const CHANNEL_LABEL = 'Web shop';

const usedAttributes = (columns: readonly PlannedColumn[]): readonly string[] => [
  ...new Set(columns.flatMap(({ attribute }) => attribute?.code ?? [])),
];

/** Adds to an attribute set what it lacks. */
function setChanges(
  { document, members }: SetStructure,
  columns: readonly PlannedColumn[],
): readonly ModelItem[] {
  const missing = usedAttributes(columns).filter((code) => !members.has(code));
  const addAttributes = missing.map((code) => ({ code })) as unknown as ResourcePatch[string];
  return missing.length === 0 ? [] : [item('attribute_set', { code: document.code, addAttributes })];
}

/** Returns the attribute set with its label and its image. */
function newSet(
  { code, label }: ProposedSet,
  attributes: readonly ProposedAttribute[],
  columns: readonly PlannedColumn[],
  { locales }: ProposalScope,
): ModelItem {
  const name =
    attributes.find(({ columns: [first] }) => first?.terms.has('name')) ??
    attributes.find(({ type }) => type === 'text');
  const image = attributes.find(({ type }) => type === 'media' || type === 'media_list');
  return item('attribute_set', {
    code,
    labels: labelsIn(locales, label),
    attributes: usedAttributes(columns),
    ...(name !== undefined && {
      attributeAsLabel: name.code,
      requiredAttributes: { '*': [name.code] },
    }),
    ...(image !== undefined && { attributeAsImage: image.code }),
  });
}
