import type { WriteWork } from '../../../kernel/operation.ts';

type Marks = ReadonlyMap<string, readonly string[]>;

/** What stored products are met by besides their keys: unique values, external ids and the model above, as they are now. */
export async function productMarks(work: WriteWork, ids: readonly string[]): Promise<Marks> {
  return marksBy(
    work,
    'import.product_marks',
    `SELECT product_id::text AS id, 'value ' || cell || ' ' || encode(digest, 'hex') AS mark
     FROM public.product_unique_value WHERE organization_id = $1::uuid AND product_id = ANY($2::uuid[])
     UNION ALL
     SELECT product_id::text, 'ref ' || system_key || ' ' || external_id
     FROM public.product_external_ref WHERE organization_id = $1::uuid AND product_id = ANY($2::uuid[])
     UNION ALL
     SELECT below.id::text, 'below ' || model.sku_key FROM public.product AS below
     JOIN public.product AS model ON model.organization_id = below.organization_id AND model.id = below.parent_id
     WHERE below.organization_id = $1::uuid AND below.id = ANY($2::uuid[])`,
    ids,
  );
}

/** What stored entities are met by besides their keys. */
export async function entityMarks(work: WriteWork, ids: readonly string[]): Promise<Marks> {
  return marksBy(
    work,
    'import.entity_marks',
    `SELECT entity_id::text AS id, 'value ' || cell || ' ' || encode(digest, 'hex') AS mark
     FROM public.entity_unique_value WHERE organization_id = $1::uuid AND entity_id = ANY($2::uuid[])`,
    ids,
  );
}

async function marksBy(work: WriteWork, name: string, sql: string, ids: readonly string[]): Promise<Marks> {
  if (ids.length === 0) return new Map();
  const rows = await work.execute<{ id: string; mark: string }>(name, sql, [
    work.session.organizationId,
    [...ids],
  ]);
  const marks = new Map<string, string[]>();
  for (const { id, mark } of rows) marks.set(id, [...(marks.get(id) ?? []), mark]);
  return marks;
}
