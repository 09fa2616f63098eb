import { foldKey } from '../../../kernel/codes.ts';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import type { CursorCodec, ListIdentity } from '../../../kernel/page.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { CategoryWithPath } from '../../category/index.ts';
import { fallbackChain } from '../../locale/index.ts';
import {
  findUsedValues,
  type Hit,
  type ListItemKind,
  type PreparedSearch,
  type ProductFilter,
  type ProductQuery,
  prepareProductSearch,
  type SearchableTexts,
} from '../../search/index.ts';
import { fallbackOf } from '../../structure/index.ts';
import type { ExposedAttribute, ExposedSet } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import { EMPTY_TREE, loadShopCategoryTree } from './category-tree.ts';
import { commonRole } from './filterable-attribute.ts';
import { CATEGORIES, facetDefinitions, type Refinement, readRefinements } from './refinements.ts';
import { type SortArgument, sortAttributes, toSortInput } from './sorts.ts';
import { type FilterInput, type ReferencedValue, toProductFilter } from './to-product-filter.ts';

/** Products of a list, in the terms of the schema. */
export interface ProductListQuery {
  /** The one set that it is of; null: products of all sets. */
  readonly set: ExposedSet | null;
  /** Public id. */
  readonly category?: string | null | undefined;
  /** Words to search for. */
  readonly q?: string | null | undefined;
  readonly filter?: FilterInput | null | undefined;
  readonly refine?: readonly Refinement[] | null | undefined;
  readonly sort?: SortArgument | null | undefined;
  readonly show?: ListItemKind | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly offset?: number | null | undefined;
  /** Conditions that no client gives. */
  readonly within?: ProductFilter | undefined;
}

/** A list that was understood; only what is asked of it is run. */
export interface ProductList {
  readonly asked: ProductListQuery;
  readonly context: ShopContext;
  readonly search: PreparedSearch;
  /** Number of products before the first of the page; null: unknown, behind a cursor. */
  readonly offset: number | null;
  /** Refinements as the server understood them. */
  readonly refinements: readonly Refinement[];
  readonly category: CategoryWithPath | null;
  readonly sorts: ReadonlyMap<string, ExposedAttribute>;
}

export const MAX_OFFSET = 10_000;
const DEFAULT_SIZE = 24;
/** Maximum number of codes of options or entities that one list names. */
const MAXIMUM_VALUES = 200;

/**
 * Understands a list.
 *
 * @throws ValidationFailed for what filter or refinements name that no visible product has; RequestError `invalid-cursor`,
 * `limit-out-of-range`
 */
export async function openList(context: ShopContext, request: ProductListQuery): Promise<ProductList> {
  const { catalogue, structure, storefront, currency, locale, preview } = context;
  const { set, q, sort = null, show = 'family' } = request;
  const offset = offsetOf(request);
  const categories = namesCategories(request) ? await loadShopCategoryTree(context) : EMPTY_TREE;
  const reading = { structure, currency, categories };
  const read = toProductFilter(request.filter ?? {}, set?.attributes ?? commonAttributes(context), reading);
  const definitions = facetDefinitions(catalogue, storefront);
  const refined = readRefinements(request.refine ?? [], definitions, reading);
  await rejectUnusedCodes(context, [...read.named, ...refined.named]);
  const category = request.category ? categoryOf(request.category, categories.byId(request.category)) : null;
  const page = pageFilter(context, request, read.filter, category);
  const hasWords = (q ?? '').trim() !== '';
  const sorts = sortAttributes(catalogue, set);
  const { channel } = storefront;
  const query: ProductQuery = {
    // A condition within `or` belongs to no facet: facets leave out the refinements, and nothing else.
    filter: {
      ...(Object.keys(page).length > 0 && { or: [page] }),
      and: refined.filter.and ?? [],
      ...(hasWords && { q }),
    },
    sort: toSortInput(sort, sorts, hasWords, context),
    show,
    first: request.first ?? DEFAULT_SIZE,
    after: request.after,
    offset,
  };
  const search = await prepareProductSearch(withBoundCursors(context, storefront.id), query, {
    visibility: context.visibility,
    withArchived: !preview,
    structure,
    byRelevance: true,
    texts: searchedTexts(context),
    cellScope: { channel, locale },
  });
  return {
    asked: request,
    context,
    search,
    offset: request.after ? null : offset,
    refinements: refined.refinements,
    category,
    sorts,
  };
}

/** Categories are read only for those who name one. */
const namesCategories = ({ category, filter, refine }: ProductListQuery): boolean =>
  Boolean(category) ||
  filtersByCategory(filter) ||
  (refine ?? []).some(({ facet }) => foldKey(facet) === CATEGORIES);

function filtersByCategory(filter: FilterInput | null | undefined): boolean {
  if (filter == null) return false;
  const { category, and: every, or: some, not: none } = filter;
  return Boolean(category) || [...(every ?? []), ...(some ?? []), none].some(filtersByCategory);
}

function offsetOf({ offset, after }: ProductListQuery): number {
  if (offset == null || offset === 0) return 0;
  const refuse = (code: 'above-maximum' | 'below-minimum' | 'value-not-allowed', message: Message) =>
    ValidationFailed.of([fieldProblem(code, ['offset'], message, { value: offset })]);
  if (after) throw refuse('value-not-allowed', localized('offset-or-after'));
  if (offset < 0) throw refuse('below-minimum', localized('offset-negative'));
  if (offset <= MAX_OFFSET) return offset;
  throw refuse('above-maximum', localized('offset-too-large', { max: MAX_OFFSET }));
}

function categoryOf(id: string, placedCategory: CategoryWithPath | undefined): CategoryWithPath {
  if (placedCategory !== undefined) return placedCategory;
  const message = localized('category-not-in-shop', { ref: id });
  throw ValidationFailed.of([fieldProblem('category-not-found', ['category'], message, { value: id })]);
}

/** Returns the attributes by which all products of different sets can be filtered. */
const commonAttributes = ({ catalogue }: ShopContext): readonly ExposedAttribute[] => {
  const price = commonRole(catalogue, 'price');
  return price === undefined ? [] : [price];
};

/** Returns the filter of a list without the refinements of its shopper. */
function pageFilter(
  context: ShopContext,
  { set, within }: ProductListQuery,
  filter: ProductFilter,
  category: CategoryWithPath | null,
): ProductFilter {
  const beside: ProductFilter[] = [
    ...(category === null ? [] : [{ categories: { any: [category.code] } }]),
    ...(within === undefined ? [] : [within]),
  ];
  return {
    ...filter,
    ...(beside.length > 0 && { and: [...(filter.and ?? []), ...beside] }),
    ...exposedSets(context),
    ...(set !== null && { attributeSet: { eq: set.code } }),
  };
}

/** Returns the condition that products are of sets that the storefront shows. */
export function exposedSets({ catalogue, structure, preview, storefront }: ShopContext): ProductFilter {
  const codes = catalogue.sets.map(({ code }) => code);
  return {
    ...(codes.length < structure.sets.size && { attributeSet: { in: codes } }),
    // Without a set, or in no channel of the shop, nothing is visible. A preview sees more.
    ...(preview && { attributeSet: { in: codes }, channels: { any: [storefront.channel] } }),
  };
}

/** Returns the texts that a search covers: those of exposed attributes, as far as the shop shows them. */
export function searchedTexts({ storefront, structure, locale }: ShopContext): SearchableTexts {
  return {
    attributes: new Set(storefront.attributes.map(foldKey)),
    channel: storefront.channel,
    locales: fallbackChain(locale, (code) => fallbackOf(structure, code)),
  };
}

/** Cursors of one storefront are none of another. */
export function withBoundCursors(context: ShopContext, ...names: readonly string[]): ShopContext {
  const lists = new WeakMap<object, ListIdentity>();
  const own = (list: ListIdentity): ListIdentity => {
    const listKey = lists.get(list) ?? [...names, JSON.stringify(list)];
    lists.set(list, listKey);
    return listKey;
  };
  const cursors: CursorCodec = {
    encode: (position, list) => context.cursors.encode(position, own(list)),
    decode: (cursor, list) => context.cursors.decode(cursor, own(list)),
  };
  return { ...context, cursors };
}

/** Reports the codes of options and entities that no visible product has, exactly as codes that do not exist. */
async function rejectUnusedCodes(
  context: ShopContext,
  valueReferences: readonly ReferencedValue[],
): Promise<void> {
  if (valueReferences.length === 0) return;
  const { structure, visibility, storefront, locale } = context;
  if (valueReferences.length > MAXIMUM_VALUES) {
    const message = localized('list-too-many-values', { max: MAXIMUM_VALUES, count: valueReferences.length });
    throw ValidationFailed.of([fieldProblem('too-many-items', ['filter'], message)]);
  }
  const cellScope = { channel: storefront.channel, locale };
  const used = await findUsedValues(context, { structure, visibility, cellScope, values: valueReferences });
  const unused = valueReferences.filter((_, index) => !used.has(index));
  if (unused.length === 0) return;
  const fields = [...new Set(unused.map(({ attribute }) => attribute.code))].slice(0, 20);
  const search = await prepareProductSearch(context, {}, { visibility, structure, cellScope, size: 0 });
  const valuesByField = new Map(
    (await search.facets({ fields })).map(({ field, values }) => [field, values.map(({ value }) => value)]),
  );
  throw ValidationFailed.of(
    unused.map(({ attribute, code, path }) => {
      const suggestions = suggest(code, valuesByField.get(attribute.code) ?? []);
      const message = withSuggestions(
        localized('value-without-products', { value: code, attribute: attribute.code }),
        suggestions,
      );
      return fieldProblem('value-not-allowed', path, message, { value: code, suggestions });
    }),
  );
}

export interface ListPage {
  /** Search that found the products; its words may have been corrected. */
  readonly search: PreparedSearch;
  readonly hits: readonly Hit[];
  readonly hasNextPage: boolean;
}

/** Returns the page of a list. Words that nothing visible has are corrected. */
export async function readListPage({ search: requestedSearch }: ProductList): Promise<ListPage> {
  if (requestedSearch.size === 0) return { search: requestedSearch, hits: [], hasNextPage: false };
  const first = await requestedSearch.hits();
  const corrected = first.length === 0 ? await requestedSearch.corrected() : null;
  const search = corrected ?? requestedSearch;
  const pageHits = corrected === null ? first : await corrected.hits();
  return { search, hits: pageHits.slice(0, search.size), hasNextPage: pageHits.length > search.size };
}
