import { foldKey, readExternalRef } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { findProductIds, productKey } from '../../product-reference/index.ts';

type Marks = ReadonlyMap<string, readonly string[]>;

/** Returns the mark of products below a model. */
export const descendantsKey = (key: string) => `below ${key}`;

/** Returns the mark of what changes the links of a product from their other end. */
export const linksKey = (type: string, key: string) => `links ${foldKey(type)} ${key}`;

const PRODUCT_MARKS = defineStatement({
  name: 'import.product_marks',
  kind: 'read',
  row: { id: 'text', mark: 'text' },
  sql: `SELECT product_id::text AS id, 'value ' || cell || ' ' || encode(digest, 'hex') AS mark
        FROM public.product_unique_value WHERE organization_id = $1::uuid AND product_id = ANY($2::uuid[])
        UNION ALL
        SELECT product_id::text, 'ref ' || system_key || ' ' || external_id
        FROM public.product_external_ref WHERE organization_id = $1::uuid AND product_id = ANY($2::uuid[])
        UNION ALL
        SELECT below.id::text, 'below ' || model.sku_key FROM public.product AS below
        JOIN public.product AS model
          ON model.organization_id = below.organization_id AND model.id IN (below.parent_id, below.root_id)
        WHERE below.organization_id = $1::uuid AND below.id = ANY($2::uuid[])`,
});

/**
 * Returns the marks of stored products besides their keys: unique values, external ids and the models above, at the
 * present time.
 */
export async function productConflictKeys(context: WriteContext, ids: readonly string[]): Promise<Marks> {
  return marksBy(context, PRODUCT_MARKS, ids);
}

const PARTNER_MARKS = defineStatement({
  name: 'import.partner_marks',
  kind: 'read',
  row: { id: 'text', mark: 'text' },
  sql: `SELECT link.target_id::text AS id, 'links ' || lower(link.type) || ' ' || source.sku_key AS mark
        FROM public.product_association AS link
        JOIN public.product AS source ON source.organization_id = link.organization_id AND source.id = link.source_id
        WHERE link.organization_id = $1::uuid AND link.target_id = ANY($2::uuid[]) AND source.deleted_at IS NULL`,
});

/**
 * Returns the marks of the products whose links change when stored products are deleted or lose their two-way links.
 */
export async function linkPartnerKeys(context: WriteContext, ids: readonly string[]): Promise<Marks> {
  return marksBy(context, PARTNER_MARKS, ids);
}

/** Stored products by what they are named by: their folded SKU, then those of the models above, nearest first. */
export type ProductAncestors = ReadonlyMap<string, readonly string[]>;

const FIND_ANCESTORS = defineStatement<{ ref: string; line: readonly string[] }>({
  name: 'import.find_ancestors',
  kind: 'read',
  row: { ref: 'text', line: 'text[]' },
  sql: `SELECT wanted.ref, array_remove(ARRAY[found.sku_key,
                 (SELECT sku_key FROM public.product WHERE organization_id = $1::uuid AND id = found.parent_id),
                 (SELECT sku_key FROM public.product WHERE organization_id = $1::uuid AND id = found.root_id)], NULL) AS line
        FROM unnest($2::text[], $3::uuid[]) AS wanted (ref, id) CROSS JOIN LATERAL (
          (SELECT sku_key, parent_id, root_id FROM public.product
           WHERE organization_id = $1::uuid AND wanted.id IS NULL AND sku_key = wanted.ref AND deleted_at IS NULL LIMIT 1)
          UNION ALL
          (SELECT sku_key, parent_id, root_id FROM public.product
           WHERE organization_id = $1::uuid AND product.id = wanted.id AND deleted_at IS NULL LIMIT 1)) AS found`,
});

/** Returns the ancestors of products that are not deleted, by SKU, id or external id. */
export async function findAncestors(
  context: WriteContext,
  refs: readonly string[],
): Promise<ProductAncestors> {
  const keys = [...new Set(refs.map(productKey))];
  if (keys.length === 0) return new Map();
  const { organizationId } = context.session;
  const external = keys.filter((key) => readExternalRef(key) !== null);
  const ids = await findProductIds(context, organizationId, external);
  const rows = await context.execute(FIND_ANCESTORS, [
    organizationId,
    keys,
    keys.map((key) => decodeIdOf('Product', key) ?? ids.get(key) ?? null),
  ]);
  return new Map(rows.map(({ ref, line }) => [ref, line]));
}

/** Returns the folded SKU of a product that is named by SKU, id or external id. */
export const skuKeyOf = (ancestors: ProductAncestors, ref: string): string =>
  ancestorSkuKeys(ancestors, ref)[0] ?? productKey(ref);

/** Returns the folded SKUs of a product and of the models above it, as far as they are stored. */
export const ancestorSkuKeys = (ancestors: ProductAncestors, ref: string): readonly string[] =>
  ancestors.get(productKey(ref)) ?? [productKey(ref)];

const ENTITY_MARKS = defineStatement({
  name: 'import.entity_marks',
  kind: 'read',
  row: { id: 'text', mark: 'text' },
  sql: `SELECT entity_id::text AS id, 'value ' || cell || ' ' || encode(digest, 'hex') AS mark
        FROM public.entity_unique_value WHERE organization_id = $1::uuid AND entity_id = ANY($2::uuid[])`,
});

/** Returns the marks of stored entities besides their keys. */
export async function entityConflictKeys(context: WriteContext, ids: readonly string[]): Promise<Marks> {
  return marksBy(context, ENTITY_MARKS, ids);
}

async function marksBy(
  context: WriteContext,
  statement: typeof ENTITY_MARKS,
  ids: readonly string[],
): Promise<Marks> {
  if (ids.length === 0) return new Map();
  const rows = await context.execute(statement, [context.session.organizationId, [...ids]]);
  const marks = new Map<string, string[]>();
  for (const { id, mark } of rows) marks.set(id, [...(marks.get(id) ?? []), mark]);
  return marks;
}
