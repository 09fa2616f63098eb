import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { jsonEquals } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { isChanged, versionAfter } from '../../../platform/resource/write-resources.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { isApplicable } from '../../property/index.ts';
import { storeSearchDocuments } from '../../search/index.ts';
import type { SlugClaim } from '../../slug/index.ts';
import { changedUniqueValues, NO_VALUES } from '../../values/index.ts';
import { replaceLinks } from '../links/association.store.ts';
import { replaceEntityLinks } from '../links/entity-link.store.ts';
import { replaceExternalRefs } from '../links/external-ref.store.ts';
import { type LiveTransition, liveTransition } from '../model/live.ts';
import {
  insertProducts,
  productUniqueValues,
  releaseAxisKeys,
  releaseSkus,
  updateDerived,
  updateProducts,
} from '../model/product.store.ts';
import { deriveColumns } from '../model/product-completeness.ts';
import { productDocument } from '../model/product-document.ts';
import type { ProductRow } from '../model/product-row.ts';
import { assignProductSlugs, productSlugs } from '../model/slugs.ts';
import { ancestorsOf, descendantsOf, type PendingProduct, type WriteBatch } from '../model/write-batch.ts';
import { effectOnDescendants } from './patch-properties.ts';

/** Derived data that a part of a batch has to store. */
export interface DerivedBatch {
  readonly changed: readonly PendingProduct[];
  /** Products below changed models that do not change themselves. */
  readonly below: readonly DescendantChange[];
  /** Slugs that they have from now on. */
  readonly slugClaims: readonly SlugClaim[];
}

interface DescendantChange {
  readonly row: ProductRow;
  /** Scopes where it has become live and where it is no longer; null for no move. */
  readonly move: LiveTransition | null;
}

/** Puts into the batch what is derived of changed products, and derives what is below changed models. */
export async function deriveBatch(
  context: WriteContext,
  batch: WriteBatch,
  written: readonly PendingProduct[],
): Promise<DerivedBatch> {
  const derived: PendingProduct[] = [];
  for (const product of written) {
    await yieldToEventLoop();
    const { stored, row } = product;
    // The derived data of a new product with nothing above it are as they were planned.
    const isAsPlanned = stored === null && row.parentId === null;
    const one = isAsPlanned ? product : { ...product, row: withDerived(batch, row) };
    batch.products.set(row.id, one);
    derived.push(one);
  }
  const below: DescendantChange[] = [];
  for (const { stored, row } of descendantsOfChanged(batch, written)) {
    await yieldToEventLoop();
    const one = withDerived(batch, row);
    below.push({ row: one, move: liveTransition(stored?.live ?? null, one.live) });
  }
  return nameChanged(context, batch, derived, below);
}

/** Gives changed products, and those below changed models, the slugs that follow. */
async function nameChanged(
  context: WriteContext,
  batch: WriteBatch,
  derived: readonly PendingProduct[],
  below: readonly DescendantChange[],
): Promise<DerivedBatch> {
  const all = [...derived, ...below].map(({ row }) => row);
  const { rows, claims } = await assignProductSlugs(context, batch.structure, all, (row) =>
    ancestorsOf(batch, row),
  );
  if (rows === all) return { changed: derived, below, slugClaims: claims };
  const rowOf = (index: number, row: ProductRow) => rows[index] ?? row;
  const changed = derived.map((product, index) => ({ ...product, row: rowOf(index, product.row) }));
  for (const product of changed) batch.products.set(product.row.id, product);
  return {
    changed,
    below: below.map((one, index) => ({ ...one, row: rowOf(derived.length + index, one.row) })),
    slugClaims: claims,
  };
}

const withDerived = (batch: WriteBatch, row: ProductRow): ProductRow => ({
  ...row,
  ...deriveColumns(batch.structure, row, ancestorsOf(batch, row)),
});

/** Returns the unchanged products below changed models: they show something of every change, if only the new SKU. */
function descendantsOfChanged(batch: WriteBatch, changed: readonly PendingProduct[]): PendingProduct[] {
  const concernsBelow = (change: CellChange) => isApplicable(effectOnDescendants(change));
  const below = changed
    .filter(({ stored, changes }) => stored !== null && changes.some(concernsBelow))
    .flatMap(({ row }) => descendantsOf(batch, row));
  return [...new Set(below)].filter((product) => !isChanged(product));
}

/**
 * Stores changed products and the data derived from them, also for products below changed models. All statements are
 * sent when it resolves, and perhaps none has a result yet.
 */
export async function persistProducts(
  context: WriteContext,
  batch: WriteBatch,
  part: DerivedBatch,
): Promise<void> {
  const { changed } = part;
  if (changed.length === 0) return;
  const below = part.below.map(({ row }) => row);
  const created: ProductRow[] = [];
  const updated: ProductRow[] = [];
  for (const product of changed) {
    const row = { ...product.row, version: versionAfter(product) };
    (product.stored === null ? created : updated).push(row);
    batch.persisted.add(product);
  }
  // The statements are sent without waiting for results: they run in this order, and one that fails fails all behind
  // it.
  releaseAxisKeys(context, losersOf(changed, axisKeyOf));
  releaseSkus(context, losersOf(changed, skuKeyOf));
  insertProducts(context, created);
  updateProducts(context, updated);
  updateDerived(context, below);
  productSlugs.claim(context, part.slugClaims);
  const { structure } = batch;
  const documentOf = (row: ProductRow) => productDocument(row, ancestorsOf(batch, row), structure);
  await storeSearchDocuments(context, 'product', structure, created.map(documentOf), { areNew: true });
  await storeSearchDocuments(context, 'product', structure, [...updated, ...below].map(documentOf));
  const unique = changedUniqueValues(
    structure,
    changed.map(({ stored, row }) => ({
      id: row.id,
      before: stored?.values ?? NO_VALUES,
      after: row.values,
    })),
  );
  if (unique.owners.length > 0) productUniqueValues.replace(context, unique.owners, unique.values);
  const withOtherRefs = changed.filter(
    ({ stored, row }) => !jsonEquals(stored?.externalRefs ?? [], row.externalRefs),
  );
  replaceExternalRefs(
    context,
    withOtherRefs.map(({ row }) => row),
  );
  persistLinks(context, batch, changed);
}

const axisKeyOf = ({ parentId, axisKey }: ProductRow) => (axisKey === null ? null : `${parentId} ${axisKey}`);
const skuKeyOf = ({ sku }: ProductRow) => foldKey(sku);

/** Returns the products that had a key, unique among products, which another changed product gets. */
function losersOf(changed: readonly PendingProduct[], keyOf: (row: ProductRow) => string | null): string[] {
  const owners = new Map(changed.map(({ row }) => [keyOf(row), row.id]));
  return changed.flatMap(({ stored }) => {
    const key = stored === null ? null : keyOf(stored);
    const owner = key === null ? undefined : owners.get(key);
    return stored === null || owner === undefined || owner === stored.id ? [] : [stored.id];
  });
}

/** Stores the links of changed products: of each type that has other links now, all of them. */
function persistLinks(
  context: WriteContext,
  { storedLinks, storedEntityLinks }: WriteBatch,
  changed: readonly PendingProduct[],
): void {
  const lists = changed.flatMap(({ row, links }) => changedLists(row.id, storedLinks.get(row.id), links));
  const entityLists = changed.flatMap(({ row, entityLinks }) =>
    changedLists(row.id, storedEntityLinks.get(row.id), entityLinks),
  );
  if (lists.length > 0) {
    const rows = lists.flatMap(({ sourceId, type, after }) =>
      after.map((link, sortOrder) => ({ sourceId, type, ...link, sortOrder })),
    );
    const emptied = lists.filter(({ before }) => before.length > 0);
    replaceLinks(context, emptied, rows);
  }
  if (entityLists.length > 0) {
    const rows = entityLists.flatMap(({ sourceId, type, after }) =>
      after.map((entityId, sortOrder) => ({ sourceId, type, entityId, sortOrder })),
    );
    const replaced = entityLists.map(({ sourceId, type }) => ({ sourceId, type }));
    replaceEntityLinks(context, replaced, rows);
  }
}

/** Returns the lists of links of a product that are others than the stored ones, by their type. */
function changedLists<Link>(
  sourceId: string,
  stored: ReadonlyMap<string, readonly Link[]> | undefined,
  now: ReadonlyMap<string, readonly Link[]>,
) {
  if (now === stored) return [];
  // An emptied list keeps its type.
  return [...now]
    .map(([type, after]) => ({ sourceId, type, before: stored?.get(type) ?? [], after }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}
