import { foldKey } from '../../../kernel/codes.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { isRestorable } from '../../../platform/operation/restorable.ts';
import { type CatalogueStructure, lockStructureForReading } from '../../structure/index.ts';
import { noLongerFree, uniqueValuesOf } from '../../values/index.ts';
import { loadRefHolders } from '../links/external-ref.store.ts';
import { refKey } from '../links/links.ts';
import { type DeletedProduct, findProducts, lockDeletedById, productUniqueValues } from '../product.store.ts';
import { bringBack, restoreProduct } from './restore-product.ts';

/** A deleted product by UUID, and the version that it has to have. */
export interface ProductToRestore {
  readonly id: string;
  readonly version: number;
}

/**
 * Brings deleted products back, in the order of the input; answers why one stays deleted. Those without relation to others,
 * whose SKU, unique values and external ids are free, come back in a constant number of statements; others one by one, by
 * the rules of `restoreProduct`. What was deleted with a model comes back with it.
 *
 * @param isBack says of a product that it has come back with another one
 */
export async function restoreProducts(
  context: WriteContext,
  inputs: readonly ProductToRestore[],
  isBack: (id: string) => boolean,
): Promise<readonly (Refusal | null)[]> {
  if (inputs.length === 0) return [];
  const structure = await lockStructureForReading(context);
  const rows = await lockDeletedById(
    context,
    inputs.map(({ id }) => id),
  );
  const versions = new Map(inputs.map(({ id, version }) => [id, version]));
  const free = await selectFree(
    context,
    structure,
    rows.filter((row) => row.version === versions.get(row.id)),
  );
  if (free.length > 0) await bringBack(context, structure, free, []);
  const results: (Refusal | null)[] = [];
  for (const { id, version } of inputs)
    results.push(isBack(id) ? null : await restoreOne(context, id, version));
  return results;
}

async function restoreOne(context: WriteContext, id: string, version: number): Promise<Refusal | null> {
  try {
    await restoreProduct.handler(context, { ref: encodeId('Product', id), ifVersion: version });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error;
  }
}

/** The products that can come back at once: they have no family, and nobody has what is theirs. */
async function selectFree(
  context: WriteContext,
  structure: CatalogueStructure,
  rows: readonly DeletedProduct[],
): Promise<readonly DeletedProduct[]> {
  const alone = rows.filter(
    ({ type, parentId, deletedAt }) =>
      type === 'simple' && parentId === null && isRestorable(deletedAt, context.now),
  );
  if (alone.length === 0) return [];
  const living = await findProducts(
    context,
    context.session.organizationId,
    alone.map(({ sku }) => foldKey(sku)),
    [],
  );
  const taken = new Set(living.map(({ sku }) => foldKey(sku)));
  const uniqueOf = new Map(alone.map((row) => [row, uniqueValuesOf(structure, row.values)]));
  const owners = await productUniqueValues.loadOwners(context, [...uniqueOf.values()].flat());
  const holders = await loadRefHolders(
    context,
    alone.flatMap(({ externalRefs }) => externalRefs),
  );
  const keysOf = (row: DeletedProduct) => [
    `sku ${foldKey(row.sku)}`,
    ...(uniqueOf.get(row) ?? []).map(({ cell, digest }) => `value ${cell} ${digest}`),
    ...row.externalRefs.map((ref) => `ref ${refKey(ref)}`),
  ];
  const claimed = new Set<string>();
  return alone.filter((row) => {
    const isTaken =
      taken.has(foldKey(row.sku)) ||
      noLongerFree(uniqueOf.get(row) ?? [], owners, 'product', []).length > 0 ||
      row.externalRefs.some((ref) => holders.has(refKey(ref)));
    const keys = keysOf(row);
    if (isTaken || keys.some((key) => claimed.has(key))) return false;
    for (const key of keys) claimed.add(key);
    return true;
  });
}
