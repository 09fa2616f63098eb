import { foldKey } from '../../../kernel/codes.ts';
import type { NewEvent } from '../../../kernel/event.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { ResourceChange } from '../../../kernel/module.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { emitNote } from '../../../platform/ledger/emit-derived.ts';
import { countReferences, findUsages, NO_USERS } from '../../../platform/resource/usages.ts';
import type { ChannelDocument } from '../../channel/index.ts';
import { type LiveTransition, liveScope, readLiveScope } from '../model/live.ts';
import type { ProductRow } from '../model/product-row.ts';

/**
 * Effects of a change on products, the losses first. `not_live`: products that are live in the channel, but not in the
 * locale that it gets. `not_editable`: products with values in a locale or currency that is disabled.
 */
const EFFECT_KINDS = ['leaves_live', 'not_live', 'becomes_live', 'not_editable'] as const;
type EffectKind = (typeof EFFECT_KINDS)[number];
type LiveEffectKind = Exclude<EffectKind, 'not_editable'>;

/** Number of products with an effect in a channel and locale, or in a currency. */
export interface ProductEffect {
  readonly kind: EffectKind;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly count: number;
  /** Finds these products before the change, in the JSON filter grammar; null where no short filter finds them exactly. */
  readonly filter: JsonObject | null;
}

export interface Effects {
  readonly products: readonly ProductEffect[];
  /** False when there are more products than a dry run looks at. */
  readonly isComplete: boolean;
}

/** Maximum number of SKUs that a filter lists, so that it fits into the address of a page. */
const LISTED = 200;

/** A type, so that it is a JSON value. */
type EffectNote = {
  /** The channels and locales whose effects are reported even where they are 0, so that nobody has to guess. */
  readonly reported?: Readonly<Partial<Record<LiveEffectKind, readonly string[]>>>;
  /** SKUs of products that are not live in a locale that their channel gets, by channel and locale. */
  readonly not_live?: Readonly<Record<string, readonly string[]>>;
  /** `skus`: null where they are not all named. */
  readonly not_editable?: {
    readonly locale: string | null;
    readonly currency: string | null;
    readonly count: number;
    readonly skus: readonly string[] | null;
  };
  readonly uncounted?: true;
};

const emitEffect = (context: WriteContext, note: EffectNote) => emitNote(context, 'product', note);

/** Emits, in a dry run, that there are more products than it looks at. */
export const emitMoreObjects = (context: WriteContext): void => emitEffect(context, { uncounted: true });

/**
 * Emits, in a dry run, in which channels and locales products can no longer be live by changes of channels, and in which
 * they can from now on. Returns the locales that channels get which products are live in already.
 */
export function emitScopes(
  context: WriteContext,
  written: readonly ResourceChange<unknown>[],
): readonly string[] {
  const reported = written.map(({ before, after }) => {
    const [past, next] = [scopesOf(before), scopesOf(after)];
    const added = next.filter((scope) => !past.includes(scope));
    const removed = past.filter((scope) => !next.includes(scope));
    return { becomes_live: added, not_live: past.length > 0 ? added : [], leaves_live: removed };
  });
  for (const scopes of reported) emitEffect(context, { reported: scopes });
  return reported.flatMap(({ not_live: added }) => added);
}

function scopesOf(document: unknown): readonly string[] {
  const { code = '', active = false, locales = [] } = (document ?? {}) as Partial<ChannelDocument>;
  return active ? locales.map((locale) => liveScope(code, locale)) : [];
}

/** Emits, in a dry run, which products are live in a channel after it, but not in a locale that the channel gets. */
export function emitNotLive(
  context: WriteContext,
  added: readonly string[],
  rows: readonly ProductRow[],
): void {
  for (const scope of added) {
    const { channel } = readLiveScope(scope);
    const isOutside = ({ live }: ProductRow) =>
      live?.includes(scope) === false && live.some((one) => readLiveScope(one).channel === channel);
    emitEffect(context, { not_live: { [scope]: rows.filter(isOutside).map(({ sku }) => sku) } });
  }
}

type Switched = { readonly code: string; readonly enabled: boolean } | null;

/** Emits, in a dry run, which products have values in locales or currencies that are disabled. */
export async function emitNotEditable(
  context: WriteContext,
  kind: 'locale' | 'currency',
  written: readonly ResourceChange<unknown>[],
): Promise<void> {
  if (!context.dryRun) return;
  for (const { before, after } of written) {
    const [past, next] = [before as Switched, after as Switched];
    if (past?.enabled !== true || next?.enabled !== false) continue;
    const key = foldKey(next.code);
    const { count, isExact } =
      (await countReferences(context, kind, ['Product'], [next])).get(key) ?? NO_USERS;
    const users = (await findUsages(context, [kind], [next], NEVER)).get(key)?.named ?? [];
    const skus = users.filter(({ type }) => type === 'Product').map(({ code }) => code);
    const scope = { locale: null, currency: null, [kind]: next.code };
    emitEffect(context, { not_editable: { ...scope, count, skus: skus.length === count ? skus : null } });
    if (!isExact) emitMoreObjects(context);
  }
}

/** Nothing was deleted since: what is deleted does not count. */
const NEVER = new Date(Date.UTC(9999, 0));

/** Returns the effects on products that the events of a dry run report. */
export function effectsOf(events: readonly NewEvent[]): Effects {
  const skus = new Map<string, string[]>();
  const removed = new Set<string>();
  const notEditable: ProductEffect[] = [];
  const add = (kind: LiveEffectKind, scope: string, more: readonly string[] = []) => {
    const key = `${kind} ${scope}`;
    const list = skus.get(key) ?? [];
    list.push(...more);
    skus.set(key, list);
  };
  for (const { resource, ref, data } of events) {
    if (resource !== 'product' || data === undefined) continue;
    const note = data as EffectNote & { readonly live?: LiveTransition };
    const { live, reported = {}, not_live: notLive = {}, not_editable: values } = note;
    for (const scope of live?.published ?? []) add('becomes_live', scope, [ref]);
    for (const scope of live?.unpublished ?? []) add('leaves_live', scope, [ref]);
    for (const [scope, list] of Object.entries(notLive)) add('not_live', scope, list);
    for (const [kind, scopes] of Object.entries(reported))
      for (const scope of scopes) add(kind as LiveEffectKind, scope);
    for (const scope of reported.leaves_live ?? []) removed.add(scope);
    if (values !== undefined) {
      const { skus: skuList, ...place } = values;
      notEditable.push({ kind: 'not_editable', channel: null, ...place, filter: listed(skuList ?? []) });
    }
  }
  const isComplete = !events.some(({ data }) => data?.uncounted === true);
  const filterOf = (scope: string, list: readonly string[]): JsonObject | null => {
    // If products can no longer be live in a scope, all that are live there leave.
    if (removed.has(scope)) return { live: { ...readLiveScope(scope) } };
    return isComplete ? listed(list) : null;
  };
  const moved = [...skus].map(([key, list]): ProductEffect => {
    const [kind, scope] = key.split(' ') as [LiveEffectKind, string];
    return {
      kind,
      ...readLiveScope(scope),
      currency: null,
      count: list.length,
      filter: filterOf(scope, list),
    };
  });
  return { products: [...moved.sort(compareEffects), ...notEditable], isComplete };
}

const listed = (skus: readonly string[]): JsonObject | null =>
  skus.length > 0 && skus.length <= LISTED ? { sku: { in: skus.toSorted() } } : null;

const compareEffects = (one: ProductEffect, other: ProductEffect): number =>
  EFFECT_KINDS.indexOf(one.kind) - EFFECT_KINDS.indexOf(other.kind) ||
  (`${one.channel}/${one.locale}` < `${other.channel}/${other.locale}` ? -1 : 1);
