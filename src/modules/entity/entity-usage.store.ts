import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { restorableSince } from '../../platform/operation/restorable.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { type EntityReference, entityKey } from '../entity-reference/index.ts';

/** An entity; codes in their stored case. */
type Wanted = EntityReference & { readonly id: string };

/** The entities that are asked for, and the attributes that can name them; `$1` is the organization. */
const PLACES = `wanted AS (
  SELECT key, id AS entity_id, entity_type, code AS entity
  FROM jsonb_to_recordset($2::jsonb) AS row (key text, id uuid, entity_type text, code text)
), place AS (
  SELECT wanted.*, attribute.id, attribute.code AS attribute, attribute.default_value
  FROM wanted JOIN public.attribute
    ON attribute.organization_id = $1::uuid AND attribute.entity_type = wanted.entity_type
)`;

/** Whatever names an entity in one of its own values, or is linked to it. */
const USERS = `(
  SELECT place.key, holder.type, holder.id, holder.code, holder.deleted_at
  FROM place JOIN public.value_holder AS holder
    ON holder.organization_id = $1::uuid AND strpos(holder.text, '"' || place.attribute || '"') > 0 AND holder.values ? place.attribute AND holder.id <> place.entity_id
      AND (holder.values -> place.attribute @> jsonb_build_array(jsonb_build_object('value', place.entity))
        OR holder.values -> place.attribute
           @> jsonb_build_array(jsonb_build_object('value', jsonb_build_array(place.entity))))
  UNION
  SELECT wanted.key, 'Product', product.id, product.sku, product.deleted_at
  FROM wanted JOIN public.product_entity_association AS link
    ON link.organization_id = $1::uuid AND link.entity_id = wanted.entity_id
  JOIN public.product ON product.organization_id = $1::uuid AND product.id = link.source_id
)`;

const parametersFor = (organizationId: string, entities: readonly Wanted[]) => [
  organizationId,
  JSON.stringify(
    entities.map((entity) => ({
      key: entityKey(entity),
      id: entity.id,
      entity_type: entity.entityType,
      code: entity.code,
    })),
  ),
];

/**
 * Attributes that have an entity as their default, products and entities that have it as a value, products that are
 * linked to it, and entities below it; deleted ones as long as they can come back. Reads the values of all products
 * and entities of the organization: a deletion is rare and must be right.
 */
export async function findEntityUsage(context: WriteContext, entity: Wanted): Promise<Usages | undefined> {
  const usages = await findUsages(
    context,
    'entity.usage',
    `WITH ${PLACES}
     SELECT key, 'Attribute', id, attribute, false FROM place WHERE default_value @> to_jsonb(entity)
     UNION ALL SELECT key, type, id, code, deleted_at IS NOT NULL FROM ${USERS} AS users
     WHERE deleted_at IS NULL OR deleted_at >= $3::timestamptz
     UNION SELECT wanted.key, 'Entity', child.id, child.code, child.deleted_at IS NOT NULL
     FROM wanted JOIN public.entity AS child
       ON child.organization_id = $1::uuid AND child.parent_id = wanted.entity_id
     WHERE child.deleted_at IS NULL OR child.deleted_at >= $3::timestamptz`,
    [...parametersFor(context.session.organizationId, [entity]), restorableSince(context.now).toISOString()],
  );
  return usages.get(entityKey(entity));
}

/**
 * How many living products and entities name each of the entities themselves or are linked to it, by `entityKey`; those
 * of which there are none are left out.
 */
export async function countUses(
  transaction: Transaction,
  organizationId: string,
  entities: readonly Wanted[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute<{ key: string; count: number }>(
    'entity.count_uses',
    `WITH ${PLACES} SELECT key, count(*)::int AS count FROM ${USERS} AS users
     WHERE deleted_at IS NULL GROUP BY key`,
    parametersFor(organizationId, entities),
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}
