import { foldKey, readExternalRef } from '../../kernel/codes.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { externalRefOf, productKey } from './product-key.ts';

const BY_SKU = defineStatement({
  name: 'product_reference.by_sku',
  kind: 'read',
  row: { key: 'text', id: 'text' },
  sql: `SELECT sku_key AS key, id::text AS id FROM public.product
        WHERE organization_id = $1::uuid AND sku_key = ANY ($2::text[]) AND deleted_at IS NULL`,
});

const BY_EXTERNAL_REF = defineStatement({
  name: 'product_reference.by_external_ref',
  kind: 'read',
  row: { system: 'text', externalId: 'text', id: 'text' },
  sql: `SELECT held.system_key AS system, held.external_id AS "externalId", held.product_id::text AS id
        FROM jsonb_to_recordset($2::jsonb) AS wanted (system text, id text)
        JOIN public.product_external_ref AS held
          ON held.organization_id = $1::uuid AND held.system_key = wanted.system AND held.external_id = wanted.id`,
});

const DELETED_BY_EXTERNAL_REF = defineStatement({
  name: 'product_reference.deleted_by_external_ref',
  kind: 'read',
  row: { system: 'text', externalId: 'text', id: 'text' },
  sql: `SELECT wanted.system, wanted.id AS "externalId", product.id::text AS id
        FROM public.product CROSS JOIN LATERAL jsonb_to_recordset(product.external_refs) AS held (system text, id text)
        JOIN jsonb_to_recordset($2::jsonb) AS wanted (system text, id text)
          ON wanted.system = lower(held.system) AND wanted.id = held.id
        WHERE product.organization_id = $1::uuid AND product.deleted_at IS NOT NULL AND product.external_refs <> '[]'
        ORDER BY product.deleted_at DESC, product.id`,
});

/** Returns the external ids among references, as parameter of the statements; null without any. */
function externalIn(refs: readonly string[]): string | null {
  const external = [...new Set(refs.map(productKey))].flatMap((key) => readExternalRef(key) ?? []);
  return external.length === 0 ? null : JSON.stringify(external);
}

/**
 * Finds living products by SKU, id or external id. Returns their UUIDs by `productKey`; what an id leads to is not looked
 * up, and missing products are left out.
 */
export async function findProductIds(
  transaction: Transaction,
  organizationId: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const skuKeys = new Set<string>();
  for (const ref of refs) {
    const id = decodeIdOf('Product', ref);
    if (id !== null) ids.set(productKey(ref), id);
    else if (readExternalRef(ref) === null) skuKeys.add(foldKey(ref));
  }
  if (skuKeys.size > 0)
    for (const { key, id } of await transaction.execute(BY_SKU, [organizationId, [...skuKeys]]))
      ids.set(key, id);
  const external = externalIn(refs);
  if (external !== null)
    for (const { system, externalId, id } of await transaction.execute(BY_EXTERNAL_REF, [
      organizationId,
      external,
    ]))
      ids.set(externalRefOf({ system, id: externalId }), id);
  return ids;
}

/**
 * Finds deleted products by the external ids that they had, for deleted products have none. Returns UUIDs by
 * `productKey`, the latest deletion first. References of other kinds are ignored.
 */
export async function findDeletedByExternalRef(
  transaction: Transaction,
  organizationId: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const external = externalIn(refs);
  if (external === null) return new Map();
  const rows = await transaction.execute(DELETED_BY_EXTERNAL_REF, [organizationId, external]);
  const ids = new Map<string, string[]>();
  for (const { system, externalId, id } of rows) {
    const key = externalRefOf({ system, id: externalId });
    ids.set(key, [...(ids.get(key) ?? []), id]);
  }
  return ids;
}
