import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { usersByTerms } from '../../platform/resource/usages.ts';

type QueryContext = Transaction & { readonly session: Session };

/** Objects of one kind that products and entities name; codes in their stored case. */
export interface NamedObjects {
  readonly kind: 'attribute' | 'option' | 'entity';
  /** Code of the set of options or of the type of entities; null for attributes. */
  readonly owner: string | null;
  readonly codes: readonly string[];
  /** UUIDs of entities, which links of products and entities below them lead to; empty for other kinds. */
  readonly ids: readonly string[];
}

/** A product or entity that names one of the objects: in an own value, by a link, or as its parent. */
export interface ValueHolder {
  readonly kind: 'product' | 'entity';
  /** UUID. */
  readonly id: string;
  /** Null for products. */
  readonly entityType: string | null;
  /** SKU or code. */
  readonly code: string;
  /** UUID of the entity above; null for products. */
  readonly parentId: string | null;
}

/**
 * The start of statements on the holders of objects: `users` name them in values; `linked` are products with links to
 * them, and `below` entities below them, each with its UUID as `id`. `$1` to `$5` are those of {@link objectParameters}.
 */
export const HOLDERS = `${usersByTerms(`SELECT array_agg(search.usage_term($1::uuid, $2::text, $3::text, code))
      FROM unnest($4::text[]) AS code`)}, linked AS (
    SELECT source_id AS id FROM public.product_entity_association
    WHERE organization_id = $1::uuid AND entity_id = ANY ($5::uuid[])
  ), below AS (
    SELECT id FROM public.entity WHERE organization_id = $1::uuid AND parent_id = ANY ($5::uuid[])
  )`;

const ALL = 'SELECT id FROM users UNION SELECT id FROM linked UNION SELECT id FROM below';

export const objectParameters = ({ session }: QueryContext, { kind, owner, codes, ids }: NamedObjects) => [
  session.organizationId,
  kind,
  owner,
  [...codes],
  [...ids],
];

const HOLDER_IDS = defineStatement({
  name: 'value_rewrite.holder_ids',
  kind: 'read',
  row: { id: 'text' },
  sql: `${HOLDERS} SELECT id::text AS id FROM (${ALL}) AS holder
    WHERE $6::uuid IS NULL OR id > $6::uuid ORDER BY holder.id LIMIT $7::int`,
});

/**
 * Returns the UUIDs of the next products and entities that name one of the objects, deleted ones included, behind `after`
 * (UUID; null: from the first). The whole index of the objects is read each time, so call it for many at once.
 */
export async function loadHolderIds(
  context: QueryContext,
  objects: NamedObjects,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const rows = await context.execute(HOLDER_IDS, [...objectParameters(context, objects), after, limit]);
  return rows.map(({ id }) => id);
}

const HOLDER_ROW = {
  kind: 'text',
  id: 'text',
  entityType: 'text | null',
  code: 'text',
  parentId: 'text | null',
} as const;

/**
 * Returns SQL for the living products and entities among those whose UUIDs a query returns. Each is looked up by its id,
 * because PostgreSQL would else read all products for a few.
 */
const livingAmong = (ids: string) => `SELECT kind, id::text AS id, entity_type AS "entityType", code,
      parent_id::text AS "parentId" FROM (
    SELECT 'product' AS kind, product.id, NULL::text AS entity_type, product.sku AS code, NULL::uuid AS parent_id
    FROM (${ids}) AS named CROSS JOIN LATERAL (SELECT id, sku FROM public.product
      WHERE organization_id = $1::uuid AND product.id = named.id AND deleted_at IS NULL OFFSET 0) AS product
    UNION ALL
    SELECT 'entity', entity.id, entity.entity_type, entity.code, entity.parent_id
    FROM (${ids}) AS named CROSS JOIN LATERAL (SELECT id, entity_type, code, parent_id FROM public.entity
      WHERE organization_id = $1::uuid AND entity.id = named.id AND deleted_at IS NULL OFFSET 0) AS entity
  ) AS living`;

const FIRST_HOLDERS = defineStatement<ValueHolder>({
  name: 'value_rewrite.first_holders',
  kind: 'read',
  row: HOLDER_ROW,
  sql: `${HOLDERS} ${livingAmong(ALL)} ORDER BY living.id LIMIT $6::int`,
});

/** Returns the first living products and entities that name one of the objects, by UUID. */
export function loadFirstHolders(
  context: QueryContext,
  objects: NamedObjects,
  limit: number,
): Promise<readonly ValueHolder[]> {
  return context.execute(FIRST_HOLDERS, [...objectParameters(context, objects), limit]);
}

const HOLDERS_BY_ID = defineStatement<ValueHolder>({
  name: 'value_rewrite.holders_by_id',
  kind: 'read',
  row: HOLDER_ROW,
  sql: `${livingAmong('SELECT unnest($2::uuid[]) AS id')} ORDER BY living.id`,
});

/** Returns living products and entities by their UUIDs; others are left out. */
export function loadHolders(context: QueryContext, ids: readonly string[]): Promise<readonly ValueHolder[]> {
  return context.execute(HOLDERS_BY_ID, [context.session.organizationId, [...ids]]);
}
