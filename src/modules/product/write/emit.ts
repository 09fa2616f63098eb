import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import { versionAfter } from '../../../platform/resource/write-resources.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { isApplicable, PRODUCT_PROPERTIES } from '../../property/index.ts';
import { cellsOf, findCell } from '../../values/index.ts';
import {
  type LiveScopes,
  type LiveTransition,
  liveEventData,
  liveTransition,
  NO_LIVE_SCOPES,
} from '../model/live.ts';
import type { ProductRow } from '../model/product-row.ts';
import { ancestorsOf, descendantsOf, type WriteBatch } from '../model/write-batch.ts';
import { effectOnDescendants } from './patch-properties.ts';
import type { DerivedBatch } from './persist.ts';

/** Maximum number of SKUs of products with a model's change that an event names. */
const MAXIMUM_INHERITED_SKUS = 500;

/** Emits one event for each changed product, and for each below a changed model that is live elsewhere now. */
export async function emitChanges(
  context: WriteContext,
  batch: WriteBatch,
  { changed, below }: DerivedBatch,
): Promise<void> {
  for (const product of changed) {
    await yieldToEventLoop();
    const { stored, row, changes, comment } = product;
    const data = eventData(row);
    if (stored !== null && stored.sku !== row.sku) data.previous_sku = stored.sku;
    if (stored !== null && stored.status !== row.status)
      data.status_changed = { from: stored.status, to: row.status };
    Object.assign(
      data,
      liveEventData(liveTransition(stored === null ? NO_LIVE_SCOPES : stored.live, row.live)),
    );
    const inherited = stored === null ? null : inheritedBy(batch, row, changes);
    if (inherited !== null) data.inherited_by = inherited;
    context.emit({
      resource: 'product',
      verb: stored === null ? 'created' : 'updated',
      objectId: row.id,
      ref: row.sku,
      version: versionAfter(product),
      changes,
      data,
      comment,
    });
  }
  for (const { row, move } of below) if (move !== null) emitLiveChanged(context, row, move);
}

/** Emits that products were deleted, or restored, as they were before. */
export function emitPresence(
  context: WriteContext,
  verb: 'deleted' | 'restored',
  rows: readonly ProductRow[],
): void {
  for (const row of rows) {
    context.emit({
      resource: 'product',
      verb,
      objectId: row.id,
      ref: row.sku,
      version: row.version + 1,
      changes: [],
      data: { ...eventData(row), ...liveEventData(presenceMove(verb, row.live)) },
    });
  }
}

const presenceMove = (verb: 'deleted' | 'restored', live: LiveScopes | null) =>
  verb === 'deleted' ? liveTransition(live, NO_LIVE_SCOPES) : liveTransition(NO_LIVE_SCOPES, live);

/** Emits that a product is live in other channels and locales, by something else than a change of its own. */
export function emitLiveChanged(context: WriteContext, row: ProductRow, move: LiveTransition): void {
  context.emit({
    resource: 'product',
    verb: 'live_changed',
    objectId: row.id,
    ref: row.sku,
    version: row.version,
    changes: [],
    data: { ...eventData(row), ...liveEventData(move) },
  });
}

const PROPERTIES_IN_EVENTS = Object.entries(PRODUCT_PROPERTIES)
  .filter(([, { inEvents }]) => isApplicable(inEvents))
  .map(([key]) => ({ key: key as keyof ProductRow, name: snakeCase(key) }));

/** Returns the data of every event of a product besides its changes: the product after the event. */
export const eventData = (row: ProductRow): Record<string, JsonValue> =>
  Object.fromEntries(PROPERTIES_IN_EVENTS.map(({ key, name }) => [name, row[key] as JsonValue]));

/** Returns the products below a model that show at least one of its changes. */
function inheritedBy(
  batch: WriteBatch,
  model: ProductRow,
  changes: readonly CellChange[],
): JsonObject | null {
  const passed = changes.filter((change) => effectOnDescendants(change) === 'inherited');
  if (model.type !== 'model' || passed.length === 0) return null;
  const skus = descendantsOf(batch, model)
    .map(({ row }) => row)
    .filter((row) => {
      const between = [row, ...ancestorsOf(batch, row).filter(({ level }) => level > model.level)];
      return passed.some((change) => isVisibleBelow(batch, between, change));
    })
    .map(({ sku }) => sku)
    .sort();
  return skus.length === 0 ? null : { count: skus.length, skus: skus.slice(0, MAXIMUM_INHERITED_SKUS) };
}

/**
 * Returns true if a change of a model shows on a product below it. `between` is that product and the models on the way
 * to it.
 */
function isVisibleBelow(
  batch: WriteBatch,
  between: readonly ProductRow[],
  { path, channel, locale, old, new: now }: CellChange,
): boolean {
  if (path === 'channels') return between.every(({ channels }) => channels === null);
  if (path === 'categories') {
    const [before, after] = [old, now] as [readonly string[], readonly string[]];
    const changed = [...before, ...after].filter((code) => !before.includes(code) || !after.includes(code));
    return changed.some((code) => between.every(({ categories }) => !categories.includes(code)));
  }
  if (!path.startsWith('values.')) return true;
  const attribute = batch.structure.attributes.get(foldKey(path.slice('values.'.length)))?.code ?? '';
  return between.every(({ values }) => findCell(cellsOf(values, attribute), channel, locale) === undefined);
}
