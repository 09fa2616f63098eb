import { countWithin, PRICES } from '../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../kernel/codes.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import type { CursorCodec, ListIdentity } from '../../kernel/page.ts';
import { Fault } from '../../kernel/refusal.ts';
import { type PageRequest as PageAsked, pageSize } from '../../platform/operation/keyset-page.ts';
import { findOpenJob } from '../job/index.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';
import { recordFieldUse } from './columns/record-field-use.ts';
import { countRows } from './count-rows.ts';
import { type CompletenessSummary, summarizeCompleteness } from './facet/completeness-summary.ts';
import { countFacets, type Facet, type FacetSearch, type FacetsAsked } from './facet/count-facets.ts';
import type { EntityFilter } from './filter/entity-filters.ts';
import type { FilterObject, ProductFilter } from './filter/filter.ts';
import {
  ANY_SCOPE,
  and,
  type CellScope,
  type CellTest,
  fact,
  not,
  type Plan,
  type ValuePlan,
} from './filter/plan.ts';
import { wordsOf } from './filter/plan-attribute.ts';
import { allOf, type FilterCondition, planConditions, planEntityFilter } from './filter/plan-filter.ts';
import { loadReferences } from './load-references.ts';
import { planSort, type SortInput } from './plan-sort.ts';
import { SEARCH_ROWS } from './rebuild-search-rows.ts';
import { cellScopes, type Field } from './row/column.ts';
import { findHits, findMatched, findSpellings, type Hit } from './search.store.ts';
import { type SearchState, searchStateOf, unfinishedLocale } from './search-state.ts';
import type { SearchScope } from './statement/compile-plan.ts';
import { hasLayouts, type Show } from './statement/item.ts';
import {
  type PageRequest,
  pageStatement,
  type SearchTable,
  type Statement,
} from './statement/page-statement.ts';
import type { RankedWords } from './statement/relevance.ts';
import { fromCursorPosition, type Sort, toCursorPosition } from './statement/sort.ts';
import { ALL_PRODUCTS, type Visibility, type VisiblePlan, visibleAnyway, visibleTo } from './visibility.ts';
import {
  type Corrections,
  correctPlan,
  loadCorrections,
  type SpelledWord,
  spellWords,
} from './word/load-corrections.ts';
import { type SearchedTexts, searchedCells } from './word/searched-texts.ts';

/** What is looked for. */
export interface SearchAsked extends PageAsked {
  readonly filter?: ProductFilter | null | undefined;
  readonly sort?: readonly SortInput[] | null | undefined;
  /**
   * What one item of the list is. Of families, only what is sold is looked at: simple products and variants; all
   * conditions hold of one and the same. A `family` is an item, or what has the same value of its first axis, or a
   * `variant`; a simple product always is. An item stands where its first match stands, and counts, totals and cursors
   * are of items. Left out: every product is an item, models too.
   */
  readonly show?: Show | undefined;
  /** How many items are left out at the beginning, or behind the cursor. */
  readonly offset?: number | undefined;
  /** Which products its caller may see. */
  readonly visibility: Visibility;
  /** What holds besides the filter, and whether archived ones are left out of what no filter says anything of. */
  readonly within?: Plan | undefined;
  readonly leavesOutArchived: boolean;
  /** The configuration, where it has been read for the same request. */
  readonly structure?: CatalogueStructure | null | undefined;
  /**
   * Whether people search by the words of `q`: the best matches come first where no order is asked for, and words that
   * nothing has can be corrected.
   */
  readonly byWords?: boolean | undefined;
  /** What words are looked for in, where that is not everything that can be searched. */
  readonly searched?: SearchedTexts | undefined;
  /** The channel and locale (stored codes) that conditions and facets are meant for where the filter names none. */
  readonly context?: CellScope | undefined;
  /** Whether a page of none may be asked for, by those who count. */
  readonly mayBeEmpty?: boolean | undefined;
  /** Size of the pages of a walk through everything, which may be larger than any that clients get. */
  readonly size?: number | undefined;
}

/** A search that was understood: nothing of it has been run yet. */
export interface OpenSearch {
  /** Most objects of the page. The statement answers one more, if there is one: then there is a next page. */
  readonly size: number;
  /**
   * The ids of the page in their order; see `pageStatement`. To be joined to the objects' own table, under whose rules
   * they are read: `WITH page AS (<text>) SELECT … FROM page JOIN public.product … ORDER BY page.place`.
   */
  readonly statement: Statement;
  /** Runs the statement by itself. */
  hits(): Promise<readonly Hit[]>;
  /** The cursor behind an object, by the `position` that the statement answers. */
  cursorAfter(position: readonly JsonValue[]): string;
  /** The exact number of all, or, counted no further, `upTo`. */
  count(upTo?: number): Promise<number>;
  /** Counts by values of fields. @throws ValidationFailed for fields that nothing is counted by */
  facets(asked: FacetsAsked): Promise<readonly Facet[]>;
  /** The same search with other spellings of its words, for when it finds nothing; null: there are none. */
  corrected(): Promise<OpenSearch | null>;
  /** The words of the search as they are spelled where they were corrected, those that most products have first. */
  suggestions(): Promise<readonly string[]>;
}

/** What a search that is understood works with. */
type OpenScope = SearchScope &
  SearchState & {
    /** Whether who searches is told neither of jobs nor of names of attributes. */
    readonly isShop?: boolean;
  };

type Reading = ReadContext & { readonly cursors: CursorCodec };

/**
 * Understands a search of products: filter, order and cursor.
 *
 * @throws ValidationFailed for filters and keys to sort by that mean nothing; Fault `invalid-cursor`,
 * `limit-out-of-range`, and `search-unavailable` while what the filter names is not searchable yet
 */
export async function openProductSearch(context: Reading, asked: SearchAsked): Promise<OpenSearch> {
  const { scope, ...search } = await understandProductSearch(context, asked);
  const words = asked.byWords === true ? rankedWords(asked.filter, asked.searched) : null;
  return openPlan(context, 'product', scope, search, { ...asked, words });
}

/** The exact number of products that a search finds. @throws as {@link openProductSearch} */
export async function countProductSearch(context: ReadContext, asked: SearchAsked): Promise<number> {
  const { plan, scope } = await understandProductSearch(context, asked);
  return countRows(context, 'product', scope, plan, null);
}

/** How complete what a search finds is, in the channel and locale of the filter or in all. @throws as {@link openProductSearch} */
export async function summarizeProductSearch(
  context: ReadContext,
  asked: SearchAsked,
): Promise<readonly CompletenessSummary[]> {
  const { scope, ...search } = await understandProductSearch(context, asked);
  return summarizeCompleteness(context, scope, search);
}

/** The ids of the first products that a search finds, up to `limit`. @throws as {@link openProductSearch} */
export async function findProductIds(
  context: ReadContext,
  asked: SearchAsked,
  limit: number,
): Promise<readonly string[]> {
  const { plan, scope } = await understandProductSearch(context, asked);
  const sorts = planSort([], scope.structure);
  const hits = await findHits(context, 'product', scope, { plan, sorts, position: null, limit });
  return hits.map(({ id }) => id);
}

/** Looks up what a filter of products names. @throws as {@link openProductSearch} */
export async function checkProductFilter(context: ReadContext, filter: ProductFilter): Promise<void> {
  await understandProductSearch(context, { filter, visibility: ALL_PRODUCTS, leavesOutArchived: true });
}

/** A search that is understood: all that must hold, and what can be left out of it for facets. */
interface UnderstoodSearch extends FacetSearch {
  readonly plan: VisiblePlan;
}

async function understandProductSearch(
  context: ReadContext,
  asked: SearchAsked,
): Promise<UnderstoodSearch & { readonly scope: OpenScope }> {
  const { organizationId } = context.session;
  const structure = asked.structure ?? (await readStructure(context));
  const state = await searchStateOf(context, structure);
  const filter = asked.filter ?? {};
  const { searched } = asked;
  const references = await loadReferences(context, organizationId, structure, filter, searched);
  const { liveIsUnknown } = state;
  const settings = {
    structure,
    references,
    now: context.now,
    path: ['filter'],
    liveIsUnknown,
    context: asked.context,
    searchedCells: searched && searchedCells(structure, searched),
  };
  const wanted = planConditions(filter, settings);
  const byDefault = (on: string | null, plan: Plan): FilterCondition => ({
    on,
    given: null,
    context: ANY_SCOPE,
    plan,
  });
  const isOfFamilies = asked.show !== undefined && hasLayouts(structure);
  const conditions = [
    ...(isOfFamilies ? [byDefault(null, not(fact(['type', 'model'])))] : []),
    ...(asked.within === undefined ? [] : [byDefault(null, asked.within)]),
    ...wanted,
    ...(asked.leavesOutArchived && !namesStatus(filter)
      ? [byDefault('status', not(fact(['status', 'archived'])))]
      : []),
  ];
  const visible = (all: readonly FilterCondition[]) =>
    visibleTo(asked.visibility, allOf(all), { structure, liveIsUnknown });
  const plan = visible(conditions);
  const grouping = isOfFamilies && asked.show !== 'variant' ? asked.show : undefined;
  const isShop = asked.visibility.kind === 'live' || asked.searched !== undefined;
  const scope = { ...state, organizationId, structure, grouping, isShop };
  await refuseUnfinished(context, plan, scope);
  const within = asked.context ?? contextIn(filter, structure);
  return { plan, conditions, context: within, visible, scope };
}

/** The channel and locale that a filter names for all of its conditions. */
const contextIn = ({ channel, locale }: ProductFilter, structure: CatalogueStructure): CellScope => ({
  channel: structure.channels.get(foldKey(channel ?? ''))?.code ?? null,
  locale: structure.locales.get(foldKey(locale ?? '')) ?? null,
});

/** Which entities are looked for. */
export interface EntitySearchAsked extends PageAsked {
  readonly filter?: EntityFilter | null | undefined;
  /** What holds besides the filter. */
  readonly within?: Plan | undefined;
  /** As of {@link SearchAsked}. */
  readonly size?: number | undefined;
}

/** Understands a search of entities; they come by type and code. @throws as {@link openProductSearch} */
export async function openEntitySearch(context: Reading, asked: EntitySearchAsked): Promise<OpenSearch> {
  const { plan, scope } = await understandEntitySearch(context, asked);
  const sort = [{ field: 'attributeSet' }, { field: 'key' }] as const;
  return openPlan(context, 'entity', scope, searchOf(plan), { ...asked, sort });
}

/** Looks up what a filter of entities names. @throws as {@link openProductSearch} */
export async function checkEntityFilter(context: ReadContext, filter: EntityFilter): Promise<void> {
  await understandEntitySearch(context, { filter });
}

async function understandEntitySearch(
  context: ReadContext,
  asked: EntitySearchAsked,
): Promise<{ readonly plan: Plan; readonly scope: OpenScope }> {
  const { organizationId } = context.session;
  const structure = await readStructure(context);
  const state = await searchStateOf(context, structure);
  const filter = asked.filter ?? {};
  const references = await loadReferences(context, organizationId, structure, filter);
  const wanted = planEntityFilter(filter, { structure, references, now: context.now, path: ['filter'] });
  const plan = and([...(asked.within === undefined ? [] : [asked.within]), wanted]);
  const scope = { ...state, organizationId, structure };
  await refuseUnfinished(context, plan, scope);
  return { plan, scope };
}

interface PlanAsked extends PageAsked {
  readonly filter?: unknown;
  readonly show?: Show | undefined;
  readonly offset?: number | undefined;
  readonly sort?: readonly SortInput[] | null | undefined;
  readonly within?: Plan | undefined;
  readonly visibility?: Visibility;
  readonly mayBeEmpty?: boolean | undefined;
  readonly size?: number | undefined;
  /** What the order goes by where `sort` says nothing, and what can be corrected. */
  readonly words?: RankedWords | null | undefined;
}

/** A search of what every caller may see: without conditions of their own nothing is left out for facets. */
const searchOf = (plan: Plan): UnderstoodSearch => {
  const conditions = [{ on: null, given: null, context: ANY_SCOPE, plan }];
  return {
    plan: visibleAnyway(plan),
    conditions,
    context: ANY_SCOPE,
    visible: (all) => visibleAnyway(allOf(all)),
  };
};

/** Opens a search whose filter is understood already. */
async function openPlan(
  context: Reading,
  table: SearchTable,
  scope: OpenScope,
  search: UnderstoodSearch,
  asked: PlanAsked,
): Promise<OpenSearch> {
  context.budget?.spend(asked.words ? PRICES.search : PRICES.list);
  const size = asked.size ?? (asked.first === 0 && asked.mayBeEmpty ? 0 : pageSize(asked.first));
  const { organizationId, structure, columns } = scope;
  // A filter of moments before now means other moments later, but is the same list.
  const identity = identityOf(table, asked);
  const decoded = asked.after ? splitPosition(context.cursors.decode(asked.after, identity)) : null;

  const open = async (
    corrections: Corrections | null,
    after: readonly JsonValue[] | null,
  ): Promise<OpenSearch> => {
    const spelled =
      corrections &&
      (await spellWords(context, organizationId, structure, corrections, asked.words?.searched));
    const wanted = spelled === null ? search : correctSearch(search, spelled);
    const { plan } = wanted;
    const words = asked.words && spellingsOf(asked.words, corrections);
    const sorts: readonly Sort[] =
      words && isUnordered(asked)
        ? [{ by: 'relevance', words, descending: false }]
        : planSort(asked.sort ?? [], structure);
    await refuseUnfinishedSorts(context, sorts, scope);
    if (size > 0 && corrections === null) recordFieldUse(organizationId, usedFields(plan, sorts, structure));
    const position = after && fromCursorPosition(sorts, columns, after);
    const request: PageRequest = { plan, sorts, position, limit: size + 1, offset: asked.offset };
    return {
      size,
      get statement() {
        return pageStatement(table, scope, request);
      },
      hits: () => findHits(context, table, scope, request),
      cursorAfter: (at) =>
        context.cursors.encode(
          [...toCursorPosition(sorts, columns, at), ...(corrections === null ? [] : [corrections])],
          identity,
        ),
      count: (upTo) =>
        countWithin(context.budget, PRICES.count, () => countRows(context, table, scope, plan, upTo ?? null)),
      facets: memoized((fields: FacetsAsked) =>
        countWithin(context.budget, PRICES.facet * fields.fields.length, () =>
          countFacets(context, table, scope, wanted, fields),
        ),
      ),
      async corrected() {
        if (corrections !== null || after !== null || !asked.words) return null;
        const known = await loadCorrections(context, organizationId, structure, typedWords(asked.words));
        const found = asked.words.searched ? await onlyShown(known, asked.words.searched) : known;
        return Object.keys(found).length === 0 ? null : open(found, null);
      },
      suggestions: async () =>
        spelled === null || !asked.words
          ? []
          : findSpellings(context, scope, plan, typedWords(asked.words), spelled),
    };
  };
  /** Cursors hold corrections, so those are left out that nothing shows that may be seen. */
  const onlyShown = async (known: Corrections, searched: SearchedTexts): Promise<Corrections> => {
    const words = await spellWords(context, organizationId, structure, known, searched);
    const spellings = words.flatMap(({ word, spellings: all }) =>
      all.slice(1).map(({ text, plan }) => ({ word, text, plan })),
    );
    const plans = spellings.map(({ plan }) =>
      search.visible([{ on: null, given: null, context: ANY_SCOPE, plan }]),
    );
    const matched = await findMatched(context, table, scope, plans);
    const shown = Object.groupBy(
      spellings.filter((_, index) => matched.has(index)),
      ({ word }) => word,
    );
    return Object.fromEntries(
      Object.entries(shown).map(([word, all = []]) => [word, all.map(({ text }) => text)]),
    );
  };
  return open(decoded?.corrections ?? null, decoded?.position ?? null);
}

/** A function that runs once for equal arguments. */
function memoized<Argument, Result>(run: (argument: Argument) => Promise<Result>) {
  const known = new Map<string, Promise<Result>>();
  return (argument: Argument): Promise<Result> => {
    const key = JSON.stringify(argument);
    const running = known.get(key) ?? run(argument);
    known.set(key, running);
    return running;
  };
}

/** The fields that a search sorts by or compares numbers of, as far as it names one alone. */
function usedFields(plan: Plan, sorts: readonly Sort[], structure: CatalogueStructure): readonly Field[] {
  const sorted = sorts.flatMap((sort) => (sort.by === 'field' ? [sort.field] : []));
  const compared = valuesOf(plan).flatMap(({ attribute, cellScope, test }): Field[] => {
    const definition = structure.attributes.get(foldKey(attribute));
    if (definition === undefined || (test?.kind !== 'number' && test?.kind !== 'range')) return [];
    const [only, ...others] = cellScopes(definition, cellScope, structure);
    if (only === undefined || others.length > 0) return [];
    return [{ kind: 'number', attribute: definition.code, ...only, currency: test.currency }];
  });
  return [...sorted, ...compared];
}

/** A search in which words may be spelled otherwise, in the page as in facets. */
function correctSearch(search: UnderstoodSearch, spelled: readonly SpelledWord[]): UnderstoodSearch {
  const conditions = search.conditions.map((one) => ({ ...one, plan: correctPlan(one.plan, spelled) }));
  return { ...search, conditions, plan: search.visible(conditions) };
}

const typedWords = ({ words }: RankedWords): readonly string[] => words.flatMap(([word]) => word ?? []);

/** How a cursor that was made by corrected words holds them: behind the position. */
function splitPosition(decoded: readonly JsonValue[]): {
  readonly position: readonly JsonValue[];
  readonly corrections: Corrections | null;
} {
  const last = decoded.at(-1) ?? null;
  return typeof last === 'object' && last !== null
    ? { position: decoded.slice(0, -1), corrections: last as unknown as Corrections }
    : { position: decoded, corrections: null };
}

const isUnordered = ({ sort }: Pick<PlanAsked, 'sort'>): boolean => sort == null || sort.length === 0;

const spellingsOf = (
  { query, words, searched }: RankedWords,
  corrections: Corrections | null,
): RankedWords => ({
  query,
  searched,
  words: words.map(([word = '']) => [word, ...(corrections?.[word] ?? [])]),
});

/** What a cursor belongs to: the same filter and order, however they were sent. */
function identityOf(table: SearchTable, asked: PlanAsked): ListIdentity {
  const { filter, sort, within, visibility, words, show } = asked;
  const order = words && isUnordered(asked) ? 'relevance' : (sort ?? []);
  const bounds = visibility === undefined || visibility.kind === 'organization' ? [] : [visibility];
  const list = [
    table,
    filter ?? {},
    order,
    within ?? null,
    ...bounds,
    ...(show === undefined ? [] : [{ show }]),
  ];
  return JSON.parse(JSON.stringify(list)) as ListIdentity;
}

/** The words of `q` that each product has to have; null: none. */
function rankedWords(
  filter: ProductFilter | null | undefined,
  searched: SearchedTexts | undefined,
): RankedWords | null {
  const query = queriesOf(filter ?? {}).join(' ');
  const words = wordsOf(query);
  return words.length === 0 ? null : { query, words: words.map((word) => [word]), searched };
}

const queriesOf = ({ q, and: every }: ProductFilter): readonly string[] => [
  ...(q ? [q] : []),
  ...(every ?? []).flatMap(queriesOf),
];

/** Does a filter say anything about the status? */
function namesStatus(filter: FilterObject<ProductFilter> & Pick<ProductFilter, 'status'>): boolean {
  const { status, and: every, or: some, not: none } = filter;
  if (status !== undefined && status !== null) return true;
  return [...(every ?? []), ...(some ?? []), ...(none ? [none] : [])].some(namesStatus);
}

/** Rows that are not there or not as the configuration is would be silently left out. */
async function refuseUnfinished(context: ReadContext, plan: Plan, scope: OpenScope): Promise<void> {
  const { unfinished } = scope;
  if (unfinished.has('')) await refuse(context, scope, 'Products and entities are being made searchable');
  if (unfinished.size > 0) await refuseUnfinishedValues(context, valuesOf(plan), scope);
}

/** A column that is ready holds all values, whatever else of the rows is being made. */
async function refuseUnfinishedSorts(
  context: ReadContext,
  sorts: readonly Sort[],
  scope: OpenScope,
): Promise<void> {
  if (scope.unfinished.size === 0) return;
  const fields = sorts.flatMap((sort) => (sort.by === 'field' ? [sort.field] : []));
  const unready = fields.filter((field) => scope.columns.ready(field) === undefined);
  const values = unready.map(({ attribute, channel, locale }) => ({
    attribute,
    cellScope: { channel, locale },
  }));
  await refuseUnfinishedValues(context, values, scope);
}

type ScopedAttribute = Pick<ValuePlan, 'attribute' | 'cellScope'> & { readonly test?: CellTest };

async function refuseUnfinishedValues(
  context: ReadContext,
  values: readonly ScopedAttribute[],
  scope: OpenScope,
): Promise<void> {
  const { unfinished, structure } = scope;
  const isUnfinished = ({ attribute, cellScope: { locale } }: ScopedAttribute) => {
    if (unfinished.has(foldKey(attribute))) return true;
    if (structure.attributes.get(foldKey(attribute))?.localizable !== true) return false;
    const locales = locale === null ? [...structure.locales.values()] : [locale];
    return locales.some((code) => unfinished.has(unfinishedLocale(code)));
  };
  const named = values.find(isUnfinished);
  if (named !== undefined)
    await refuse(context, scope, `Values of '${named.attribute}' are being made searchable`);
}

async function refuse(context: ReadContext, { isShop }: OpenScope, what: string): Promise<never> {
  if (isShop === true)
    throw new Fault('search-unavailable', 'Products are being made searchable. Try again soon.', {
      job: null,
    });
  const id = await findOpenJob(context, context.session.organizationId, 'recompute', SEARCH_ROWS);
  const job = id === null ? null : encodeId('Job', id);
  throw new Fault(
    'search-unavailable',
    job === null ? `${what}. Try again soon.` : `${what} by the job ${job}. Try again when it is completed.`,
    { job },
  );
}

/** What a plan compares of attributes. */
function valuesOf(plan: Plan): readonly ScopedAttribute[] {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return plan.of.flatMap(valuesOf);
    case 'not':
      return valuesOf(plan.of);
    case 'value':
      return [plan.value];
    case 'word':
      return plan.options.map(({ attribute }) => ({ attribute, cellScope: ANY_SCOPE }));
    default:
      return [];
  }
}

/** Counts given products by values of fields. @throws ValidationFailed for fields that nothing is counted by */
export async function facetsOfIds(
  context: Reading,
  ids: readonly string[],
  asked: FacetsAsked,
): Promise<readonly Facet[]> {
  const { organizationId } = context.session;
  const structure = await readStructure(context);
  const { columns } = await searchStateOf(context, structure);
  const search = searchOf({ kind: 'id', ids });
  return countFacets(context, 'product', { organizationId, structure, columns }, search, asked);
}
