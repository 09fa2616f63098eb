import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { ValidationFailed } from '../../kernel/refusal.ts';
import { didYouMean, suggest } from '../../kernel/suggestion.ts';
import { snakeCase } from '../../platform/resource/table-store.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import {
  type CountedProperty,
  type EnumProperty,
  PRODUCT_PROPERTIES,
  type Property,
  WORDS_PROPERTIES,
  type WordsProperty,
} from '../property/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { Plan } from './filter/plan.ts';
import { ANY_SCOPE } from './filter/plan.ts';
import { findCodesOf, findWordsOf } from './references.store.ts';
import { words } from './row/term.ts';
import { type CountedField, type CountedValue, countValues } from './search.store.ts';
import type { SearchScope } from './statement/compile-plan.ts';
import type { SearchTable } from './statement/page-statement.ts';

/** How many of what was found have which value of a field. */
export interface Facet {
  /** As it was asked for: `status`, `color`. */
  readonly field: string;
  /** The commonest first; those that nothing has are left out. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** Most facets of one search, and most values of one facet. */
const MAXIMUM_FACETS = 20;
const MAXIMUM_VALUES = 100;

/** All values that there are of something, and the facts that stand for each. */
type CountedValues = (
  transaction: Transaction,
  scope: SearchScope,
) => readonly CountedValue[] | Promise<readonly CountedValue[]>;

const wordsOf =
  (key: EnumProperty): CountedValues =>
  () =>
    PRODUCT_PROPERTIES[key].values.map((value) => ({ value, facts: [[key, value]] }));

/** Properties that can be counted by. */
const PROPERTIES: Readonly<Record<Exclude<CountedProperty, WordsProperty>, CountedValues>> = {
  type: wordsOf('type'),
  status: wordsOf('status'),
  attributeSet: (_transaction, { structure }) =>
    [...structure.sets.values()].map(({ document: { code } }) => ({ value: code, facts: [['set', code]] })),
  channels: (_transaction, { structure }) =>
    [...structure.channels.values()].map(({ code }) => ({
      value: code,
      facts: [['channel'], ['channel', code]],
    })),
  categories: async (transaction, { organizationId }) => {
    const codes = await findCodesOf(transaction, organizationId, { kind: 'category' });
    return codes.map((code) => ({ value: code, facts: [['category', code]] }));
  },
};

/** The words of all products; of several spellings of a word the first in the order of characters. */
const freeWordsOf =
  (key: WordsProperty): CountedValues =>
  async (transaction, { organizationId }) => {
    const { column }: Property = PRODUCT_PROPERTIES[key];
    const found = await findWordsOf(transaction, organizationId, column);
    const byKey = Map.groupBy(found, foldKey);
    return [...byKey].map(([folded, [value = folded]]) => ({ value, facts: [[key, folded]] }));
  };

/** Attributes that are required somewhere and missing there. */
const missing: CountedValues = (_transaction, { structure: { attributes, channels } }) =>
  [...attributes.values()].map(({ code }) => ({
    value: code,
    facts: [...channels.values()].flatMap((channel) => [
      words.missing(code, channel.code, null),
      ...[...channel.locales].map((locale) => words.missing(code, channel.code, locale)),
    ]),
  }));

/** What can be counted by besides attributes, by its name. */
const COUNTED: ReadonlyMap<string, CountedValues> = new Map([
  ...Object.entries(PROPERTIES).map(([key, values]) => [snakeCase(key), values] as const),
  ...WORDS_PROPERTIES.map((key) => [snakeCase(key), freeWordsOf(key)] as const),
  ['missing', missing],
]);

const COUNTED_TYPES: ReadonlySet<string> = new Set([
  'boolean',
  'select',
  'multi_select',
  'entity',
  'entity_list',
]);

/**
 * Counts what matches by the values of fields: properties (of `categories` own and inherited ones themselves, without
 * what stands below them), `missing` (attributes that are required somewhere), and attributes with a code or `true` and
 * `false` as value.
 *
 * @throws ValidationFailed for fields that cannot be counted by
 */
export async function countFacets(
  transaction: Transaction,
  table: SearchTable,
  scope: SearchScope,
  plan: Plan,
  fields: readonly string[],
): Promise<readonly Facet[]> {
  checkFields(fields, scope.structure);
  if (fields.length === 0) return [];
  const counted: CountedField[] = [];
  for (const field of fields) counted.push({ plan, values: await valuesOf(transaction, field, scope) });
  const counts = await countValues(transaction, table, scope, counted);
  return fields.map((field, index) => {
    const values = (counts[index] ?? []).toSorted(
      (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
    );
    return { field, values: values.slice(0, MAXIMUM_VALUES) };
  });
}

/** The names of all fields that can be counted by. */
export const countedFields = ({ attributes }: CatalogueStructure): string[] => [
  ...COUNTED.keys(),
  ...[...attributes.values()].filter(isCounted).map(({ code }) => code),
];

const isCounted = ({ type, filterable }: AttributeDefinition) => filterable && COUNTED_TYPES.has(type);

function checkFields(fields: readonly string[], structure: CatalogueStructure): void {
  const known = countedFields(structure);
  const folded = new Set(known.map(foldKey));
  const unknown = fields.flatMap((field, index): FieldProblem[] => {
    if (folded.has(foldKey(field))) return [];
    const suggestions = suggest(field, known);
    const message = `Products cannot be counted by '${field}'.${didYouMean(suggestions)}`;
    return [
      fieldProblem('value-not-allowed', ['facets', String(index)], message, { value: field, suggestions }),
    ];
  });
  const message = `A search has up to ${MAXIMUM_FACETS} facets, not ${fields.length}.`;
  if (fields.length > MAXIMUM_FACETS) unknown.push(fieldProblem('too-many-items', ['facets'], message));
  if (unknown.length > 0) throw ValidationFailed.of(unknown);
}

async function valuesOf(
  transaction: Transaction,
  field: string,
  scope: SearchScope,
): Promise<readonly CountedValue[]> {
  const counted = COUNTED.get(field);
  if (counted !== undefined) return counted(transaction, scope);
  const { structure, organizationId } = scope;
  const attribute = structure.attributes.get(foldKey(field));
  if (attribute === undefined) return [];
  const { optionSet, entityType, code } = attribute;
  const values =
    attribute.type === 'boolean'
      ? ['true', 'false']
      : await findCodesOf(
          transaction,
          organizationId,
          optionSet === null
            ? { kind: 'entity', owner: entityType ?? '' }
            : { kind: 'option', owner: optionSet },
        );
  return values.map((value) => ({ value, facts: [words.value(code, ANY_SCOPE, foldKey(value))] }));
}
