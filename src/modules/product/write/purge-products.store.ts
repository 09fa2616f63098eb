import type { WriteContext } from '../../../kernel/operation.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
import { sendWrite } from '../../../platform/bulk-write/bulk-write.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { PRODUCT_COLUMNS } from '../model/product.store.ts';
import { PRODUCT_ROW, type ProductRow } from '../model/product-row.ts';

/** A product that goes for good. */
export interface PurgeableProduct extends ProductRow {
  readonly parentSku: string | null;
}

const PURGED_PRODUCT_ROW: ColumnsOf<PurgeableProduct> = { ...PRODUCT_ROW, parentSku: 'text | null' };

const PARENT_SKU = `(
  SELECT sku FROM public.product AS above
  WHERE above.organization_id = $1::uuid AND above.id = product.parent_id
) AS "parentSku"`;

/** Condition of products that have nothing below them, in the trash or not. */
const IS_LEAF = `NOT EXISTS (
  SELECT 1 FROM public.product AS below
  WHERE below.organization_id = $1::uuid AND below.parent_id = product.id
)`;

const LOCK_PURGED = defineStatement<PurgeableProduct>({
  name: 'product.lock_purged',
  kind: 'read',
  row: PURGED_PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS}, ${PARENT_SKU}
        FROM public.product
        WHERE organization_id = $1::uuid AND deleted_at < $2::timestamptz AND ${IS_LEAF}
        ORDER BY deleted_at, id LIMIT $3::int FOR NO KEY UPDATE SKIP LOCKED`,
});

/**
 * Locks the products that were deleted before a time and have nothing below them, and returns them, the earliest first.
 */
export async function lockForPurge(
  context: WriteContext,
  before: Date,
  limit: number,
): Promise<readonly PurgeableProduct[]> {
  return context.execute(LOCK_PURGED, [context.session.organizationId, before.toISOString(), limit]);
}

const LOCK_DELETED = defineStatement<PurgeableProduct>({
  name: 'product.lock_deleted',
  kind: 'read',
  row: PURGED_PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS}, ${PARENT_SKU}
        FROM public.product
        WHERE organization_id = $1::uuid AND id = ANY($2::uuid[]) AND deleted_at IS NOT NULL
          AND coalesce(root_id, id) IN (
            SELECT coalesce(root_id, id) FROM public.product
            WHERE organization_id = $1::uuid AND id = ANY($3::uuid[])
          )
          AND ${IS_LEAF}
        ORDER BY id FOR NO KEY UPDATE`,
});

/** Locks those of some deleted products that belong to the families of others and have nothing below them. */
export async function lockDeletedFamilies(
  context: WriteContext,
  ids: readonly string[],
  membersOfFamilies: readonly string[],
): Promise<readonly PurgeableProduct[]> {
  return context.execute(LOCK_DELETED, [context.session.organizationId, [...ids], [...membersOfFamilies]]);
}

const LOCK_SOURCES = defineStatement<ProductRow>({
  name: 'product.lock_sources',
  kind: 'read',
  row: PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS} FROM public.product
        WHERE organization_id = $1::uuid AND id IN (
          SELECT source_id FROM public.product_association
          WHERE organization_id = $1::uuid AND target_id = ANY($2::uuid[]) AND source_id <> ALL($2::uuid[])
          GROUP BY source_id ORDER BY source_id LIMIT $3::int
        )
        ORDER BY level, id FOR NO KEY UPDATE`,
});

/** Returns up to `limit` other products with links to products, deleted ones too, locked. */
export async function lockLinkingProducts(
  context: WriteContext,
  targetIds: readonly string[],
  limit: number,
): Promise<readonly ProductRow[]> {
  return context.execute(LOCK_SOURCES, [context.session.organizationId, [...targetIds], limit]);
}

const UNLINK = defineStatement({
  name: 'product.unlink',
  kind: 'write',
  sql: `WITH gone AS (
          DELETE FROM public.product_association
          WHERE organization_id = $1::uuid AND source_id = ANY($2::uuid[]) AND target_id = ANY($3::uuid[])
        )
        UPDATE public.product SET version = version + 1 WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])`,
});

/** Removes the links from products to others and counts the change. What they show does not change. */
export function deleteLinks(
  context: WriteContext,
  sourceIds: readonly string[],
  targetIds: readonly string[],
): void {
  sendWrite(context, UNLINK, [context.session.organizationId, [...sourceIds], [...targetIds]]);
}
