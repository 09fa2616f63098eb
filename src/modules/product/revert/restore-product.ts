import { foldKey } from '../../../kernel/codes.ts';
import { Conflict, NotFound, ValidationFailed, VersionMismatch } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem, textOf } from '../../../kernel/field-problem.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { serializationFailure } from '../../../platform/database/sql-state.ts';
import { isRestorable } from '../../../platform/operation/restore-window.ts';
import { type CatalogueStructure, lockStructureForReading } from '../../structure/index.ts';
import { checkAxes, conflictingUniqueValues, uniqueValuesOf } from '../../values/index.ts';
import { loadExternalRefOwners, replaceExternalRefs } from '../links/external-ref.store.ts';
import { idInUseMessage } from '../links/external-refs.ts';
import { externalRefKey } from '../model/links.ts';
import {
  type DeletedProduct,
  findProducts,
  loadAxisKeys,
  loadDeletedDescendants,
  lockDeletedByRef,
  lockProducts,
  productUniqueValues,
  setDeleted,
  updateDerived,
} from '../model/product.store.ts';
import { deriveColumns, variantPlacement } from '../model/product-completeness.ts';
import type { ProductWriteResult } from '../model/product-input.ts';
import type { ProductRow } from '../model/product-row.ts';
import { duplicateSkuError } from '../model/product-rules.ts';
import { indexProducts } from '../recompute/search-products.ts';
import { axisKeyOf, invalidCellsAfterMove } from '../variants/move-descendants.ts';
import { emitPresence } from '../write/emit.ts';

export interface RestoreProductInput {
  readonly ref: string;
  readonly ifVersion?: number | null | undefined;
}

/**
 * Brings a deleted product back, and with a model what was deleted together with it. Of several deleted products of
 * one SKU the latest is taken; the id names one exactly.
 */
export const restoreProduct = defineWrite({
  name: 'restoreProduct',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, { ref, ifVersion }: RestoreProductInput): Promise<ProductWriteResult> {
    const structure = await lockStructureForReading(context);
    const [product] = (await lockDeletedByRef(context, [ref])).values();
    if (product === undefined) throw NotFound.of('deleted product', ref);
    await restoreFamily(context, structure, product, ifVersion);
    return { id: encodeId('Product', product.id), sku: product.sku, outcome: 'updated' };
  },
});

/** Brings a deleted product back; returns it and what came back with it. */
export async function restoreFamily(
  context: WriteContext,
  structure: CatalogueStructure,
  product: DeletedProduct,
  ifVersion?: number | null,
): Promise<readonly ProductRow[]> {
  if (!isRestorable(product.deletedAt, context.now)) throw NotFound.of('deleted product', product.sku);
  if (typeof ifVersion === 'number' && ifVersion !== product.version)
    throw new VersionMismatch(ifVersion, product.version, []);
  const ancestors = await existingAncestors(context, product);
  const family = rebuildHierarchy(
    structure,
    [product, ...(await loadDeletedDescendants(context, product))],
    ancestors,
  );
  await checkStillFree(context, structure, family);
  await storeRestored(context, structure, family, ancestors);
  return family;
}

/** Stores deleted products as living ones: families that stand below the same models. */
export async function storeRestored(
  context: WriteContext,
  structure: CatalogueStructure,
  family: readonly ProductRow[],
  ancestors: readonly ProductRow[],
): Promise<void> {
  await setDeleted(
    context,
    family.map(({ id }) => id),
    false,
  );
  const unique = family.flatMap(({ id, values }) =>
    uniqueValuesOf(structure, values).map((value) => ({ ...value, owner: id })),
  );
  if (unique.length > 0)
    productUniqueValues.replace(
      context,
      family.map(({ id }) => id),
      unique,
    );
  replaceExternalRefs(
    context,
    family.filter(({ externalRefs }) => externalRefs.length > 0),
  );
  // Requirements may have changed meanwhile.
  const rowsById = new Map<string, ProductRow>([...family, ...ancestors].map((row) => [row.id, row]));
  const present = family.map((row) => ({ ...row, ...deriveColumns(structure, row, chainOf(row, rowsById)) }));
  updateDerived(context, present);
  await indexProducts(context, structure, present, ancestors);
  emitPresence(context, 'restored', present);
}

function chainOf(row: ProductRow, rowsById: ReadonlyMap<string, ProductRow>): ProductRow[] {
  const parent = row.parentId === null ? undefined : rowsById.get(row.parentId);
  return parent === undefined ? [] : [parent, ...chainOf(parent, rowsById)];
}

/** Returns the models above, which must not be deleted themselves. */
async function existingAncestors(context: WriteContext, product: ProductRow): Promise<readonly ProductRow[]> {
  if (product.parentId === null) return [];
  // The model may have been moved since.
  const [parent] = await findProducts(context, context.session.organizationId, [], [product.parentId]);
  const ids = parent === undefined ? [] : [...new Set([parent.id, parent.rootId ?? parent.id])];
  const ancestors = await lockProducts(context, ids, []);
  const locked = ancestors.find(({ id }) => id === parent?.id);
  if (parent !== undefined && locked !== undefined && locked.rootId !== parent.rootId)
    throw serializationFailure();
  if (parent !== undefined && ancestors.length === ids.length) return ancestors;
  throw new Conflict('resource-in-use', localized('model-deleted', { sku: product.sku }));
}

/**
 * Returns deleted products by what stands above them now: a model may have got another set, layout or root since.
 *
 * @param family the product and those deleted with it, models first
 * @throws ValidationFailed where there is no position for them any more
 */
function rebuildHierarchy(
  structure: CatalogueStructure,
  family: readonly ProductRow[],
  ancestors: readonly ProductRow[],
): readonly ProductRow[] {
  const [product] = family;
  const parent = ancestors.find(({ id }) => id === product?.parentId);
  if (product === undefined || parent === undefined) return family;
  const root = ancestors.find(({ id }) => id === parent.rootId) ?? parent;
  const rowsById = new Map<string, ProductRow>(ancestors.map((row) => [row.id, row]));
  const problems: FieldProblem[] = [];
  const placedRows = family.map((old) => {
    const row = { ...old, attributeSet: root.attributeSet, rootId: root.id };
    const placement = variantPlacement(structure, row, root);
    rowsById.set(row.id, row);
    const depth = placement?.layout.levels.length ?? 0;
    const fits = row.level === depth ? row.type === 'variant' : row.level < depth && row.type === 'model';
    if (!fits || placement === undefined) {
      const message = localized('restore-layout-changed', {
        root: root.sku,
        type: row.type,
        level: row.level,
        sku: row.sku,
      });
      problems.push(fieldProblem('wrong-type', ['ref'], message, { value: row.sku }));
      return row;
    }
    const wrong = [
      ...checkAxes(placement, row.values),
      ...invalidCellsAfterMove(structure, row, chainOf(row, rowsById)),
    ];
    for (const problem of wrong) {
      const message = localized('with-ref', { ref: row.sku, message: textOf(problem) });
      const details = { attribute: problem.attribute, value: row.sku };
      problems.push(fieldProblem(problem.code, ['ref'], message, details));
    }
    return { ...row, axisKey: axisKeyOf(structure, placement, row.values) };
  });
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return placedRows;
}

/** Refuses when someone has taken a SKU, a variant's axis values, a unique value or an external id meanwhile. */
async function checkStillFree(
  context: WriteContext,
  structure: CatalogueStructure,
  family: readonly ProductRow[],
): Promise<void> {
  const conflictingProducts = await findProducts(
    context,
    context.session.organizationId,
    family.map(({ sku }) => foldKey(sku)),
    [],
  );
  const [holder] = conflictingProducts;
  if (holder !== undefined) throw duplicateSkuError(holder.sku);
  const [product] = family;
  if (product?.parentId && product.axisKey !== null) {
    const siblings = await loadAxisKeys(context, [product.parentId]);
    const sibling = siblings.get(product.parentId)?.get(product.axisKey);
    if (sibling !== undefined) {
      const message = localized('restore-axis-values-taken', { twin: sibling.sku, sku: product.sku });
      throw ValidationFailed.of([fieldProblem('axis-duplicate', ['ref'], message, { takenBy: sibling.sku })]);
    }
  }
  const keys = family.flatMap(({ values }) => uniqueValuesOf(structure, values));
  const errors = [
    ...conflictingUniqueValues(keys, await productUniqueValues.loadOwners(context, keys), 'product', ['ref']),
    ...(await usedExternalRefs(context, family)),
  ];
  if (errors.length > 0) throw ValidationFailed.of(errors);
}

/** Returns the problems of bringing external ids back that other products have now. */
async function usedExternalRefs(
  context: WriteContext,
  family: readonly ProductRow[],
): Promise<FieldProblem[]> {
  const refs = family.flatMap(({ externalRefs }) => externalRefs);
  const holders = await loadExternalRefOwners(context, refs);
  return refs.flatMap((ref) => {
    const holder = holders.get(externalRefKey(ref));
    if (holder === undefined) return [];
    return [fieldProblem('not-unique', ['ref'], idInUseMessage(ref, holder.sku), { value: ref.id })];
  });
}
