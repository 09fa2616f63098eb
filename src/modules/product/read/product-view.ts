import { foldKey } from '../../../kernel/codes.ts';
import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { RequestLoaders } from '../../../platform/loader.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import type { ExternalRef, ProductStatus, ProductType } from '../../property/index.ts';
import { readScope, type Slugs, slugScope } from '../../slug/index.ts';
import {
  type CatalogueStructure,
  type LayoutStructure,
  type SetStructure,
  structureLoader,
} from '../../structure/index.ts';
import {
  type Completeness,
  NO_VALUES,
  type ResolvedValues,
  resolveValues,
  type Values,
  type ValuesView,
} from '../../values/index.ts';
import { type AsOfState, asOfStateOf } from '../history/product-as-of.ts';
import {
  effectiveChannels,
  type LiveBlocker,
  type LiveScopes,
  liveBlockers,
  NO_LIVE_SCOPES,
  readLiveScope,
} from '../model/live.ts';
import { completenessOf, deriveColumns, setOf } from '../model/product-completeness.ts';
import type { ProductRow } from '../model/product-row.ts';
import type { ListedProduct } from './listed-product.ts';
import { productRowLoader } from './product.loaders.ts';

/** A product with everything its effective values depend on. */
export interface ProductView extends ValuesView {
  readonly row: ProductRow;
  /** The models above, nearest first. */
  readonly ancestors: readonly ProductRow[];
  readonly set: SetStructure | undefined;
  /** Past that a result as of an earlier sequence depends on; null for the present. */
  readonly past: AsOfState | null;
}

const views = new WeakMap<object, Promise<ProductView>>();

/** Returns the view of a product that a Prisma query returned; made once per row. */
export function productView(product: Product, context: RequestLoaders): Promise<ProductView> {
  const cachedView = views.get(product);
  if (cachedView !== undefined) return cachedView;
  const newView = makeView(product, context);
  views.set(product, newView);
  return newView;
}

async function makeView(product: Product, context: RequestLoaders): Promise<ProductView> {
  const past = asOfStateOf(product);
  const [structure, ancestors] = await Promise.all([
    context.load(structureLoader, ''),
    past?.ancestors ?? loadAncestors(product, context),
  ]);
  if (structure === null) throw new Error('Every organization has a structure.');
  return createProductView(product, structure, ancestors, past);
}

/** Returns the models above a product, nearest first. */
export async function loadAncestors(
  { parentId, rootId }: Pick<Product, 'parentId' | 'rootId'>,
  context: RequestLoaders,
): Promise<readonly ProductRow[]> {
  const ids = [...new Set([parentId, rootId])].filter((id) => id !== null);
  const above = await Promise.all(ids.map((id) => context.load(productRowLoader, id)));
  return above.filter((row) => row !== null).sort((a, b) => b.level - a.level);
}

/** Returns a view of the loaded data. */
export function createProductView(
  product: Product,
  structure: CatalogueStructure,
  ancestors: readonly ProductRow[],
  past: AsOfState | null = null,
): ProductView {
  const row = toRow(product);
  const set = setOf(structure, row);
  let resolved: ResolvedValues | undefined;
  // A caller that requests no value does not pay for reading them.
  return {
    row,
    ancestors,
    structure,
    set,
    past,
    isPast: past !== null,
    members: set?.members,
    displayOrder: set?.displayOrder,
    get own() {
      return row.values;
    },
    get values() {
      resolved ??= resolveValues(
        row.values,
        ancestors.map((ancestor) => ancestor.values),
      );
      return resolved;
    },
  };
}

/** Returns a Prisma row as the row that rules use. */
function toRow(product: Product): ProductRow {
  const { values: read, valuesText, ...others } = product as ListedProduct;
  let values = read as unknown as Values | undefined;
  return {
    ...others,
    type: product.type as ProductType,
    status: product.status as ProductStatus,
    channels: product.channels as readonly string[] | null,
    get values() {
      values ??= valuesText === undefined ? NO_VALUES : (JSON.parse(valuesText) as Values);
      return values;
    },
    externalRefs: product.externalRefs as unknown as readonly ExternalRef[],
    completeness: product.completeness as unknown as readonly Completeness[],
    live: product.liveIn as LiveScopes | null,
    slugs: product.slugs as Slugs | null,
    published: product.publishedAt !== null,
  };
}

/**
 * Rejects the past: completeness and publication follow from the requirements of their time, which only the present
 * has.
 */
export function rejectAsOf(past: AsOfState | null, field: string): void {
  if (past === null) return;
  const message = localized('field-of-present', { field });
  throw new RequestError('invalid-parameter', message, { parameter: 'asOf' });
}

/**
 * Returns the stored completeness, or, when requirements changed since, the same computed now: a response is never
 * stale.
 */
export function currentCompleteness({
  row,
  ancestors,
  structure,
  set,
  past,
}: ProductView): readonly Completeness[] {
  rejectAsOf(past, 'completeness');
  if (set === undefined) return [];
  if (row.completenessRevision === set.completenessRevision) return row.completeness;
  return completenessOf(structure, row, ancestors).completeness;
}

/**
 * Returns the scopes where a product is live, as stored; computed where that is not known yet. Scopes whose channel or
 * locale no longer exists are left out.
 */
export async function liveOf(product: Product, context: RequestLoaders) {
  rejectAsOf(asOfStateOf(product), 'live');
  const [structure, row] = await Promise.all([
    context.load(structureLoader, ''),
    product.liveIn === null ? context.load(productRowLoader, product.id) : null,
  ]);
  if (structure === null) throw new Error('Every organization has a structure.');
  const stored = product.liveIn as LiveScopes | null;
  const scopes = stored ?? (row === null ? NO_LIVE_SCOPES : await computedLive(row, structure, context));
  return scopes
    .map(readLiveScope)
    .filter(
      ({ channel, locale }) =>
        structure.channels.has(foldKey(channel)) && structure.locales.has(foldKey(locale)),
    );
}

/**
 * Returns the slugs of a product by channel and locale, those whose channel has none any more or is no more left out.
 */
export async function slugsOf(product: Product, context: RequestLoaders) {
  rejectAsOf(asOfStateOf(product), 'slugs');
  const structure = await context.load(structureLoader, '');
  return Object.entries((product.slugs ?? {}) as Slugs)
    .map(([scope, slug]) => ({ ...readScope(scope), slug }))
    .filter(({ channel, locale }) => {
      const channelEntry = structure?.channels.get(foldKey(channel));
      return channelEntry?.document.slugsEnabled === true && channelEntry.locales.has(locale);
    })
    .sort((a, b) => (slugScope(a.channel, a.locale) < slugScope(b.channel, b.locale) ? -1 : 1));
}

async function computedLive(
  row: ProductRow,
  structure: CatalogueStructure,
  context: RequestLoaders,
): Promise<LiveScopes> {
  return deriveColumns(structure, row, await loadAncestors(row, context)).live ?? NO_LIVE_SCOPES;
}

/** Returns the channels a product is sold in; null means every channel. */
export function effectiveChannelsOf({ row, ancestors }: ProductView): readonly string[] | null {
  return [row, ...ancestors].find(({ channels }) => channels !== null)?.channels ?? null;
}

/** Returns the layout that distinguishes the variants of its root model; undefined for simple products. */
export function variantLayoutOf({ row, ancestors, set }: ProductView): LayoutStructure | undefined {
  const layout = (ancestors.at(-1) ?? row).variantLayout;
  return layout === null ? undefined : set?.layouts.get(foldKey(layout));
}

/** Returns the codes of the attributes that distinguish the children of a model; none where there can be none. */
export function axesOfChildren(view: ProductView): readonly string[] {
  return view.row.type === 'model' ? (variantLayoutOf(view)?.levels[view.row.level]?.axes ?? []) : [];
}

/** Returns the own categories, with those of the models above unless `own`. */
export function effectiveCategories({ row, ancestors }: ProductView, own: boolean): readonly string[] {
  if (own) return row.categories;
  return [...new Set([...row.categories, ...ancestors.flatMap(({ categories }) => categories)])].sort();
}

/** State of a product in a channel or a locale of it. */
export type PublicationState = 'published' | 'blocked' | 'unpublished';

/** State of a product in one locale of a channel, and the reasons that keep it from appearing. */
export interface LocalePublication {
  readonly locale: string;
  readonly state: PublicationState;
  /** `status`, `parent_status`, `no_attribute_set`, `completeness`. */
  readonly blockedBy: readonly string[];
}

/** State of a product in a channel, and the reasons that keep it from appearing. */
export interface Publication {
  readonly channel: string;
  /** `published` if it appears in at least one locale. */
  readonly state: PublicationState;
  /** True if it appears in some locales only. */
  readonly isPartial: boolean;
  /** `status`, `parent_status`, `no_attribute_set`, `completeness:<locale>`. */
  readonly blockedBy: readonly string[];
  readonly locales: readonly LocalePublication[];
  readonly publishedAt: Date | null;
}

const BLOCKED_BY: Readonly<Record<LiveBlocker['code'], string>> = {
  status: 'status',
  'parent-status': 'parent_status',
  'no-attribute-set': 'no_attribute_set',
  'missing-value': 'completeness',
  'not-sold': 'not_sold',
  'inactive-channel': 'inactive_channel',
};

/**
 * Returns the publication of a product by the rule of {@link liveBlockers}: one entry per active channel that the
 * product is sold in, none for channels outside its list.
 */
export function publicationsOf(view: ProductView, publishedAt: Date | null): Publication[] {
  const { row, ancestors, structure, past } = view;
  rejectAsOf(past, 'publications');
  const scopes = liveBlockers(structure, { ...row, completeness: currentCompleteness(view) }, ancestors);
  const byChannel = Map.groupBy(scopes, ({ channel }) => channel);
  return effectiveChannels(structure, row, ancestors).flatMap((code): Publication[] => {
    const channel = structure.channels.get(foldKey(code));
    if (channel === undefined || !channel.document.active) return [];
    const locales = (byChannel.get(channel.code) ?? []).map(({ locale, blockers }): LocalePublication => {
      const blockedBy = [...new Set(blockers.map((blocker) => BLOCKED_BY[blocker.code]))];
      return { locale, state: stateOf(row, blockedBy.length === 0), blockedBy };
    });
    const appears = locales.some(({ state }) => state === 'published');
    const isBlocked = locales.some(({ state }) => state === 'blocked');
    const blockedBy = locales.flatMap((one) =>
      one.blockedBy.map((reason) => (reason === 'completeness' ? `completeness:${one.locale}` : reason)),
    );
    return [
      {
        channel: channel.code,
        state: stateOf(row, appears),
        isPartial: appears && isBlocked,
        // Blockers of all locales come first.
        blockedBy: [...new Set(blockedBy)].sort(
          (one, other) => Number(one.includes(':')) - Number(other.includes(':')),
        ),
        locales,
        publishedAt: appears ? publishedAt : null,
      },
    ];
  });
}

function stateOf({ status }: ProductRow, appears: boolean): PublicationState {
  if (status !== 'published') return 'unpublished';
  return appears ? 'published' : 'blocked';
}
