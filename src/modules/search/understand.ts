import { foldKey } from '../../kernel/codes.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import type { ListIdentity } from '../../kernel/page.ts';
import type { PageRequest } from '../../platform/operation/keyset-page.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';
import type { FacetSearch } from './facet/count-facets.ts';
import type { EntityFilter } from './filter/entity-filters.ts';
import type { FilterObject, ProductFilter } from './filter/filter.ts';
import { wordsOf } from './filter/normalize-text.ts';
import { ANY_SCOPE, type CellScope, hasTerm, not, type Plan } from './filter/plan.ts';
import { allOf, type FilterCondition, planEntityFilter, planProductFilter } from './filter/plan-filter.ts';
import { planSort, type SortInput } from './plan-sort.ts';
import { requireSearchable } from './require-searchable.ts';
import { searchStateOf } from './search-state.ts';
import type { SearchableTexts } from './spelling/searchable-texts.ts';
import { hasLayouts, type ListItemKind } from './statement/item.ts';
import type { RankedTerms } from './statement/relevance.ts';
import type { Sort } from './statement/sort.ts';
import { type ProductAccess, restrictTo, unrestricted, type VisiblePlan } from './visibility.ts';

/** The products that are searched for, their order, and the page of them. */
export interface ProductQuery extends PageRequest {
  readonly filter?: ProductFilter | null | undefined;
  readonly sort?: readonly SortInput[] | null | undefined;
  /**
   * The item of the list. Of families, only what is sold is looked at: simple products and variants; all conditions hold
   * of one and the same. A `family` is an item, or what has the same value of its first axis, or a `variant`; a simple
   * product always is. An item stands where its first match stands, and counts, totals and cursors are of items. Left
   * out: every product is an item, models too.
   */
  readonly show?: ListItemKind | undefined;
  /** Number of items that are left out at the beginning, or behind the cursor. */
  readonly offset?: number | undefined;
}

/** The settings of a search that its caller decides, whatever is searched for. */
export interface SearchOptions {
  /** The products that the caller may see. */
  readonly visibility: ProductAccess;
  /** A condition besides the filter. */
  readonly within?: Plan | undefined;
  /** True if archived products are found by a filter that has no condition on the status. */
  readonly withArchived?: boolean | undefined;
  /**
   * True if the best matches of `q` come first where the query has no order, and words that nothing has are corrected.
   */
  readonly byRelevance?: boolean | undefined;
  /** Texts in which words are searched for; all searchable ones when left out. */
  readonly texts?: SearchableTexts | undefined;
  /** The channel and locale (stored codes) that conditions and facets are meant for where the filter names none. */
  readonly cellScope?: CellScope | undefined;
  /** The configuration, where it has been read for the same request. */
  readonly structure?: CatalogueStructure | null | undefined;
  /** Size of the page instead of `first`; it may be larger than any that clients get. */
  readonly size?: number | undefined;
}

/** The entities that are searched for, their order, and the page of them. */
export interface EntityQuery extends PageRequest {
  readonly filter?: EntityFilter | null | undefined;
  /** Type and code when left out or empty. */
  readonly sort?: readonly SortInput[] | null | undefined;
}

/** A search with everything looked up; nothing of it has been run yet. */
export interface Search extends FacetSearch {
  /** The condition on what is found: all conditions, within what the caller may see. */
  readonly plan: VisiblePlan;
  readonly sorts: readonly Sort[];
  /** The words of the query that can be corrected; null: none. */
  readonly words: RankedTerms | null;
  /** The list that cursors belong to: the same filter and order, however they were sent. */
  readonly identity: ListIdentity;
}

const BY_DEFAULT = { condition: null, cellScope: ANY_SCOPE } as const;

/**
 * Looks up what a query of products names, and checks it.
 *
 * @throws ValidationFailed for filters and keys to sort by that mean nothing; RequestError `search-unavailable` while what they
 * name is not searchable yet
 */
export async function understandProducts(
  context: ReadContext,
  query: ProductQuery,
  options: SearchOptions,
): Promise<Search> {
  const { show } = query;
  const { visibility, within, withArchived, byRelevance, texts, cellScope } = options;
  const { organizationId } = context.session;
  const structure = options.structure ?? (await readStructure(context));
  const state = await searchStateOf(context, structure);
  const { columns, liveIsUnknown } = state;
  const filter = query.filter ?? {};
  const ofFilter = await planProductFilter(context, filter, {
    organizationId,
    structure,
    now: context.now,
    path: ['filter'],
    liveIsUnknown,
    cellScope,
    texts,
  });
  const isOfFamilies = show !== undefined && hasLayouts(structure);
  const conditions: readonly FilterCondition[] = [
    ...(isOfFamilies ? [{ ...BY_DEFAULT, on: null, plan: not(hasTerm(['type', 'model'])) }] : []),
    ...(within === undefined ? [] : [{ ...BY_DEFAULT, on: null, plan: within }]),
    ...ofFilter,
    ...(withArchived === true || namesStatus(filter)
      ? []
      : [{ ...BY_DEFAULT, on: 'status', plan: not(hasTerm(['status', 'archived'])) }]),
  ];
  const visible = (some: readonly FilterCondition[]) =>
    restrictTo(visibility, allOf(some), { structure, liveIsUnknown });
  const plan = visible(conditions);
  const ranking = byRelevance === true ? rankedTerms(filter, texts) : null;
  const isRanked = ranking !== null && (query.sort ?? []).length === 0;
  const sorts: readonly Sort[] = isRanked
    ? [{ by: 'relevance', words: ranking, descending: false }]
    : planSort(query.sort ?? [], structure);
  const isShop = visibility.kind === 'live' || texts !== undefined;
  await requireSearchable(context, { plan, sorts, structure, state, isShop });
  const grouping = isOfFamilies && show !== 'variant' ? show : undefined;
  return {
    scope: { table: 'product', organizationId, structure, columns, grouping },
    plan,
    conditions,
    visible,
    cellScope: cellScope ?? cellScopeIn(filter, structure),
    sorts,
    words: ranking,
    identity: identityOf(
      'product',
      filter,
      isRanked ? 'relevance' : (query.sort ?? []),
      within ?? null,
      ...(visibility.kind === 'organization' ? [] : [visibility]),
      ...(show === undefined ? [] : [{ show }]),
    ),
  };
}

const ENTITY_ORDER: readonly SortInput[] = [{ field: 'attributeSet' }, { field: 'key' }];

/** Looks up what a query of entities names. @throws as {@link understandProducts} */
export async function understandEntities(
  context: ReadContext,
  query: EntityQuery,
  within?: Plan,
): Promise<Search> {
  const { organizationId } = context.session;
  const structure = await readStructure(context);
  const state = await searchStateOf(context, structure);
  const filter = query.filter ?? {};
  const settings = { organizationId, structure, now: context.now, path: ['filter'] };
  const ofFilter = allOf(await planEntityFilter(context, filter, settings));
  const plan = allOf([...(within === undefined ? [] : [{ plan: within }]), { plan: ofFilter }]);
  const order = query.sort == null || query.sort.length === 0 ? ENTITY_ORDER : query.sort;
  const sorts = planSort(order, structure);
  await requireSearchable(context, { plan, sorts, structure, state, isShop: false });
  return {
    ...searchWithin(plan),
    scope: { table: 'entity', organizationId, structure, columns: state.columns },
    plan: unrestricted(plan),
    sorts,
    words: null,
    identity: identityOf('entity', filter, order, within ?? null),
  };
}

/** Returns a search of what every caller may see. It is one condition, of which facets leave nothing out. */
export const searchWithin = (plan: Plan): Omit<FacetSearch, 'scope'> => ({
  conditions: [{ ...BY_DEFAULT, on: null, plan }],
  cellScope: ANY_SCOPE,
  visible: (some) => unrestricted(allOf(some)),
});

/** Returns the channel and locale that a filter names for all of its conditions. */
const cellScopeIn = ({ channel, locale }: ProductFilter, structure: CatalogueStructure): CellScope => ({
  channel: structure.channels.get(foldKey(channel ?? ''))?.code ?? null,
  locale: structure.locales.get(foldKey(locale ?? '')) ?? null,
});

/** Returns the parts as the JSON that is the same for equal lists. */
const identityOf = (...parts: readonly unknown[]): ListIdentity =>
  JSON.parse(JSON.stringify(parts)) as ListIdentity;

/** Returns the words of `q` that each product has to have; null: none. */
function rankedTerms(filter: ProductFilter, texts: SearchableTexts | undefined): RankedTerms | null {
  const query = queriesOf(filter).join(' ');
  const queryTerms = wordsOf(query);
  return queryTerms.length === 0 ? null : { query, words: queryTerms.map((word) => [word]), texts };
}

const queriesOf = ({ q, and: every }: ProductFilter): readonly string[] => [
  ...(q ? [q] : []),
  ...(every ?? []).flatMap(queriesOf),
];

/** Returns whether a filter has a condition on the status. */
function namesStatus(filter: FilterObject<ProductFilter> & Pick<ProductFilter, 'status'>): boolean {
  const { status, and: every, or: some, not: none } = filter;
  if (status !== undefined && status !== null) return true;
  return [...(every ?? []), ...(some ?? []), ...(none ? [none] : [])].some(namesStatus);
}
