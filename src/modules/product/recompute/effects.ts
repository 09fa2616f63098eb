import { PRICES } from '../../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../../kernel/codes.ts';
import type { LedgerResource } from '../../../kernel/event.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type {
  ChangeEffect,
  ChangeEffects,
  ConfigurationChanges,
  EffectKind,
  EffectPreview,
  ResourceChange,
} from '../../../kernel/module.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operation.ts';
import { findUsages, NEVER, toUserCount } from '../../../platform/resource/usages.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import type { ChannelDocument } from '../../channel/index.ts';
import { slugScope } from '../../slug/index.ts';
import { type CatalogueStructure, readStructure, type SetStructure } from '../../structure/index.ts';
import { findText, newlyInvalidAttributes, resolveValues } from '../../values/index.ts';
import { liveScope, liveTransition, readLiveScope } from '../model/live.ts';
import { loadModels, loadNextOfSet } from '../model/product.store.ts';
import { ancestorsAmong, deriveRows } from '../model/product-completeness.ts';
import type { ProductRow } from '../model/product-row.ts';
import { assignProductSlugs, channelsWithSlugs } from '../model/slugs.ts';
import { concernsTrees, previewCategoryEffects } from './category-effects.ts';
import { findEffectFilter } from './effect-filters.ts';
import { countEmptyTexts } from './empty-texts.ts';
import { decidesNames, isRelevant } from './on-structure-change.ts';

/** Maximum number of products that one preview looks at: half a second, or some where they have hundreds of values. */
const PREVIEWED = 10_000;
/** Number of products after which others get their turn. */
const PREVIEWED_AT_ONCE = 200;
/** Maximum number of SKUs that a filter lists: as many as a condition may have operands. */
const LISTED = 1_000;

/** A change whose effects are computed, as the structure will be. */
interface PreviewedChange {
  readonly after: CatalogueStructure;
  /** Sets whose products are looked at. */
  readonly sets: readonly string[];
  /** Sets whose products are derived anew, with their slugs. */
  readonly derivedSets: ReadonlySet<string>;
  /** True if locales get another fallback, so that labels can change without a change of their set. */
  readonly changesFallbacks: boolean;
  /** Locales that channels get or lose, as `channel/locale`; their numbers are stated even if they are 0. */
  readonly scopes: ScopeChanges;
  /** Attributes whose rules change, by their stored code. */
  readonly attributes: readonly string[];
}

interface ScopeChanges {
  /** Locales of channels in which products can be live from now on. */
  readonly added: readonly string[];
  /** Locales among `added` whose channel is active already. */
  readonly addedToChannels: readonly string[];
  readonly removed: readonly string[];
}

const NO_EFFECTS: ChangeEffects = { items: [], isComplete: true };

/** Computes the effects of changed configuration on products. */
export async function previewProductEffects(
  context: WriteContext,
  changes: ConfigurationChanges,
): Promise<EffectPreview<ReadContext>> {
  const change = await describeChange(context, changes);
  const disabled = (['locale', 'currency'] as const).flatMap((kind) =>
    switchedOff(changes.get(kind) ?? [], 'enabled').map((code) => ({ kind, code })),
  );
  const options = switchedOff(changes.get('option') ?? [], 'active', optionOf);
  const movesTrees = concernsTrees(changes);
  return async (reader) => {
    const onTrees = movesTrees ? await previewCategoryEffects(reader, changes) : NO_EFFECTS;
    const onSets = change === null ? NO_EFFECTS : await effectsOnSets(reader, change);
    const naming = [
      ...(await Promise.all(disabled.map(({ kind, code }) => effectOfDisabled(reader, kind, code)))),
      ...(await Promise.all(options.map((option) => effectOfInactive(reader, option)))).flat(),
    ];
    return {
      items: [...onSets.items, ...onTrees.items, ...naming],
      isComplete: onSets.isComplete && onTrees.isComplete && naming.every(({ isExact }) => isExact),
    };
  };
}

/** Returns what is to be looked at; null if no product of any set is concerned. */
async function describeChange(
  context: WriteContext,
  changes: ConfigurationChanges,
): Promise<PreviewedChange | null> {
  const changesOf = (kind: LedgerResource) => changes.get(kind) ?? [];
  const relevant = (kind: LedgerResource) => changesOf(kind).filter((change) => isRelevant(kind, change));
  const setChanges = changesOf('attribute_set').filter(
    (change) => isRelevant('attribute_set', change) || decidesNames(change),
  );
  const sets = setChanges.map(codeOf);
  const attributes = relevant('attribute').map(codeOf);
  const channels = relevant('channel');
  const changesFallbacks = changesOf('locale').some(
    ({ before, changes: cells }) => before !== null && cells.some(({ path }) => path === 'fallback'),
  );
  if (sets.length + attributes.length + channels.length === 0 && !changesFallbacks) return null;
  const after = await readStructure(context);
  const isConcerned = ({ document, members }: SetStructure) =>
    channels.length > 0 ||
    sets.includes(document.code) ||
    attributes.some((attribute) => members.has(attribute));
  const codesOf = (list: readonly SetStructure[]) => list.map(({ document }) => document.code);
  const all = [...after.sets.values()];
  return {
    after,
    sets: codesOf(changesFallbacks ? all : all.filter(isConcerned)),
    derivedSets: new Set(codesOf(all.filter(isConcerned))),
    changesFallbacks,
    scopes: scopeChangesOf(channels),
    attributes,
  };
}

const codeOf = ({ before, after }: ResourceChange<unknown>): string =>
  ((after ?? before) as { readonly code: string }).code;

function scopeChangesOf(channels: readonly ResourceChange<unknown>[]): ScopeChanges {
  const moved = channels.map(({ before, after }) => {
    const [past, next] = [scopesOf(before), scopesOf(after)];
    const added = next.filter((scope) => !past.includes(scope));
    const removed = past.filter((scope) => !next.includes(scope));
    return { added, addedToChannels: past.length > 0 ? added : [], removed };
  });
  return {
    added: moved.flatMap(({ added }) => added),
    addedToChannels: moved.flatMap(({ addedToChannels }) => addedToChannels),
    removed: moved.flatMap(({ removed }) => removed),
  };
}

function scopesOf(document: unknown): readonly string[] {
  const { code = '', active = false, locales = [] } = (document ?? {}) as Partial<ChannelDocument>;
  return active ? locales.map((locale) => liveScope(code, locale)) : [];
}

/** Looks at the products of sets before and after a change. */
async function effectsOnSets(reader: ReadContext, change: PreviewedChange): Promise<ChangeEffects> {
  const before = await readStructure(reader);
  const tally = new Map<string, Tally>();
  for (const scope of change.scopes.added) tallyOf(tally, 'becomes_live', readLiveScope(scope));
  for (const scope of change.scopes.addedToChannels) tallyOf(tally, 'not_live', readLiveScope(scope));
  for (const scope of change.scopes.removed) tallyOf(tally, 'leaves_live', readLiveScope(scope));
  const scopesAfter = new Set(slugScopesOf(change.after));
  const slugScopes = slugScopesOf(before).filter((scope) => scopesAfter.has(scope));
  let remainingCount = PREVIEWED;
  for (const set of change.sets) {
    let last: string | null = null;
    do {
      if (remainingCount <= 0) return effectsOf(tally, change.scopes, false);
      const limit = Math.min(PREVIEWED_AT_ONCE, remainingCount + 1);
      const rows: readonly ProductRow[] = await loadNextOfSet(reader, set, last, limit);
      reader.budget?.spend(rows.length * PRICES.previewedObject);
      await tallyProducts(reader, before, { ...change, slugScopes }, rows, tally);
      remainingCount -= rows.length;
      last = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
      await yieldToEventLoop();
    } while (last !== null);
  }
  const effects = effectsOf(tally, change.scopes, true);
  return {
    ...effects,
    items: await withSearches(reader, { before, after: change.after }, effects.items, tally),
  };
}

/** Adds searches for the products of effects that are too many to list by their SKUs. */
async function withSearches(
  reader: ReadContext,
  change: { readonly before: CatalogueStructure; readonly after: CatalogueStructure },
  items: readonly ChangeEffect[],
  tally: ReadonlyMap<string, Tally>,
): Promise<readonly ChangeEffect[]> {
  const entries = [...tally.values()];
  const searched: ChangeEffect[] = [];
  for (const [index, item] of items.entries()) {
    const entry = entries[index];
    const isListed = item.filter !== null || item.count === 0 || entry === undefined;
    const filter = isListed ? item.filter : await findEffectFilter(reader, change, entry, entry.ids);
    searched.push({ ...item, filter });
  }
  return searched;
}

interface Tally {
  readonly kind: EffectKind;
  readonly scope: Partial<Pick<ChangeEffect, 'channel' | 'locale' | 'attribute'>>;
  readonly skus: string[];
  readonly ids: string[];
  /** Number of their values that are concerned, where that is counted. */
  valueCount?: number;
}

function tallyOf(tally: Map<string, Tally>, kind: EffectKind, scope: Tally['scope'] = {}): Tally {
  const key = [kind, scope.channel, scope.locale, scope.attribute].join('/');
  const entry = tally.get(key) ?? { kind, scope, skus: [], ids: [] };
  tally.set(key, entry);
  return entry;
}

/** Adds the effects on some products to those of others. */
async function tallyProducts(
  reader: ReadContext,
  before: CatalogueStructure,
  {
    after,
    derivedSets,
    changesFallbacks,
    scopes,
    attributes,
    slugScopes,
  }: PreviewedChange & { readonly slugScopes: readonly string[] },
  rows: readonly ProductRow[],
  tally: Map<string, Tally>,
): Promise<void> {
  const models = await loadModels(reader, rows);
  const [past, next] = [deriveRows(before, rows, models), deriveRows(after, rows, models)];
  const ancestorsOf = ancestorsAmong([...models, ...rows]);
  const { rows: renamed } = await assignProductSlugs(reader, after, rows, ancestorsOf);
  const invalid = await newlyInvalidAttributes(reader, before, after, attributes, rows);
  for (const [index, row] of rows.entries()) {
    const [old, fresh] = [past[index], next[index]];
    if (old === undefined || fresh === undefined) continue;
    const add = (kind: EffectKind, scope?: Tally['scope']) => {
      const entry = tallyOf(tally, kind, scope);
      entry.skus.push(row.sku);
      entry.ids.push(row.id);
      return entry;
    };
    const move = liveTransition(row.live ?? old.live, fresh.live);
    for (const scope of move?.unpublished ?? []) add('leaves_live', readLiveScope(scope));
    for (const scope of move?.published ?? []) add('becomes_live', readLiveScope(scope));
    for (const scope of scopes.addedToChannels) {
      if (isLiveBeside(fresh, scope)) add('not_live', readLiveScope(scope));
      const emptyCount = countEmptyTexts(after, fresh, ancestorsOf(row).at(-1) ?? row, readLiveScope(scope));
      if (emptyCount === 0) continue;
      const entry = add('empty_texts', readLiveScope(scope));
      entry.valueCount = (entry.valueCount ?? 0) + emptyCount;
    }
    for (const { kind, channel, locale } of completenessMoves(old, fresh)) add(kind, { channel, locale });
    for (const attribute of hiddenAttributes(before, after, row)) add('hidden_values', { attribute });
    const members = after.sets.get(foldKey(row.attributeSet ?? ''))?.members;
    for (const attribute of invalid.get(row.id) ?? [])
      if (members?.has(attribute) === true) add('invalid_values', { attribute });
    if (isNamedOtherwise({ before, after, changesFallbacks }, row, ancestorsOf(row))) add('label_changes');
    const isDerived = derivedSets.has(row.attributeSet ?? '');
    if (isDerived && slugScopes.some((scope) => losesSlug(scope, row, renamed[index]))) add('url_changes');
  }
}

/** Returns true if a product is live in the channel of a scope, but not in its locale. */
function isLiveBeside({ live }: ProductRow, scope: string): boolean {
  const { channel } = readLiveScope(scope);
  return live !== null && !live.includes(scope) && live.some((one) => readLiveScope(one).channel === channel);
}

/** Returns the channels and locales in which a product becomes complete, or is no longer. */
function completenessMoves(old: ProductRow, fresh: ProductRow) {
  return fresh.completeness.flatMap(({ channel, locale, ratio }) => {
    const earlier = old.completeness.find((one) => one.channel === channel && one.locale === locale);
    if (earlier === undefined || (earlier.ratio === 100) === (ratio === 100)) return [];
    return [{ kind: ratio === 100 ? ('complete' as const) : ('incomplete' as const), channel, locale }];
  });
}

/** Returns the attributes of which a product has values that it no longer shows, because its set loses them. */
function hiddenAttributes(
  before: CatalogueStructure,
  after: CatalogueStructure,
  { attributeSet, values }: ProductRow,
): string[] {
  const key = foldKey(attributeSet ?? '');
  const [past, next] = [before.sets.get(key)?.members, after.sets.get(key)?.members];
  return Object.keys(values).filter((code) => past?.has(code) === true && next?.has(code) === false);
}

/** Returns true if the label of a product becomes another one in a channel and locale. */
function isNamedOtherwise(
  {
    before,
    after,
    changesFallbacks,
  }: Pick<PreviewedChange, 'after' | 'changesFallbacks'> & { readonly before: CatalogueStructure },
  { attributeSet, values }: ProductRow,
  ancestors: readonly ProductRow[],
): boolean {
  const key = foldKey(attributeSet ?? '');
  const labels = [before, after].map(
    (structure) => structure.sets.get(key)?.document.attributeAsLabel ?? null,
  );
  const [past = null, next = null] = labels;
  if (past === next && !changesFallbacks) return false;
  const resolved = resolveValues(
    values,
    ancestors.map((ancestor) => ancestor.values),
  );
  const nameIn = (structure: CatalogueStructure, label: string | null, channel: string, locale: string) =>
    findText({ structure, values: resolved }, label, { channel, locale, fallback: true })?.text ?? null;
  return [...before.channels.values()].some(({ code, locales }) =>
    [...locales].some((locale) => nameIn(before, past, code, locale) !== nameIn(after, next, code, locale)),
  );
}

/** Returns the channels and locales in which products have slugs. */
const slugScopesOf = (structure: CatalogueStructure): readonly string[] =>
  channelsWithSlugs(structure).flatMap(({ code, locales }) =>
    [...locales].map((locale) => slugScope(code, locale)),
  );

/** Returns true if a product gets another slug than it has in a channel and locale. */
const losesSlug = (scope: string, { slugs }: ProductRow, renamed: ProductRow | undefined): boolean =>
  slugs?.[scope] !== undefined && renamed?.slugs?.[scope] !== slugs[scope];

function effectsOf(
  tally: ReadonlyMap<string, Tally>,
  { removed }: ScopeChanges,
  isExact: boolean,
): ChangeEffects {
  const items = [...tally.values()].map(({ kind, scope, skus, valueCount }): ChangeEffect => {
    const { channel = null, locale = null, attribute = null } = scope;
    // If products can no longer be live in a scope, all that are live there leave.
    const leavesAll = kind === 'leaves_live' && removed.includes(liveScope(channel ?? '', locale ?? ''));
    const listed = isExact ? listSkus(skus) : null;
    return {
      kind,
      entityType: null,
      channel,
      locale,
      currency: null,
      attribute,
      count: skus.length,
      ...(valueCount === undefined ? {} : { valueCount }),
      isExact,
      filter: leavesAll ? { live: { channel: channel ?? '', locale: locale ?? '' } } : listed,
    };
  });
  return { items, isComplete: isExact };
}

const listSkus = (skus: readonly string[]): JsonObject | null =>
  skus.length > 0 && skus.length <= LISTED ? { sku: { in: skus.toSorted() } } : null;

type Switched = Readonly<Record<string, unknown>> | null;

/** Returns what becomes disabled or inactive. */
function switchedOff<Named = string>(
  written: readonly ResourceChange<unknown>[],
  field: 'enabled' | 'active',
  nameOf: (document: Switched) => Named = (document) => document?.code as Named,
): Named[] {
  return written
    .filter(
      ({ before, after }) => (before as Switched)?.[field] === true && (after as Switched)?.[field] === false,
    )
    .map(({ after }) => nameOf(after as Switched));
}

const optionOf = (document: Switched) => ({
  owner: String(document?.optionSet),
  code: String(document?.code),
});

type Named = { readonly code: string; readonly owner?: string };

/** Counts the products that name an object, with a filter if there are few. */
async function countNaming(
  reader: ReadContext,
  kind: 'locale' | 'currency' | 'option',
  object: Named,
): Promise<Pick<ChangeEffect, 'count' | 'isExact' | 'filter'>> {
  const [usages] = (await findUsages(reader, [kind], [object], NEVER)).values();
  const products = usages?.byType.find(({ type }) => type === 'Product');
  const { count, isExact } = toUserCount(products?.count ?? 0);
  const skus = (products?.users ?? []).map(({ code }) => code);
  return { count, isExact, filter: skus.length === count ? listSkus(skus) : null };
}

const NOWHERE = {
  entityType: null,
  channel: null,
  locale: null,
  currency: null,
  attribute: null,
} as const;

async function effectOfDisabled(
  reader: ReadContext,
  kind: 'locale' | 'currency',
  code: string,
): Promise<ChangeEffect> {
  return { kind: 'not_editable', ...NOWHERE, [kind]: code, ...(await countNaming(reader, kind, { code })) };
}

async function effectOfInactive(reader: ReadContext, option: Named): Promise<readonly ChangeEffect[]> {
  const users = await countNaming(reader, 'option', option);
  return users.count === 0 ? [] : [{ kind: 'inactive_option', ...NOWHERE, ...users }];
}
