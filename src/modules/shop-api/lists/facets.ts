import { foldKey } from '../../../kernel/codes.ts';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { labelOf } from '../../../kernel/labels.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { Swatch } from '../../option-set/index.ts';
import type { Facet as CountedFacet, PreparedSearch } from '../../search/index.ts';
import { displayValue } from '../../values/index.ts';
import type { ShopContext } from '../shop-context.ts';
import { loadShopCategoryTree } from './category-tree.ts';
import { listLabels } from './list-labels.ts';
import type { ProductList } from './product-list.ts';
import {
  type FacetDefinition,
  facetDefinitions,
  isRangeFacet,
  type Refinement,
  replaceRefinement,
  toggleRefinement,
  unitOf,
} from './refinements.ts';

interface FacetBase {
  readonly code: string;
  readonly label: string;
  readonly refined: boolean;
  /** The refinements without those of this facet. */
  readonly clear: readonly Refinement[];
}

export interface ListFacet extends FacetBase {
  readonly kind: 'list';
  readonly display: 'list' | 'swatch' | 'tree';
  readonly values: readonly ListedValue[];
  readonly hiddenCount: number;
}

export interface ListedValue {
  readonly code: string;
  readonly label: string;
  readonly count: number;
  readonly selected: boolean;
  readonly swatch: Swatch | null;
  /** The refinements when it is selected, or no longer. */
  readonly refine: readonly Refinement[];
  /** Categories right below it; for categories only. */
  readonly children: readonly ListedValue[];
}

export interface RangeFacet extends FacetBase {
  readonly kind: 'range';
  readonly min: string;
  readonly max: string;
  /** Stored code. */
  readonly unit: string | null;
  readonly currency: string | null;
  readonly buckets: readonly RangeBucket[];
}

export interface RangeBucket {
  readonly min: string;
  /** Upper bound, not included. */
  readonly below: string;
  readonly count: number;
  readonly selected: boolean;
  readonly refine: readonly Refinement[];
}

export type ListedFacet = ListFacet | RangeFacet;

/** Maximum number of facets that searches count at once. */
const COUNTED_AT_ONCE = 20;

/** Returns the facets of a list that something can be selected of, in the order of the storefront. */
export async function facetsOf(
  list: ProductList,
  search: PreparedSearch,
  only: readonly string[] | null,
): Promise<readonly ListedFacet[]> {
  const { context, category } = list;
  const { locale } = context;
  const selectedFacets = chosenFacets(list, only);
  const fields = selectedFacets.flatMap((definition) => fieldOf(definition, context) ?? []);
  if (fields.length === 0) return [];
  const tree = await loadShopCategoryTree(context);
  const below = category?.code ?? tree.root;
  const facetCounts: CountedFacet[] = [];
  for (let from = 0; from < fields.length; from += COUNTED_AT_ONCE) {
    const fieldBatch = fields.slice(from, from + COUNTED_AT_ONCE).map(({ field }) => field);
    facetCounts.push(...(await search.facets({ fields: fieldBatch, order: 'position', locale, below })));
  }
  const facets = await Promise.all(
    fields.map(({ definition }, index) => {
      const facetCount = facetCounts[index];
      if (facetCount === undefined) return null;
      return isRangeFacet(definition)
        ? rangeFacet(list, definition, facetCount)
        : listFacet(list, definition, facetCount);
    }),
  );
  return facets.filter((facet) => facet !== null);
}

/**
 * Returns the configured facets, those of the nearest category that has its own, else of the storefront; then others in
 * use.
 */
function chosenFacets(
  { context, category, refinements }: ProductList,
  only: readonly string[] | null,
): readonly FacetDefinition[] {
  const { catalogue, storefront } = context;
  const definitions = facetDefinitions(catalogue, storefront);
  const line = (category?.path ?? []).toReversed();
  const own = line.map((code) => storefront.categoryFacets[code]).find((codes) => codes !== undefined);
  const codes = [...(own ?? storefront.facets), ...refinements.map(({ facet }) => facet)];
  const configured = [...new Set(codes.flatMap((code) => definitions.get(foldKey(code)) ?? []))];
  if (only === null) return configured;
  return only.map((code, index) => {
    const facetDefinition = definitions.get(foldKey(code));
    if (facetDefinition !== undefined) return facetDefinition;
    const suggestions = suggest(
      code,
      [...definitions.values()].map((one) => one.code),
    );
    const message = withSuggestions(localized('not-found', { kind: 'facet', ref: code }), suggestions);
    const problem = fieldProblem('reference-not-found', ['only', String(index)], message, {
      value: code,
      suggestions,
    });
    throw ValidationFailed.of([problem]);
  });
}

/** Returns the field of searches that a facet counts; null where it counts nothing. */
function fieldOf(
  definition: FacetDefinition,
  { currency }: ShopContext,
): { readonly definition: FacetDefinition; readonly field: string } | null {
  const { code, attribute } = definition;
  if (attribute?.type !== 'price') return { definition, field: code };
  return currency === null ? null : { definition, field: `${code}:${currency}` };
}

function baseOf({ refinements, context }: ProductList, { code, attribute }: FacetDefinition): FacetBase {
  const definition = context.structure.attributes.get(foldKey(attribute?.code ?? ''));
  return {
    code,
    label:
      attribute === null
        ? listLabels(context.locales).categories
        : labelOf(definition?.labels ?? {}, code, context.locales),
    refined: refinements.some(({ facet }) => facet === code),
    clear: replaceRefinement(refinements, code, null),
  };
}

async function listFacet(
  list: ProductList,
  definition: FacetDefinition,
  { values, hiddenCount }: CountedFacet,
): Promise<ListFacet | null> {
  const { refinements, context } = list;
  const { code, attribute } = definition;
  const selected = refinements.find(({ facet }) => facet === code)?.values ?? [];
  const keys = new Set(selected.map(foldKey));
  if (values.length === 0 && selected.length === 0) return null;
  const tree = attribute === null ? await loadShopCategoryTree(context) : null;
  const attributeDefinition = context.structure.attributes.get(foldKey(attribute?.code ?? ''));
  const wordOf = (value: string, name: string) =>
    attributeDefinition?.type === 'boolean'
      ? displayValue(attributeDefinition, value === 'true', context.locales, context.structure, context)
      : name;
  const facetValues = await Promise.all(
    values.map(async ({ value, count, parent, details }) => {
      const { labels, name, swatch } = await details();
      const isSelected = keys.has(foldKey(value));
      const above = tree?.byCode(value)?.path ?? [];
      const others = selected.filter((one) => {
        if (foldKey(one) === foldKey(value)) return false;
        // A shopper who selects a category deselects the one above it, or those below.
        const isAbove = above.includes(one) || tree?.byCode(one)?.path.includes(value) === true;
        return isSelected || !isAbove;
      });
      const next = isSelected ? others : [...others, value];
      return {
        code: value,
        label: labels === null ? await wordOf(value, name) : labelOf(labels, value, context.locales),
        count,
        selected: isSelected,
        swatch,
        refine: toggleRefinement(refinements, code, next),
        parent,
      };
    }),
  );
  // A selected value can be deselected even if the list has no item with it.
  const valueKeys = new Set(values.map(({ value }) => foldKey(value)));
  for (const value of selected.filter((one) => !valueKeys.has(foldKey(one)))) {
    const category = tree?.byCode(value);
    facetValues.push({
      code: value,
      label: await wordOf(value, labelOf(category?.labels ?? {}, value, context.locales)),
      count: 0,
      selected: true,
      swatch: null,
      refine: toggleRefinement(
        refinements,
        code,
        selected.filter((one) => one !== value),
      ),
      parent: category?.path.at(-2) ?? null,
    });
  }
  // Entities have no order of their own.
  const { compare } = new Intl.Collator(context.locale.replaceAll('_', '-'));
  if (attribute?.type === 'entity' || attribute?.type === 'entity_list')
    facetValues.sort((one, other) => compare(one.label, other.label));
  const isThere = new Set(facetValues.map((one) => one.code));
  const below = (parent: string | null): ListedValue[] =>
    facetValues
      .filter((one) => (one.parent !== null && isThere.has(one.parent) ? one.parent : null) === parent)
      .map(({ parent: _parent, ...one }) => ({ ...one, children: tree === null ? [] : below(one.code) }));
  const display =
    attribute === null ? 'tree' : facetValues.some(({ swatch }) => swatch !== null) ? 'swatch' : 'list';
  return { ...baseOf(list, definition), kind: 'list', display, values: below(null), hiddenCount };
}

function rangeFacet(
  list: ProductList,
  definition: FacetDefinition,
  { range }: CountedFacet,
): RangeFacet | null {
  const { refinements, context } = list;
  const { code } = definition;
  const own = refinements.find(({ facet }) => facet === code);
  const [min, max] = [
    range?.min ?? own?.min ?? own?.max ?? own?.below,
    range?.max ?? own?.max ?? own?.below ?? own?.min,
  ];
  // If no item has a number, a range that was selected can still be deselected.
  if (min == null || max == null) return null;
  const buckets = (range?.buckets ?? []).map(({ from, to, count }) => {
    const selected = own?.min === from && own.below === to;
    const next = selected ? null : { facet: code, min: from, below: to };
    return { min: from, below: to, count, selected, refine: replaceRefinement(refinements, code, next) };
  });
  return {
    ...baseOf(list, definition),
    kind: 'range',
    min,
    max,
    unit: unitOf(definition, context.structure),
    currency: definition.attribute?.type === 'price' ? context.currency : null,
    buckets,
  };
}
