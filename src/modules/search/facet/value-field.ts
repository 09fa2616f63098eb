import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { loadCategoryTree } from '../../category/index.ts';
import { loadOptionCodes } from '../../option-set/index.ts';
import {
  type CountedProperty,
  type EnumProperty,
  KEYWORDS_PROPERTIES,
  type KeywordsProperty,
  PRODUCT_PROPERTIES,
  type PropertyDefinition,
} from '../../property/index.ts';
import type { CellScope } from '../filter/plan.ts';
import { findCodesOf, findKeywords } from '../filter/references.store.ts';
import { cellTerms } from '../row/term.ts';
import type { ValueTerms } from '../search.store.ts';
import { missingTerms, type SearchScope, termScopes } from '../statement/compile-plan.ts';
import type { FacetCondition } from './facet-filter.ts';

/** Kind of the objects that a value identifies, for its label. */
export type ValueReference =
  | { readonly kind: 'enum' | 'boolean' | 'word' | 'set' | 'channel' | 'category' | 'attribute' }
  | { readonly kind: 'option'; readonly optionSet: string }
  | { readonly kind: 'entity'; readonly entityType: string };

/** A field that is counted by its values. */
export interface ValueField {
  /** Property or attribute of the filter's conditions on it: `status`, `attributes.color`. */
  readonly on: string;
  readonly of: ValueReference;
  /** All values that there are, in their order. */
  readonly values: readonly ValueTerms[];
  /** True if values are to be shown by their labels. */
  readonly isByLabel: boolean;
  /** Parent of each value of a tree that is no root. */
  readonly parents: ReadonlyMap<string, string>;
  /** Operators of conditions that select some of the values and say nothing else. */
  readonly selecting: readonly string[];
  /** True if at most one value is selected. */
  readonly isSingle: boolean;
  /** Returns the condition that selects some values. */
  select(values: readonly string[]): FacetCondition;
}

/** Scope in which a field is counted. */
export interface CountingScope extends SearchScope {
  /** The channel and locale that the conditions of facets will be meant for. */
  readonly cellScope: CellScope;
  /** Stored code of a category: of categories, only those below it are values. */
  readonly below?: string | null | undefined;
}

type LoadField = (transaction: Transaction, scope: CountingScope) => ValueField | Promise<ValueField>;

const NO_PARENTS: ReadonlyMap<string, string> = new Map();

/** Returns a property as a field, whose values are listed, with the way in which a condition selects some. */
function propertyField(
  key: string,
  of: ValueReference,
  operator: 'in' | 'any',
  values: readonly ValueTerms[],
): ValueField {
  return {
    on: snakeCase(key),
    of,
    values,
    isByLabel: false,
    parents: NO_PARENTS,
    selecting: operator === 'in' ? ['eq', 'in'] : ['any'],
    isSingle: false,
    select: (operands) => ({ kind: 'property', key, operator, isEnum: of.kind === 'enum', operands }),
  };
}

const enumField =
  (key: EnumProperty): LoadField =>
  () =>
    propertyField(
      key,
      { kind: 'enum' },
      'in',
      PRODUCT_PROPERTIES[key].values.map((value) => ({ value, facts: [[key, value]] })),
    );

/** Properties that can be counted by. */
const PROPERTIES: Readonly<Record<Exclude<CountedProperty, KeywordsProperty>, LoadField>> = {
  type: enumField('type'),
  status: enumField('status'),
  attributeSet: (_transaction, { structure }) =>
    propertyField(
      'attributeSet',
      { kind: 'set' },
      'in',
      [...structure.sets.values()].map(({ document: { code } }) => ({ value: code, facts: [['set', code]] })),
    ),
  channels: (_transaction, { structure }) =>
    propertyField(
      'channels',
      { kind: 'channel' },
      'any',
      [...structure.channels.values()].map(({ code }) => ({
        value: code,
        facts: [['channel'], ['channel', code]],
      })),
    ),
  // A category counts what stands below it too, as a condition on it finds it.
  categories: async (transaction, { organizationId, below }) => {
    const all = await loadCategoryTree(transaction, organizationId);
    const tree = below == null ? all : all.filter(({ code, path }) => code !== below && path.includes(below));
    const termsByCode = new Map<string, (readonly string[])[]>(tree.map(({ code }) => [code, []]));
    for (const { code, path } of tree)
      for (const above of path) termsByCode.get(above)?.push(['category', code]);
    const values = [...termsByCode].map(([value, facts]) => ({ value, facts }));
    const parents = tree.flatMap(({ code, path }): [string, string][] => {
      const parent = path.at(-2);
      return parent === undefined ? [] : [[code, parent]];
    });
    return {
      ...propertyField('categories', { kind: 'category' }, 'any', values),
      parents: new Map(parents),
    };
  },
};

/** Returns the terms of all products; of several spellings of a term the first in the order of characters. */
const keywordsField =
  (key: KeywordsProperty): LoadField =>
  async (transaction, { organizationId }) => {
    const { column }: PropertyDefinition = PRODUCT_PROPERTIES[key];
    const storedWords = await findKeywords(transaction, organizationId, column);
    const byKey = Map.groupBy(storedWords, foldKey);
    const values = [...byKey].map(([folded, [value = folded]]) => ({ value, facts: [[key, folded]] }));
    return propertyField(key, { kind: 'word' }, 'any', values);
  };

/** Attributes that are required somewhere and missing there. */
const missing: LoadField = (_transaction, { structure, cellScope }) => ({
  on: 'completeness',
  of: { kind: 'attribute' },
  values: [...structure.attributes.values()].map(({ code }) => ({
    value: code,
    facts: missingTerms([code], cellScope, structure),
  })),
  isByLabel: false,
  parents: NO_PARENTS,
  selecting: ['missing'],
  isSingle: false,
  select: (operands) => ({
    kind: 'property',
    key: 'completeness',
    operator: 'missing',
    isEnum: false,
    operands,
  }),
});

/** Countable fields besides attributes, by their name. */
const COUNTED: ReadonlyMap<string, LoadField> = new Map([
  ...Object.entries(PROPERTIES).map(([key, load]) => [snakeCase(key), load] as const),
  ...KEYWORDS_PROPERTIES.map((key) => [snakeCase(key), keywordsField(key)] as const),
  ['missing', missing],
]);

export const COUNTED_PROPERTIES: readonly string[] = [...COUNTED.keys()];

const COUNTED_TYPES: ReadonlySet<string> = new Set([
  'boolean',
  'select',
  'multi_select',
  'entity',
  'entity_list',
]);

/** Returns true if an attribute is counted by its values. */
export const hasCountedValues = ({ type }: AttributeDefinition) => COUNTED_TYPES.has(type);

/** Returns a property of this name with all its values. */
export async function loadPropertyField(
  transaction: Transaction,
  name: string,
  scope: CountingScope,
): Promise<ValueField | undefined> {
  return COUNTED.get(name)?.(transaction, scope);
}

/** Returns an attribute with all its values: codes, or `true` and `false`. */
export async function loadAttributeField(
  transaction: Transaction,
  attribute: AttributeDefinition,
  scope: CountingScope,
): Promise<ValueField> {
  const { code, type } = attribute;
  const { structure, cellScope } = scope;
  const attributeScopes = termScopes(attribute, effectiveScope(attribute, cellScope), structure);
  const { of, values, isByLabel } = await valuesOf(transaction, attribute, scope);
  const isList = type === 'multi_select' || type === 'entity_list';
  const isBoolean = type === 'boolean';
  const operandsOf = (selected: readonly string[]): Readonly<Record<string, JsonValue>> => {
    if (isBoolean) return { eq: selected[0] === 'true' };
    return { [isList ? 'any' : 'in']: selected };
  };
  return {
    on: `attributes.${foldKey(code)}`,
    of,
    values: values.map((value) => ({
      value,
      facts: attributeScopes.map((at) => cellTerms.value(code, at, foldKey(value))),
    })),
    isByLabel,
    parents: NO_PARENTS,
    selecting: isList ? ['in', 'any'] : ['eq', 'in'],
    isSingle: isBoolean,
    select: (selected) => ({ kind: 'attribute', attribute: code, operands: operandsOf(selected) }),
  };
}

/** Returns the cells of an attribute in a context: an attribute that is the same everywhere ignores the context. */
export const effectiveScope = (
  { scopable, localizable }: AttributeDefinition,
  { channel, locale }: CellScope,
): CellScope => ({ channel: scopable ? channel : null, locale: localizable ? locale : null });

async function valuesOf(
  transaction: Transaction,
  { type, optionSet, entityType }: AttributeDefinition,
  { organizationId }: SearchScope,
): Promise<Pick<ValueField, 'of' | 'isByLabel'> & { readonly values: readonly string[] }> {
  if (type === 'boolean') return { of: { kind: 'boolean' }, values: ['true', 'false'], isByLabel: false };
  if (optionSet !== null) {
    const { codes, sort } = await loadOptionCodes(transaction, organizationId, optionSet);
    return { of: { kind: 'option', optionSet }, values: codes, isByLabel: sort === 'label' };
  }
  const owner = entityType ?? '';
  const values = await findCodesOf(transaction, organizationId, { kind: 'entity', owner });
  return { of: { kind: 'entity', entityType: owner }, values, isByLabel: false };
}
