import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';

type Marks = ReadonlyMap<string, readonly string[]>;

/** The mark of products below a model. */
export const belowMark = (key: string) => `below ${key}`;

/** The mark of what changes the links of a product from their other end. */
export const linksMark = (type: string, key: string) => `links ${foldKey(type)} ${key}`;

/** What stored products are met by besides their keys: unique values, external ids and the models above, as they are now. */
export async function productMarks(context: WriteContext, ids: readonly string[]): Promise<Marks> {
  return marksBy(
    context,
    'import.product_marks',
    `SELECT product_id::text AS id, 'value ' || cell || ' ' || encode(digest, 'hex') AS mark
     FROM public.product_unique_value WHERE organization_id = $1::uuid AND product_id = ANY($2::uuid[])
     UNION ALL
     SELECT product_id::text, 'ref ' || system_key || ' ' || external_id
     FROM public.product_external_ref WHERE organization_id = $1::uuid AND product_id = ANY($2::uuid[])
     UNION ALL
     SELECT below.id::text, 'below ' || model.sku_key FROM public.product AS below
     JOIN public.product AS model
       ON model.organization_id = below.organization_id AND model.id IN (below.parent_id, below.root_id)
     WHERE below.organization_id = $1::uuid AND below.id = ANY($2::uuid[])`,
    ids,
  );
}

/** Whose links change when stored products are deleted, or let go of their two-way links. */
export async function partnerMarks(context: WriteContext, ids: readonly string[]): Promise<Marks> {
  return marksBy(
    context,
    'import.partner_marks',
    `SELECT link.target_id::text AS id, 'links ' || lower(link.type) || ' ' || source.sku_key AS mark
     FROM public.product_association AS link
     JOIN public.product AS source ON source.organization_id = link.organization_id AND source.id = link.source_id
     WHERE link.organization_id = $1::uuid AND link.target_id = ANY($2::uuid[]) AND source.deleted_at IS NULL`,
    ids,
  );
}

/** Stored products by what they are named by: their folded SKU, then those of the models above, nearest first. */
export type ProductAncestors = ReadonlyMap<string, readonly string[]>;

/** The ancestors of products that are not deleted, by SKU or id. */
export async function findAncestors(
  context: WriteContext,
  refs: readonly string[],
): Promise<ProductAncestors> {
  const keys = [...new Set(refs.map(foldKey))];
  if (keys.length === 0) return new Map();
  const rows = await context.execute<{ ref: string; line: readonly string[] }>(
    'import.find_ancestors',
    // One index lookup for each: a plan for all of them at once may compare every product with every key.
    `SELECT wanted.ref, array_remove(ARRAY[found.sku_key,
              (SELECT sku_key FROM public.product WHERE organization_id = $1::uuid AND id = found.parent_id),
              (SELECT sku_key FROM public.product WHERE organization_id = $1::uuid AND id = found.root_id)], NULL) AS line
     FROM unnest($2::text[], $3::uuid[]) AS wanted (ref, id) CROSS JOIN LATERAL (
       (SELECT sku_key, parent_id, root_id FROM public.product
        WHERE organization_id = $1::uuid AND wanted.id IS NULL AND sku_key = wanted.ref AND deleted_at IS NULL LIMIT 1)
       UNION ALL
       (SELECT sku_key, parent_id, root_id FROM public.product
        WHERE organization_id = $1::uuid AND product.id = wanted.id AND deleted_at IS NULL LIMIT 1)) AS found`,
    [context.session.organizationId, keys, keys.map((key) => decodeIdOf('Product', key))],
  );
  return new Map(rows.map(({ ref, line }) => [ref, line]));
}

/** The folded SKU of a product that is named by SKU or id. */
export const keyIn = (ancestors: ProductAncestors, ref: string): string =>
  lineOf(ancestors, ref)[0] ?? foldKey(ref);

/** The folded SKUs of a product and of the models above it, as far as they are stored. */
export const lineOf = (ancestors: ProductAncestors, ref: string): readonly string[] =>
  ancestors.get(foldKey(ref)) ?? [foldKey(ref)];

/** What stored entities are met by besides their keys. */
export async function entityMarks(context: WriteContext, ids: readonly string[]): Promise<Marks> {
  return marksBy(
    context,
    'import.entity_marks',
    `SELECT entity_id::text AS id, 'value ' || cell || ' ' || encode(digest, 'hex') AS mark
     FROM public.entity_unique_value WHERE organization_id = $1::uuid AND entity_id = ANY($2::uuid[])`,
    ids,
  );
}

async function marksBy(
  context: WriteContext,
  name: string,
  sql: string,
  ids: readonly string[],
): Promise<Marks> {
  if (ids.length === 0) return new Map();
  const rows = await context.execute<{ id: string; mark: string }>(name, sql, [
    context.session.organizationId,
    [...ids],
  ]);
  const marks = new Map<string, string[]>();
  for (const { id, mark } of rows) marks.set(id, [...(marks.get(id) ?? []), mark]);
  return marks;
}
