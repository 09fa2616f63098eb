import type { Transaction, WriteWork } from '../../kernel/operation.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { type EntityReference, entityKey } from '../entity-reference/index.ts';

/** An entity; codes in their stored case. */
type Wanted = EntityReference & { readonly id: string };

/** The entities that are asked for, with the attributes that can name them; `$1` is the organization. */
const PLACES = `place AS (
  SELECT wanted.key, wanted.id AS entity_id, wanted.code AS entity, attribute.id, attribute.code AS attribute,
         attribute.default_value
  FROM jsonb_to_recordset($2::jsonb) AS wanted (key text, id uuid, entity_type text, code text)
  JOIN public.attribute
    ON attribute.organization_id = $1::uuid AND attribute.entity_type = wanted.entity_type
)`;

/** Whatever names an entity in one of its own values. */
const HOLDERS = `place JOIN public.value_holder AS holder
  ON holder.organization_id = $1::uuid AND holder.values ? place.attribute AND holder.id <> place.entity_id
  AND (holder.values -> place.attribute @> jsonb_build_array(jsonb_build_object('value', place.entity))
    OR holder.values -> place.attribute
       @> jsonb_build_array(jsonb_build_object('value', jsonb_build_array(place.entity))))`;

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
 * Attributes that have an entity as their default, products and entities that have it as a value, and entities below
 * it. Reads the values of all products and entities of the organization: a deletion is rare and must be right.
 */
export async function findEntityUsage(work: WriteWork, entity: Wanted): Promise<Usages | undefined> {
  const usages = await findUsages(
    work,
    'entity.usage',
    `WITH ${PLACES}
     SELECT key, 'Attribute', id, attribute, false FROM place WHERE default_value @> to_jsonb(entity)
     UNION ALL SELECT DISTINCT place.key, holder.type, holder.id, holder.code, holder.deleted_at IS NOT NULL
     FROM ${HOLDERS}
     UNION SELECT wanted.key, 'Entity', child.id, child.code, child.deleted_at IS NOT NULL
     FROM jsonb_to_recordset($2::jsonb) AS wanted (key text, id uuid)
     JOIN public.entity AS child ON child.organization_id = $1::uuid AND child.parent_id = wanted.id`,
    parametersFor(work.session.organizationId, [entity]),
  );
  return usages.get(entityKey(entity));
}

/** How many living products name each of the entities themselves, by `entityKey`; those none names are left out. */
export async function countUses(
  transaction: Transaction,
  organizationId: string,
  entities: readonly Wanted[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute<{ key: string; count: number }>(
    'entity.count_uses',
    `WITH ${PLACES} SELECT place.key, count(DISTINCT holder.id)::int AS count FROM ${HOLDERS}
     WHERE holder.type = 'Product' AND holder.deleted_at IS NULL GROUP BY place.key`,
    parametersFor(organizationId, entities),
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}
