import { foldKey, readExternalRef } from '../../../kernel/codes.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { chunks } from '../../../platform/bulk-write/chunks.ts';
import { serializationFailure } from '../../../platform/database/sql-state.ts';
import {
  isChanged,
  outcomeOf,
  versionAfter,
  type WriteMode,
  type WriteOutcome,
} from '../../../platform/resource/write-resources.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { productKey } from '../../product-reference/index.ts';
import { findLostClaims } from '../links/external-refs.ts';
import { findProducts } from '../model/product.store.ts';
import type {
  ProductItemResult,
  ProductWrite,
  ProductWriteOptions,
  ProductWriteResult,
} from '../model/product-input.ts';
import { type BatchItem, copyBatch, findPending, type WriteBatch } from '../model/write-batch.ts';
import { applyWrite } from './apply.ts';
import { emitChanges } from './emit.ts';
import { loadBatch } from './load.ts';
import { deriveBatch, persistProducts } from './persist.ts';
import { planWrite } from './plan.ts';

/**
 * Writes any number of products in a constant number of statements, independent ones 250 at a time: the one core below
 * every way to write a product. Items are planned and applied in order, so that later ones see earlier ones; an item
 * that is rejected leaves no trace, and the caller decides whether that rejects the whole.
 */
export async function writeProducts(
  context: WriteContext,
  writes: readonly ProductWrite[],
  mode: WriteMode,
  options: ProductWriteOptions = {},
): Promise<readonly ProductItemResult[]> {
  let batch = await loadBatch(context, writes, mode, options);
  for await (const items of chunks(batch.items, partSizeOf(batch))) {
    batch = await planAndApply(context, batch, items);
    const { products, persisted } = batch;
    const written = [...products.values()].filter((product) => isChanged(product) && !persisted.has(product));
    const part = await deriveBatch(context, batch, written);
    await persistProducts(context, batch, part);
    await emitChanges(context, batch, part);
  }
  return resultsOf(batch);
}

/** Writes a batch of one, which is rejected as a whole when its only item is. */
export async function writeOneProduct(
  context: WriteContext,
  write: ProductWrite,
  mode: WriteMode,
): Promise<ProductWriteResult> {
  const [result] = await writeProducts(context, [write], mode);
  if (result === undefined) throw new Error('Writing a product gave no result.');
  const { refusal, id, sku, outcome } = result;
  if (refusal !== null) throw refusal;
  if (id === null || outcome === 'failed') throw new Error('A written product has an id.');
  return { id: encodeId('Product', id), sku, outcome };
}

/** Items of a part: while the database stores them, the rules judge the next ones. */
const PART_ITEMS = 250;

/** Returns the number of items that are written at once: parts of a batch only if each is independent of the others. */
const partSizeOf = (batch: WriteBatch): number =>
  batch.items.length > PART_ITEMS && areIndependent(batch) ? PART_ITEMS : batch.items.length;

/** Returns true if each item is about a product of its own that has no relation to others. */
function areIndependent(batch: WriteBatch): boolean {
  const { items, refReleases } = batch;
  const keys = new Set(items.map(({ ref }) => findPending(batch, ref)?.row.id ?? productKey(ref)));
  const isIndependent = ({ ref, patch }: BatchItem) => {
    const linksProducts = patch.associations?.some(
      ({ products }) => products?.set?.length || products?.add?.length,
    );
    if (patch.rename || patch.parent || linksProducts) return false;
    const product = findPending(batch, ref);
    // An external id may come to a product by an earlier item.
    if (product === undefined) return readExternalRef(ref) === null;
    const { type, parentId } = product.row;
    return type === 'simple' && parentId === null && (patch.type ?? type) === type && !patch.associations;
  };
  return refReleases.size === 0 && keys.size === items.length && items.every(isIndependent);
}

/** Maximum number of times that items are applied while rejections cause further ones. */
const MAXIMUM_ATTEMPTS = 5;

/**
 * Plans and applies items in order. One may take an external id that a later one releases; when that is rejected, the
 * first is rejected too, and all are applied anew without it; the last time none may take anything that is not free
 * yet. Returns the batch as it is after the last attempt.
 */
async function planAndApply(
  context: WriteContext,
  loaded: WriteBatch,
  items: readonly BatchItem[],
): Promise<WriteBatch> {
  const lost = new Map<number, DomainError>();
  for (let attempt = 1; ; attempt += 1) {
    const refReleases = attempt < MAXIMUM_ATTEMPTS ? loaded.refReleases : new Map();
    const batch = loaded.refReleases.size === 0 ? loaded : copyBatch({ ...loaded, refReleases });
    const doubtful: string[] = [];
    for (const item of items) {
      await yieldToEventLoop();
      item.planned = null;
      item.refusal = lost.get(item.index) ?? null;
      try {
        if (item.refusal !== null) throw item.refusal;
        item.planned = await planWrite(context, batch, item);
        applyWrite(batch, item.planned);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        item.refusal = error;
        if (isUniqueConflict(error) && findPending(batch, item.ref) === undefined)
          doubtful.push(foldKey(item.ref));
      }
    }
    const claims = batch.refReleases.size === 0 ? [] : findLostClaims(batch, items);
    for (const { index, refusal } of claims) lost.set(index, refusal);
    if (claims.length > 0) continue;
    // Values are looked up after products. A product that another transaction stored in between looks like a stranger
    // who holds the values of its own writer: run again, the operation finds it and updates it, or reports that its SKU
    // is taken.
    const { organizationId } = context.session;
    if (doubtful.length > 0 && (await findProducts(context, organizationId, doubtful, [])).length > 0)
      throw serializationFailure();
    return batch;
  }
}

const isUniqueConflict = ({ errors }: DomainError) =>
  errors.some(({ code }) => code === 'not-unique' || code === 'axis-duplicate');

function resultsOf(batch: WriteBatch): ProductItemResult[] {
  const byProduct = Map.groupBy(batch.items, ({ planned }) => planned?.row.id);
  return batch.items.map(({ index, ref, planned, refusal }) => {
    const product = batch.products.get(planned?.row.id ?? '');
    let outcome: WriteOutcome | 'failed' = 'failed';
    if (product !== undefined && planned !== null) {
      outcome = outcomeOf(planned.isNew, planned.changes);
      // A product that is in the end as it was before is unchanged by all its items.
      if (!isChanged(product)) outcome = 'unchanged';
      // An item that changes nothing itself may still have its product changed by a two-way link of another.
      else if (product.stored !== null && byProduct.get(planned.row.id)?.length === 1) outcome = 'updated';
    }
    return {
      index,
      sku: product?.row.sku ?? ref,
      outcome,
      id: product?.row.id ?? null,
      version: product === undefined ? null : versionAfter(product),
      refusal,
      changes: planned?.changes ?? [],
      inheritedCells: planned?.inheritedCells ?? [],
      cellProblems: planned?.cellProblems ?? [],
      statusProblems: planned?.statusProblems ?? [],
      publication: planned?.publication ?? null,
    };
  });
}
