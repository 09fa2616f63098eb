import { foldKey } from '../../../kernel/codes.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import { loadSubtrees } from '../../category/index.ts';
import { loadOptionTermLookups } from '../../option-set/index.ts';
import { findProductIds, productKey } from '../../product-reference/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import {
  displayScopes,
  isSearchable,
  type SearchableTexts,
  searchableCells,
  searchableLabels,
} from '../spelling/searchable-texts.ts';
import type { AttributeCondition, FilterObject } from './filter.ts';
import { normalizeText, wordsOf } from './normalize-text.ts';
import type { OptionKey } from './plan.ts';
import type { FilterReferences, PlanSettings } from './plan-context.ts';
import { countInTrees, findCodesOf, findEntityIds, findOptionLabels } from './references.store.ts';

/** Anything that may stand in a filter. */
type Conditions = FilterObject<Conditions> & {
  readonly q?: string | null | undefined;
  readonly categories?: Readonly<Record<string, unknown>> | null | undefined;
  /** Parent of the object: a condition for products, a code for entities. */
  readonly parent?: Readonly<Record<string, unknown>> | string | null | undefined;
  readonly associations?:
    | readonly { readonly any?: readonly string[] | null | undefined }[]
    | null
    | undefined;
};

/** Looks up everything that a filter names besides the structure. Statements are sent only for what is named. */
export async function loadReferences(
  transaction: Transaction,
  filter: object,
  { organizationId, structure, texts }: Pick<PlanSettings, 'organizationId' | 'structure' | 'texts'>,
): Promise<FilterReferences> {
  const objects = objectsOf(filter as Conditions);
  const categories = textsIn(objects.map((object) => object.categories));
  const refs = [
    ...textsIn(objects.map(({ parent }) => (typeof parent === 'string' ? null : parent))),
    ...objects.flatMap(({ associations }) => (associations ?? []).flatMap(({ any }) => any ?? [])),
  ];
  const subtrees = await loadSubtrees(transaction, organizationId, categories);
  const productCounts = await countInTrees(transaction, organizationId, subtrees);
  const isMissing = categories.some((code) => !subtrees.has(foldKey(code)));
  const categoryCodes = isMissing ? await findCodesOf(transaction, organizationId, { kind: 'category' }) : [];
  const ids = await findProductIds(transaction, organizationId, refs);
  const parents = objects.flatMap(({ parent }) => (typeof parent === 'string' ? foldKey(parent) : []));
  const entities = await findEntityIds(transaction, organizationId, parents);
  const attributeConditions = objects.flatMap(({ attributes }) => attributes ?? []);
  const options = await loadOptionTermLookups(
    transaction,
    organizationId,
    optionsIn(attributeConditions, structure),
  );
  const queryTerms = [...new Set(objects.flatMap(({ q }) => wordsOf(q ?? '')))];
  const optionsByTerm = await optionsByLabelTerm(transaction, organizationId, structure, queryTerms, texts);
  return {
    subtreeOf: (code) => subtrees.get(foldKey(code)),
    productsIn: (code) => productCounts.get(foldKey(code)),
    categoryCodes: () => categoryCodes,
    productId: (ref) => ids.get(productKey(ref)),
    entityIds: (code) => entities.get(foldKey(code)) ?? [],
    optionCode: (set, word) => options.find(set, word)?.code,
    optionCodes: (set) => options.codesOf(set),
    optionsWithLabel: (word) => optionsByTerm.get(word) ?? [],
    searchedCells: texts && searchableCells(structure, texts),
  };
}

/** Returns all objects of a filter, as far as it may be deep. */
function objectsOf(filter: Conditions, depth = 0): Conditions[] {
  if (depth > 10) return [];
  const { and, or, not } = filter;
  const inner = [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])];
  return [filter, ...inner.flatMap((one) => objectsOf(one, depth + 1))];
}

/** Returns the texts among the operands of conditions. */
function textsIn(conditions: readonly (Readonly<Record<string, unknown>> | null | undefined)[]): string[] {
  return conditions
    .flatMap((condition) => Object.values(condition ?? {}).flat())
    .filter((operand) => typeof operand === 'string');
}

function optionsIn(conditions: readonly AttributeCondition[], structure: CatalogueStructure) {
  return conditions.flatMap(({ attribute, eq, ne, in: among, nin, any, all, none }) => {
    const owner = structure.attributes.get(foldKey(attribute))?.optionSet;
    if (!owner) return [];
    return [eq, ne, among, nin, any, all, none]
      .flat()
      .filter((code) => typeof code === 'string')
      .map((code) => ({ owner, code }));
  });
}

/**
 * Returns the options of searchable attributes whose label has a word (in search form), by the word: a label that is
 * shown.
 */
export async function optionsByLabelTerm(
  transaction: Transaction,
  organizationId: string,
  structure: CatalogueStructure,
  terms: readonly string[],
  texts?: SearchableTexts,
): Promise<ReadonlyMap<string, readonly OptionKey[]>> {
  const attributes = attributesWithLabels(structure).filter(({ code }) => isSearchable(code, texts));
  if (terms.length === 0 || attributes.length === 0) return new Map();
  const labels = await findOptionLabels(transaction, organizationId, setsOf(attributes));
  return new Map(
    terms.map((word) => [
      word,
      attributes.flatMap((attribute) =>
        labels
          .filter((option) => option.optionSet === attribute.optionSet)
          .filter(({ labels: optionLabels }) =>
            searchableLabels(optionLabels, texts).some((text) => normalizeText(text).includes(word)),
          )
          .map(({ code }) => ({
            attribute: attribute.code,
            option: foldKey(code),
            ...(texts && { cellScopes: displayScopes(attribute, texts) }),
          })),
      ),
    ]),
  );
}

/** Returns the labels of options of searchable attributes, in search form. */
export async function loadOptionTexts(
  transaction: Transaction,
  organizationId: string,
  structure: CatalogueStructure,
): Promise<readonly string[]> {
  const sets = setsOf(attributesWithLabels(structure));
  const labels = sets.length === 0 ? [] : await findOptionLabels(transaction, organizationId, sets);
  return labels.flatMap(({ labels: optionLabels }) => Object.values(optionLabels).map(normalizeText));
}

const attributesWithLabels = ({ attributes }: CatalogueStructure) =>
  [...attributes.values()].filter(
    ({ searchable, filterable, optionSet }) => searchable && filterable && optionSet !== null,
  );

const setsOf = (attributes: readonly { readonly optionSet: string | null }[]) => [
  ...new Set(attributes.map(({ optionSet }) => optionSet ?? '')),
];
