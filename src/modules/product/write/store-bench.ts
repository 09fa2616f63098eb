import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { type JsonObject, type JsonValue, sameJson } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { yieldWhenDue } from '../../../platform/yield-when-due.ts';
import { storeSearchDocuments } from '../../search/index.ts';
import { cellsOf, changedUniqueValues, findCell, NO_VALUES } from '../../values/index.ts';
import { replaceLinks } from '../links/association.store.ts';
import { NO_LINKS } from '../links/associations.ts';
import { replaceEntityLinks } from '../links/entity-link.store.ts';
import { NO_ENTITY_LINKS } from '../links/entity-links.ts';
import { replaceExternalRefs } from '../links/external-ref.store.ts';
import {
  insertProducts,
  productUniqueValues,
  releaseAxisKeys,
  updateDerived,
  updateProducts,
} from '../product.store.ts';
import { completenessOf } from '../product-completeness.ts';
import { productDocument } from '../product-document.ts';
import { productEventData } from '../product-event.ts';
import type { ProductRow } from '../product-row.ts';
import { ancestorsOf, type Bench, type Draft, descendantsOf, versionAfter } from './product-bench.ts';

/** How many SKUs an event names of those that show a model's change. */
const MAXIMUM_INHERITED_SKUS = 500;

const isChanged = ({ stored, changes }: Draft) => stored === null || changes.length > 0;

/** So many rows take the database longer than a turn of this process. */
const MANY_ROWS = 500;

/**
 * Stores what the batch changed of some drafts, derives what stands below changed models, and emits one event per
 * changed product. All statements are sent when it resolves, and perhaps none answered.
 */
export async function storeBench(
  context: WriteContext,
  bench: Bench,
  drafts: readonly Draft[],
): Promise<void> {
  const changed = drafts.filter(isChanged);
  if (changed.length === 0) return;
  const created: ProductRow[] = [];
  const updated: ProductRow[] = [];
  for (const draft of changed) {
    await yieldWhenDue();
    // What is new and has nothing above it was judged with what is derived now.
    const isNewRoot = draft.stored === null && draft.row.parentId === null;
    const found = isNewRoot ? {} : derived(bench, draft.row);
    const row = { ...draft.row, version: versionAfter(draft), ...found };
    (draft.stored === null ? created : updated).push(row);
  }
  // Sent without waiting for answers: they run in this order, and one that fails fails all behind it.
  releaseAxisKeys(context, passedOn(changed));
  insertProducts(context, created);
  updateProducts(context, updated);
  // The database begins with them, while what follows is made.
  if (changed.length >= MANY_ROWS) await nextTurn();
  await storeConsequences(context, bench, changed, { created, updated });
  storeUniqueValues(context, bench, changed);
  replaceExternalRefs(
    context,
    changed
      .filter(({ stored, row }) => !sameJson(stored?.externalRefs ?? [], row.externalRefs))
      .map(({ row }) => row),
  );
  storeLinks(context, bench, changed);
  storeEntityLinks(context, bench, changed);
  for (const draft of changed) {
    await yieldWhenDue();
    emitChange(context, bench, draft);
  }
}

/** Products whose axis values below some model another product of the batch has now. */
function passedOn(changed: readonly Draft[]): string[] {
  const place = ({ parentId, axisKey }: ProductRow) => `${parentId} ${axisKey}`;
  const takers = new Map(changed.flatMap(({ row }) => (row.axisKey === null ? [] : [[place(row), row.id]])));
  return changed.flatMap(({ stored }) => {
    const taker = stored === null || stored.axisKey === null ? undefined : takers.get(place(stored));
    return stored === null || taker === undefined || taker === stored.id ? [] : [stored.id];
  });
}

/** What is below the changed models, and what the changed rows and those are found by. */
async function storeConsequences(
  context: WriteContext,
  bench: Bench,
  changed: readonly Draft[],
  { created, updated }: { readonly created: readonly ProductRow[]; readonly updated: readonly ProductRow[] },
): Promise<void> {
  // What is below shows something of every change, if only the new SKU, or whether it appears at all.
  const concerned = changed
    .filter(({ stored, changes }) => stored !== null && changes.some(concernsBelow))
    .flatMap(({ row }) => descendantsOf(bench, row))
    .filter((draft) => !isChanged(draft));
  const below = new Map(
    concerned.map(({ row }): [string, ProductRow] => [row.id, { ...row, ...derived(bench, row) }]),
  );
  const shown = [...updated, ...below.values()];
  const factsOf = (row: ProductRow) => productDocument(row, ancestorsOf(bench, row), bench.structure);
  updateDerived(context, [...below.values()]);
  await storeSearchDocuments(context, 'product', bench.structure, created.map(factsOf), { areNew: true });
  await storeSearchDocuments(context, 'product', bench.structure, shown.map(factsOf));
}

const derived = (bench: Bench, row: ProductRow) =>
  completenessOf(bench.structure, row, ancestorsOf(bench, row));

/** Can a change show on what stands below? */
const isPassedDown = ({ path }: CellChange) =>
  path.startsWith('values.') ||
  ['categories', 'channels', 'attribute_set', 'variant_layout', 'parent'].includes(path) ||
  path.startsWith('associations.');
/** External references are never inherited. */
const concernsBelow = ({ path }: CellChange) => !path.startsWith('external_refs');

function storeLinks(context: WriteContext, bench: Bench, changed: readonly Draft[]): void {
  const touched = changed.flatMap(({ row, links }) => {
    const stored = bench.storedLinks.get(row.id) ?? NO_LINKS;
    if (links === stored) return [];
    const types = [...new Set([...stored.keys(), ...links.keys()])];
    return types
      .filter((type) => JSON.stringify(stored.get(type) ?? []) !== JSON.stringify(links.get(type) ?? []))
      .map((type) => ({
        sourceId: row.id,
        type,
        links: links.get(type) ?? [],
        hadSome: (stored.get(type) ?? []).length > 0,
      }));
  });
  replaceLinks(
    context,
    touched.filter(({ hadSome }) => hadSome),
    touched.flatMap(({ sourceId, type, links }) =>
      links.map((link, sortOrder) => ({ sourceId, type, ...link, sortOrder })),
    ),
  );
}

function storeEntityLinks(context: WriteContext, bench: Bench, changed: readonly Draft[]): void {
  const touched = changed.flatMap(({ row, entityLinks }) => {
    const stored = bench.storedEntityLinks.get(row.id) ?? NO_ENTITY_LINKS;
    if (entityLinks === stored) return [];
    return [...entityLinks]
      .filter(([type, ids]) => !sameJson(stored.get(type) ?? [], ids))
      .map(([type, ids]) => ({ sourceId: row.id, type, ids }));
  });
  replaceEntityLinks(
    context,
    touched.map(({ sourceId, type }) => ({ sourceId, type })),
    touched.flatMap(({ sourceId, type, ids }) =>
      ids.map((entityId, sortOrder) => ({ sourceId, type, entityId, sortOrder })),
    ),
  );
}

function storeUniqueValues(context: WriteContext, bench: Bench, changed: readonly Draft[]): void {
  const { owners, values } = changedUniqueValues(
    bench.structure,
    changed.map(({ stored, row }) => ({
      id: row.id,
      before: stored?.values ?? NO_VALUES,
      after: row.values,
    })),
  );
  if (owners.length > 0) productUniqueValues.replace(context, owners, values);
}

function emitChange(context: WriteContext, bench: Bench, draft: Draft): void {
  const { stored, row, changes, comment } = draft;
  const data: Record<string, JsonValue> = productEventData(row);
  if (stored !== null && stored.sku !== row.sku) data.previous_sku = stored.sku;
  if (stored !== null && stored.status !== row.status) {
    data.status_changed = { from: stored.status, to: row.status };
  }
  const inherited = stored === null ? null : inheritedBy(bench, row, changes);
  if (inherited !== null) data.inherited_by = inherited;
  context.emit({
    resource: 'product',
    verb: stored === null ? 'created' : 'updated',
    objectId: row.id,
    ref: row.sku,
    version: versionAfter(draft),
    changes,
    data,
    comment,
  });
}

/** The products below a model that show at least one of its changes. */
function inheritedBy(bench: Bench, model: ProductRow, changes: readonly CellChange[]): JsonObject | null {
  const passed = changes.filter(isPassedDown);
  if (model.type !== 'model' || passed.length === 0) return null;
  const skus = descendantsOf(bench, model)
    .map(({ row }) => row)
    .filter((row) => {
      const between = [row, ...ancestorsOf(bench, row).filter(({ level }) => level > model.level)];
      return passed.some((change) => showsBelow(bench, between, change));
    })
    .map(({ sku }) => sku)
    .sort();
  return skus.length === 0 ? null : { count: skus.length, skus: skus.slice(0, MAXIMUM_INHERITED_SKUS) };
}

/** Does a change of a model show on a product below it? `between` is that product and the models on the way to it. */
function showsBelow(
  bench: Bench,
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
  const attribute = bench.structure.attributes.get(foldKey(path.slice('values.'.length)))?.code ?? '';
  return between.every(({ values }) => findCell(cellsOf(values, attribute), channel, locale) === undefined);
}
