import type { Transaction, WriteContext } from '../../../kernel/operation.ts';
import { sendWrite } from '../../../platform/bulk-write/bulk-write.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import type { EntityReference } from '../../entity-reference/index.ts';
import { linkDeletion } from './association.store.ts';

/** One link from a product to an entity as it is stored. */
export interface EntityLinkRow {
  readonly sourceId: string;
  /** Code of the association type, in its stored case. */
  readonly type: string;
  readonly entityId: string;
  readonly sortOrder: number;
}

/** A stored link and the entity it leads to. */
export type LoadedEntityLink = EntityLinkRow & EntityReference;

const ENTITY_LINKS = defineStatement<LoadedEntityLink>({
  name: 'product.entity_links',
  kind: 'read',
  row: {
    sourceId: 'text',
    type: 'text',
    entityId: 'text',
    sortOrder: 'int',
    entityType: 'text',
    code: 'text',
  },
  sql: `SELECT link.source_id::text AS "sourceId", link.type, link.entity_id::text AS "entityId",
               link.sort_order AS "sortOrder", entity.entity_type AS "entityType", entity.code
        FROM unnest($2::uuid[]) AS wanted (id)
          CROSS JOIN LATERAL (SELECT * FROM public.product_entity_association
            WHERE organization_id = $1::uuid AND source_id = wanted.id OFFSET 0) AS link
          CROSS JOIN LATERAL (SELECT entity_type, code FROM public.entity AS linked
            WHERE organization_id = $1::uuid AND linked.id = link.entity_id OFFSET 0) AS entity
        ORDER BY link.source_id, link.type, link.sort_order, link.entity_id`,
});

/**
 * Returns the links from products to entities, in their order. An entity cannot be deleted while a product that lives
 * or can come back is linked to it, so all links lead to an entity.
 */
export async function loadEntityLinks(
  transaction: Transaction,
  organizationId: string,
  sourceIds: readonly string[],
): Promise<readonly LoadedEntityLink[]> {
  if (sourceIds.length === 0) return [];
  return transaction.execute(ENTITY_LINKS, [organizationId, [...new Set(sourceIds)]]);
}

const DELETE_ENTITY_LINKS = linkDeletion('product.delete_entity_links', 'product_entity_association');

const INSERT_ENTITY_LINKS = defineStatement({
  name: 'product.insert_entity_links',
  kind: 'write',
  sql: `INSERT INTO public.product_entity_association (organization_id, source_id, type, entity_id, sort_order)
        SELECT $1::uuid, "sourceId", type, "entityId", "sortOrder"
        FROM jsonb_to_recordset($2::jsonb) AS row("sourceId" uuid, type text, "entityId" uuid, "sortOrder" int)`,
});

/** Replaces the links of products and types: those of `groups` go, `links` come. */
export function replaceEntityLinks(
  context: WriteContext,
  groups: readonly { readonly sourceId: string; readonly type: string }[],
  links: readonly EntityLinkRow[],
): void {
  if (groups.length === 0) return;
  const { organizationId } = context.session;
  sendWrite(context, DELETE_ENTITY_LINKS, [organizationId, JSON.stringify(groups)]);
  if (links.length === 0) return;
  sendWrite(context, INSERT_ENTITY_LINKS, [organizationId, JSON.stringify(links)]);
}
