import { foldKey } from '../../../kernel/codes.ts';
import { DomainError, NotFound } from '../../../kernel/errors.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { isRestorable } from '../../../platform/operation/restore-window.ts';
import { productKey } from '../../product-reference/index.ts';
import { type CatalogueStructure, lockStructureForReading } from '../../structure/index.ts';
import { conflictingUniqueValues, uniqueValuesOf } from '../../values/index.ts';
import { loadExternalRefOwners } from '../links/external-ref.store.ts';
import { externalRefKey } from '../model/links.ts';
import {
  type DeletedProduct,
  findProducts,
  lockDeleted,
  lockDeletedByRef,
  productUniqueValues,
} from '../model/product.store.ts';
import type { ProductItemResult } from '../model/product-input.ts';
import { restoreFamily, storeRestored } from './restore-product.ts';

/**
 * Brings many deleted products back in one transaction and returns the result of each, in the order of the input.
 * Models go before what stands below them.
 */
export const restoreProducts = defineWrite({
  name: 'restoreProducts',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid'],
  async handler(
    context: WriteContext,
    { refs }: { readonly refs: readonly string[] },
  ): Promise<{ readonly results: readonly ProductItemResult[] }> {
    await lockStructureForReading(context);
    const rows = await lockDeletedByRef(context, refs);
    const rowsOfRefs = refs.map((ref) => rows.get(productKey(ref)));
    const toRestore = [...new Set(rowsOfRefs)].filter((row) => row !== undefined);
    toRestore.sort((one, other) => one.level - other.level);
    const rejections = await restoreDeleted(context, toRestore);
    const refusalOf = new Map(toRestore.map((row, index) => [row, rejections[index] ?? null]));
    return {
      results: refs.map((ref, index) => {
        const row = rowsOfRefs[index];
        const rejection =
          row === undefined ? NotFound.of('deleted product', ref) : (refusalOf.get(row) ?? null);
        const isBack = row !== undefined && rejection === null;
        return {
          index,
          sku: row?.sku ?? ref,
          outcome: isBack ? 'updated' : 'failed',
          id: isBack ? row.id : null,
          version: isBack ? row.version + 1 : null,
          refusal: rejection,
          changes: [],
          inheritedCells: [],
          cellProblems: [],
          statusProblems: [],
          publication: null,
        };
      }),
    };
  },
});

/** A deleted product by UUID, and the version that it has to have. */
export interface RestoreInput {
  readonly id: string;
  readonly version: number;
}

/**
 * Brings deleted products back, in the order of the input; returns why one stays deleted. Those without relation to
 * others, whose SKU, unique values and external ids are free, come back in a constant number of statements; others one
 * by one, by the rules of `restoreProduct`. What was deleted with a model comes back with it.
 *
 * @param isBack says of a product that it has come back before
 */
export async function restoreDeleted(
  context: WriteContext,
  inputs: readonly RestoreInput[],
  isBack: (id: string) => boolean = () => false,
): Promise<readonly (DomainError | null)[]> {
  if (inputs.length === 0) return [];
  const structure = await lockStructureForReading(context);
  const locked = await lockDeleted(
    context,
    inputs.map(({ id }) => id),
  );
  const byId = new Map(locked.map((row) => [row.id, row]));
  const rows = inputs.flatMap(({ id }) => byId.get(id) ?? []);
  const versions = new Map(inputs.map(({ id, version }) => [id, version]));
  const free = await selectFree(
    context,
    structure,
    rows.filter((row) => row.version === versions.get(row.id)),
  );
  if (free.length > 0) await storeRestored(context, structure, free, []);
  const back = new Set(free.map(({ id }) => id));
  const results: (DomainError | null)[] = [];
  for (const { id, version } of inputs) {
    const row = byId.get(id);
    if (back.has(id) || isBack(id)) results.push(null);
    else if (row === undefined) results.push(NotFound.of('deleted product', encodeId('Product', id)));
    else
      try {
        for (const { id } of await restoreFamily(context, structure, row, version)) back.add(id);
        results.push(null);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        results.push(error);
      }
  }
  return results;
}

/**
 * Selects the products that can come back at once: they have no family, and neither another object nor an earlier one
 * has their keys.
 */
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
  const usedSkus = new Set(living.map(({ sku }) => foldKey(sku)));
  const uniqueOf = new Map(rows.map((row) => [row, uniqueValuesOf(structure, row.values)]));
  const owners = await productUniqueValues.loadOwners(context, [...uniqueOf.values()].flat());
  const holders = await loadExternalRefOwners(
    context,
    alone.flatMap(({ externalRefs }) => externalRefs),
  );
  const keysOf = (row: DeletedProduct) => [
    `sku ${foldKey(row.sku)}`,
    ...(uniqueOf.get(row) ?? []).map(({ cell, digest }) => `value ${cell} ${digest}`),
    ...row.externalRefs.map((ref) => `ref ${externalRefKey(ref)}`),
  ];
  const claimed = new Set<string>();
  const isAlone = new Set(alone);
  return rows.filter((row) => {
    const isTaken =
      usedSkus.has(foldKey(row.sku)) ||
      conflictingUniqueValues(uniqueOf.get(row) ?? [], owners, 'product', []).length > 0 ||
      row.externalRefs.some((ref) => holders.has(externalRefKey(ref)));
    const keys = keysOf(row);
    if (isTaken || keys.some((key) => claimed.has(key))) return false;
    for (const key of keys) claimed.add(key);
    return isAlone.has(row);
  });
}
