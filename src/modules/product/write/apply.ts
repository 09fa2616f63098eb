import { foldKey } from '../../../kernel/codes.ts';
import { mergeChanges, NO_VALUES, reassignUniqueValues } from '../../values/index.ts';
import { linkChanges } from '../links/associations.ts';
import { reassignExternalRefs } from '../links/external-refs.ts';
import type { Sibling } from '../model/product.store.ts';
import type { ProductRow } from '../model/product-row.ts';
import type { PlannedWrite, WriteBatch } from '../model/write-batch.ts';

/** Applies a planned write to the batch, for later items to see. */
export function applyWrite(batch: WriteBatch, planned: PlannedWrite): void {
  const { row } = planned;
  const current = batch.products.get(row.id);
  const stored = current?.stored ?? null;
  batch.products.set(row.id, {
    stored,
    row,
    changes: stored === null ? [] : mergeChanges(current?.changes ?? [], planned.changes),
    comment: planned.comment ?? current?.comment ?? null,
    links: planned.links,
    entityLinks: planned.entityLinks,
  });
  applyCounterparts(batch, planned);
  if (current !== undefined) batch.idBySku.delete(foldKey(current.row.sku));
  batch.idBySku.set(foldKey(row.sku), row.id);
  const moved = [{ before: current?.row, after: row }];
  for (const after of planned.below) {
    const product = batch.products.get(after.id);
    if (product !== undefined) batch.products.set(after.id, { ...product, row: after });
    moved.push({ before: product?.row, after });
  }
  moveAxisKeys(batch, moved);
  reassignExternalRefs(batch.refOwners, row.id, current?.row.externalRefs ?? [], row.externalRefs);
  reassignUniqueValues(batch.structure, batch.uniqueOwners, {
    id: row.id,
    name: row.sku,
    before: current?.row.values ?? NO_VALUES,
    after: row.values,
  });
}

/** Gives other products the links that follow from two-way links of this one. */
function applyCounterparts(batch: WriteBatch, { counterparts }: PlannedWrite): void {
  for (const [id, links] of counterparts) {
    const product = batch.products.get(id);
    if (product === undefined) throw new Error(`Product ${id} is linked both ways but was not locked.`);
    const { stored, changes } = product;
    batch.products.set(id, {
      ...product,
      links,
      changes: stored === null ? [] : mergeChanges(changes, linkChanges(batch, product.links, links)),
    });
  }
}

/** Takes the axis values that products had from them, and gives them those that they have now. */
function moveAxisKeys(
  { axisKeys }: WriteBatch,
  moved: readonly { readonly before: ProductRow | undefined; readonly after: ProductRow }[],
): void {
  for (const { before } of moved) {
    const siblings = axisKeys.get(before?.parentId ?? '');
    if (before?.axisKey && siblings?.get(before.axisKey)?.id === before.id) siblings.delete(before.axisKey);
  }
  for (const { after } of moved) {
    if (after.parentId === null || after.axisKey === null) continue;
    const siblings = axisKeys.get(after.parentId) ?? new Map<string, Sibling>();
    axisKeys.set(after.parentId, siblings.set(after.axisKey, { id: after.id, sku: after.sku }));
  }
}
