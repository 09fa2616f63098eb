import { countWithin, PRICES } from '../../kernel/budget/operation-budget.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { once } from '../../kernel/once.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import type { CursorCodec } from '../../kernel/page.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import { readStructure } from '../structure/index.ts';
import { recordFieldUse } from './columns/record-field-use.ts';
import { type Correction, correctSearch, findCorrections, queryWords } from './correct-search.ts';
import { countRows } from './count-rows.ts';
import { type CompletenessSummary, summarizeCompleteness } from './facet/completeness-summary.ts';
import { countFacets, type Facet, type FacetRequest } from './facet/count-facets.ts';
import { type AttributeFill, countFilled } from './facet/count-filled.ts';
import type { EntityFilter } from './filter/entity-filters.ts';
import type { ProductFilter } from './filter/filter.ts';
import type { CellScope, Plan } from './filter/plan.ts';
import { soldInChannels } from './filter/product-filters.ts';
import { findHits, findSpellings, type Hit } from './search.store.ts';
import { searchStateOf } from './search-state.ts';
import type { Corrections } from './spelling/load-corrections.ts';
import { pageStatement, type Statement } from './statement/page-statement.ts';
import { fromCursorPosition, toCursorPosition } from './statement/sort.ts';
import {
  type EntityQuery,
  type ProductQuery,
  type Search,
  type SearchOptions,
  searchWithin,
  understandEntities,
  understandProducts,
} from './understand.ts';
import { ALL_PRODUCTS } from './visibility.ts';

/** A page of a search, and what else can be read of it. Each function runs its own statements. */
export interface PreparedSearch {
  /**
   * Maximum number of objects of the page. The statement returns one more, if there is one: then there is a next page.
   */
  readonly size: number;
  /**
   * The ids of the page in their order; see `pageStatement`. To be joined to the objects' own table, under whose rules
   * they are read: `WITH page AS (<text>) SELECT … FROM page JOIN public.product … ORDER BY page.place`.
   */
  readonly statement: Statement;
  /** Runs the statement by itself. */
  hits(): Promise<readonly Hit[]>;
  /** Returns the cursor behind an object, by the `position` that the statement returns. */
  cursorAfter(position: readonly JsonValue[]): string;
  /** Returns the exact number of all, or, counted no further, `upTo`. */
  count(upTo?: number): Promise<number>;
  /** Counts by values of fields. @throws ValidationFailed for fields that nothing is counted by */
  facets(request: FacetRequest): Promise<readonly Facet[]>;
  /** Opens the same search with other spellings of its words, for when it finds nothing; null: there are none. */
  corrected(): Promise<PreparedSearch | null>;
  /** Returns the words of the search as they are spelled where they were corrected, those that most products have first. */
  suggestions(): Promise<readonly string[]>;
}

type SearchContext = ReadContext & { readonly cursors: CursorCodec };

/**
 * Opens a page of the products that a query finds.
 *
 * @throws as {@link understandProducts}; RequestError `invalid-cursor` and `limit-out-of-range`
 */
export async function prepareProductSearch(
  context: SearchContext,
  query: ProductQuery,
  options: SearchOptions,
): Promise<PreparedSearch> {
  const search = await understandProducts(context, query, options);
  return openSearch(context, search, query, options.size);
}

/** Opens a page of the entities that a query finds. @throws as {@link prepareProductSearch} */
export async function prepareEntitySearch(
  context: SearchContext,
  query: EntityQuery,
  { within, size }: Pick<SearchOptions, 'within' | 'size'> = {},
): Promise<PreparedSearch> {
  const search = await understandEntities(context, query, within);
  return openSearch(context, search, query, size);
}

/** Returns the exact number of products that a query finds. @throws as {@link understandProducts} */
export async function countProductSearch(
  context: ReadContext,
  query: ProductQuery,
  options: SearchOptions,
): Promise<number> {
  const { scope, plan } = await understandProducts(context, query, options);
  return countRows(context, scope, plan, null);
}

/** Returns how complete the products that a query finds are, in the channel and locale of its filter or in all. @throws as {@link understandProducts} */
export async function summarizeProductSearch(
  context: ReadContext,
  query: ProductQuery,
  options: SearchOptions,
): Promise<readonly CompletenessSummary[]> {
  const search = await understandProducts(context, query, options);
  return summarizeCompleteness(context, search);
}

/** The products and cells in which values of attributes are counted. */
export interface FillScope {
  /** Channel and locale, as stored codes; with a channel, only products that are sold in it count. */
  readonly cellScope: CellScope;
  /** Code of the set whose products are counted; null for all. */
  readonly attributeSet: string | null;
}

/**
 * Counts the products that have values of attributes (stored codes): simple products and variants that are not archived;
 * see {@link countFilled}. @throws as {@link understandProducts}
 */
export async function countFilledAttributes(
  context: ReadContext,
  { cellScope, attributeSet }: FillScope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, AttributeFill>> {
  const { channel } = cellScope;
  const search = await understandProducts(
    context,
    {
      // Products without a set show values of any attribute, and would have values of attributes that none of them has.
      filter: { attributeSet: attributeSet === null ? { empty: false } : { eq: attributeSet } },
      show: 'variant',
    },
    {
      visibility: ALL_PRODUCTS,
      cellScope,
      ...(channel === null ? {} : { within: soldInChannels([channel]) }),
    },
  );
  return countWithin(context.budget, PRICES.facet + PRICES.count * codes.length, () =>
    countFilled(context, search, codes),
  );
}

/** Returns the ids of the first products that a query finds, up to `limit`. @throws as {@link understandProducts} */
export async function findProductIds(
  context: ReadContext,
  query: ProductQuery,
  options: SearchOptions,
  limit: number,
): Promise<readonly string[]> {
  const { scope, plan, sorts } = await understandProducts(context, query, options);
  const hits = await findHits(context, pageStatement(scope, { plan, sorts, position: null, limit }));
  return hits.map(({ id }) => id);
}

/** Checks a filter of products. @throws as {@link understandProducts} */
export async function checkProductFilter(context: ReadContext, filter: ProductFilter): Promise<void> {
  await understandProducts(context, { filter }, { visibility: ALL_PRODUCTS });
}

/** Checks a filter of entities. @throws as {@link understandProducts} */
export async function checkEntityFilter(context: ReadContext, filter: EntityFilter): Promise<void> {
  await understandEntities(context, { filter });
}

/** Counts products by values of fields. @throws ValidationFailed for fields that nothing is counted by */
export async function facetsOfIds(
  context: ReadContext,
  ids: readonly string[],
  request: FacetRequest,
): Promise<readonly Facet[]> {
  const { organizationId } = context.session;
  const structure = await readStructure(context);
  const { columns } = await searchStateOf(context, structure);
  const scope = { table: 'product', organizationId, structure, columns } as const;
  const plan: Plan = { kind: 'id', ids };
  return countFacets(context, { ...searchWithin(plan), scope }, request);
}

/** The part of a search's objects that is returned. */
interface SearchPage {
  readonly size: number;
  readonly offset: number | undefined;
  readonly position: readonly JsonValue[] | null;
}

async function openSearch(
  context: SearchContext,
  search: Search,
  { first, after, offset }: Pick<ProductQuery, keyof PageRequest | 'offset'>,
  size = first === 0 ? 0 : pageSize(first),
): Promise<PreparedSearch> {
  context.budget?.spend(search.words ? PRICES.search : PRICES.list);
  const { position, corrections } = after
    ? readCursor(context.cursors.decode(after, search.identity))
    : { position: null, corrections: null };
  const correction = corrections && (await correctSearch(context, search, corrections));
  if (size > 0 && correction === null) recordFieldUse(search);
  const { scope, sorts } = search;
  const page = { size, offset, position: position && fromCursorPosition(sorts, scope.columns, position) };
  return openPage(context, correction?.search ?? search, page, correction);
}

function openPage(
  context: SearchContext,
  search: Search,
  page: SearchPage,
  correction: Correction | null,
): PreparedSearch {
  const { scope, plan, sorts, words, identity } = search;
  const { size, offset, position } = page;
  const statement = once(() => pageStatement(scope, { plan, sorts, position, limit: size + 1, offset }));
  return {
    size,
    get statement() {
      return statement();
    },
    hits: () => findHits(context, statement()),
    cursorAfter: (at) => {
      const last = correction === null ? [] : [correction.corrections];
      return context.cursors.encode([...toCursorPosition(sorts, scope.columns, at), ...last], identity);
    },
    count: (upTo) =>
      countWithin(context.budget, PRICES.count, () => countRows(context, scope, plan, upTo ?? null)),
    facets: memoized((request: FacetRequest) =>
      countWithin(context.budget, PRICES.facet * request.fields.length, () =>
        countFacets(context, search, request),
      ),
    ),
    async corrected() {
      if (correction !== null || position !== null) return null;
      const corrections = await findCorrections(context, search);
      if (corrections === null) return null;
      const corrected = await correctSearch(context, search, corrections);
      return openPage(context, corrected.search, page, corrected);
    },
    suggestions: async () =>
      correction === null || words === null
        ? []
        : findSpellings(context, scope, plan, queryWords(words), correction.spelledWords),
  };
}

/** Reads a cursor: the position, and behind it the corrections of a search whose words were corrected. */
function readCursor(decoded: readonly JsonValue[]): {
  readonly position: readonly JsonValue[];
  readonly corrections: Corrections | null;
} {
  const last = decoded.at(-1) ?? null;
  return typeof last === 'object' && last !== null
    ? { position: decoded.slice(0, -1), corrections: last as unknown as Corrections }
    : { position: decoded, corrections: null };
}

/** Returns a function that runs once for equal arguments. */
function memoized<Argument, Result>(run: (argument: Argument) => Promise<Result>) {
  const results = new Map<string, Promise<Result>>();
  return (argument: Argument): Promise<Result> => {
    const key = JSON.stringify(argument);
    const result = results.get(key) ?? run(argument);
    results.set(key, result);
    return result;
  };
}
