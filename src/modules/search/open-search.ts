import { foldKey } from '../../kernel/codes.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import type { CursorCodec, ListIdentity } from '../../kernel/page.ts';
import { Fault } from '../../kernel/refusal.ts';
import { type PageRequest as PageAsked, pageSize } from '../../platform/operation/keyset-page.ts';
import { findOpenJob } from '../job/index.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';
import { countFacets, type Facet } from './facet.ts';
import type { EntityFilter } from './filter/entity-filters.ts';
import type { FilterObject, ProductFilter } from './filter/filter.ts';
import { ANY_SCOPE, and, fact, not, type Plan, type ValuePlan } from './filter/plan.ts';
import { wordsOf } from './filter/plan-attribute.ts';
import { planEntityFilter, planFilter } from './filter/plan-filter.ts';
import { loadReferences } from './load-references.ts';
import { planSort, type SortInput } from './plan-sort.ts';
import { SEARCH_ROWS } from './rebuild-search-rows.ts';
import { countHits, findHits, type Hit } from './search.store.ts';
import { type SearchState, searchStateOf, unfinishedLocale } from './search-state.ts';
import type { SearchScope } from './statement/compile-plan.ts';
import {
  type PageRequest,
  pageStatement,
  type SearchTable,
  type Statement,
} from './statement/page-statement.ts';
import type { RankedWords } from './statement/relevance.ts';
import { fromCursorPosition, type Sort, toCursorPosition } from './statement/sort.ts';

/** What is looked for. */
export interface SearchAsked extends PageAsked {
  readonly filter?: ProductFilter | null | undefined;
  readonly sort?: readonly SortInput[] | null | undefined;
  /** What holds besides the filter, and whether archived ones are left out of what no filter says anything of. */
  readonly within?: Plan | undefined;
  readonly leavesOutArchived: boolean;
  /** The configuration, where it has been read for the same request. */
  readonly structure?: CatalogueStructure | null | undefined;
  /** Whether the best matches of the words of `q` come first where no order is asked for. */
  readonly byRelevance?: boolean | undefined;
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
  facets(fields: readonly string[]): Promise<readonly Facet[]>;
}

/** What a search that is understood works with. */
type OpenScope = SearchScope & SearchState;

type Reading = ReadContext & { readonly cursors: CursorCodec };

/**
 * Understands a search of products: filter, order and cursor.
 *
 * @throws ValidationFailed for filters and keys to sort by that mean nothing; Fault `invalid-cursor`,
 * `limit-out-of-range`, and `search-unavailable` while what the filter names is not searchable yet
 */
export async function openProductSearch(context: Reading, asked: SearchAsked): Promise<OpenSearch> {
  const { plan, scope } = await understandProductSearch(context, asked);
  const hasOrder = asked.sort != null && asked.sort.length > 0;
  const words = asked.byRelevance === true && !hasOrder ? rankedWords(asked.filter) : null;
  return openPlan(context, 'product', scope, plan, { ...asked, words });
}

/** The exact number of products that a search finds. @throws as {@link openProductSearch} */
export async function countProductSearch(context: ReadContext, asked: SearchAsked): Promise<number> {
  const { plan, scope } = await understandProductSearch(context, asked);
  return countHits(context, 'product', scope, plan, null);
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
  await understandProductSearch(context, { filter, leavesOutArchived: true });
}

async function understandProductSearch(
  context: ReadContext,
  asked: SearchAsked,
): Promise<{ readonly plan: Plan; readonly scope: OpenScope }> {
  const { organizationId } = context.session;
  const structure = asked.structure ?? (await readStructure(context));
  const state = await searchStateOf(context, structure);
  const filter = asked.filter ?? {};
  const references = await loadReferences(context, organizationId, structure, filter);
  const { liveIsUnknown } = state;
  const settings = { structure, references, now: context.now, path: ['filter'], liveIsUnknown };
  const wanted = planFilter(filter, settings);
  const plan = and([
    ...(asked.within === undefined ? [] : [asked.within]),
    wanted,
    ...(asked.leavesOutArchived && !namesStatus(filter) ? [not(fact(['status', 'archived']))] : []),
  ]);
  const scope = { ...state, organizationId, structure };
  await refuseUnfinished(context, plan, scope);
  return { plan, scope };
}

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
  return openPlan(context, 'entity', scope, plan, { ...asked, sort });
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
  readonly sort?: readonly SortInput[] | null | undefined;
  readonly within?: Plan | undefined;
  readonly size?: number | undefined;
  /** What the order goes by where `sort` says nothing. */
  readonly words?: RankedWords | null | undefined;
}

/** Opens a search whose filter is understood already. */
async function openPlan(
  context: Reading,
  table: SearchTable,
  scope: OpenScope,
  plan: Plan,
  asked: PlanAsked,
): Promise<OpenSearch> {
  const size = asked.size ?? pageSize(asked.first);
  const { structure, columns } = scope;
  const sorts: readonly Sort[] = asked.words
    ? [{ by: 'relevance', words: asked.words, descending: false }]
    : planSort(asked.sort ?? [], structure);
  await refuseUnfinishedSorts(context, sorts, scope);
  // A filter of moments before now means other moments later, but is the same list.
  const identity = identityOf(table, asked);
  const position = asked.after
    ? fromCursorPosition(sorts, columns, context.cursors.decode(asked.after, identity))
    : null;
  const request: PageRequest = { plan, sorts, position, limit: size + 1 };
  return {
    size,
    get statement() {
      return pageStatement(table, scope, request);
    },
    hits: () => findHits(context, table, scope, request),
    cursorAfter: (at) => context.cursors.encode(toCursorPosition(sorts, columns, at), identity),
    count: (upTo) => countHits(context, table, scope, plan, upTo ?? null),
    facets: (fields) => countFacets(context, table, scope, plan, fields),
  };
}

/** What a cursor belongs to: the same filter and order, however they were sent. */
function identityOf(table: SearchTable, { filter, sort, within, words }: PlanAsked): ListIdentity {
  const order = words ? 'relevance' : (sort ?? []);
  return JSON.parse(JSON.stringify([table, filter ?? {}, order, within ?? null])) as ListIdentity;
}

/** The words of `q` that each product has to have; null: none. */
function rankedWords(filter: ProductFilter | null | undefined): RankedWords | null {
  const query = queriesOf(filter ?? {}).join(' ');
  const words = wordsOf(query);
  return words.length === 0 ? null : { query, words };
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
  if (unfinished.has('')) await refuse(context, 'Products and entities are being made searchable');
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

type ScopedAttribute = Pick<ValuePlan, 'attribute' | 'cellScope'>;

async function refuseUnfinishedValues(
  context: ReadContext,
  values: readonly ScopedAttribute[],
  { unfinished, structure }: OpenScope,
): Promise<void> {
  const isUnfinished = ({ attribute, cellScope: { locale } }: ScopedAttribute) => {
    if (unfinished.has(foldKey(attribute))) return true;
    if (structure.attributes.get(foldKey(attribute))?.localizable !== true) return false;
    const locales = locale === null ? [...structure.locales.values()] : [locale];
    return locales.some((code) => unfinished.has(unfinishedLocale(code)));
  };
  const named = values.find(isUnfinished);
  if (named !== undefined) await refuse(context, `Values of '${named.attribute}' are being made searchable`);
}

async function refuse(context: ReadContext, what: string): Promise<never> {
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
  fields: readonly string[],
): Promise<readonly Facet[]> {
  const { organizationId } = context.session;
  const structure = await readStructure(context);
  const { columns } = await searchStateOf(context, structure);
  return countFacets(context, 'product', { organizationId, structure, columns }, { kind: 'id', ids }, fields);
}
