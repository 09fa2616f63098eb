import type { Transaction, WriteContext } from '../../../kernel/operation.ts';
import { sendWrite } from '../../../platform/bulk-write/bulk-write.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

/** One link as it is stored. */
export interface LinkRow {
  readonly sourceId: string;
  /** Code of the association type, in its stored case. */
  readonly type: string;
  readonly targetId: string;
  readonly quantity: number | null;
  readonly sortOrder: number;
}

/** A stored link and the SKU it leads to. */
export interface LoadedLink extends LinkRow {
  readonly targetSku: string;
  readonly targetDeleted: boolean;
}

const linksWhere = (name: string, condition: string) =>
  defineStatement<LoadedLink>({
    name,
    kind: 'read',
    row: {
      targetSku: 'text',
      targetDeleted: 'boolean',
      sourceId: 'text',
      type: 'text',
      targetId: 'text',
      quantity: 'int | null',
      sortOrder: 'int',
    },
    sql: `SELECT link.source_id::text AS "sourceId", link.type, link.target_id::text AS "targetId", link.quantity,
               link.sort_order AS "sortOrder", target.sku AS "targetSku",
               target.deleted_at IS NOT NULL AS "targetDeleted"
        FROM unnest($2::uuid[]) AS wanted (id)
          CROSS JOIN LATERAL (SELECT * FROM public.product_association
            WHERE organization_id = $1::uuid AND source_id = wanted.id OFFSET 0) AS link
          CROSS JOIN LATERAL (SELECT sku, deleted_at FROM public.product
            WHERE organization_id = $1::uuid AND product.id = link.target_id OFFSET 0) AS target
        WHERE ${condition}
        ORDER BY link.source_id, link.type, link.sort_order, link.target_id`,
  });
const LINKS = linksWhere('product.links', 'target.deleted_at IS NULL');
const STORED_LINKS = linksWhere('product.stored_links', 'true');

/** Returns the links from products to living products, in their order. */
export async function loadLinks(
  transaction: Transaction,
  organizationId: string,
  sourceIds: readonly string[],
): Promise<readonly LoadedLink[]> {
  if (sourceIds.length === 0) return [];
  return transaction.execute(LINKS, [organizationId, [...new Set(sourceIds)]]);
}

/**
 * Loads the all links of products as they are stored, in their order: also those to deleted products, which nobody is
 * shown.
 */
export async function loadStoredLinks(
  transaction: Transaction,
  organizationId: string,
  sourceIds: readonly string[],
): Promise<readonly LoadedLink[]> {
  if (sourceIds.length === 0) return [];
  return transaction.execute(STORED_LINKS, [organizationId, [...new Set(sourceIds)]]);
}

const LOCK_LINKS = defineStatement({
  name: 'product.lock_links',
  kind: 'read',
  sql: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 2))::text',
});

/**
 * Lets one writer of two-way links work at a time in an organization. Which products such a write has to lock depends
 * on links that others may be writing; taken before any row is locked, this keeps them from changing meanwhile.
 */
export async function lockTwoWayLinks(context: WriteContext): Promise<void> {
  await context.execute(LOCK_LINKS, [context.session.organizationId]);
}

/** Defines the statement that deletes the links of products and types from one of the tables of links. */
export const linkDeletion = (name: string, table: 'product_association' | 'product_entity_association') =>
  defineStatement({
    name,
    kind: 'write',
    sql: `DELETE FROM public.${table} AS link
          USING jsonb_to_recordset($2::jsonb) AS place("sourceId" uuid, type text)
          WHERE link.organization_id = $1::uuid AND link.source_id = place."sourceId" AND link.type = place.type
            AND link.source_id = ANY (ARRAY(
              SELECT (source ->> 'sourceId')::uuid FROM jsonb_array_elements($2::jsonb) AS source))`,
  });
const DELETE_LINKS = linkDeletion('product.delete_links', 'product_association');

const INSERT_LINKS = defineStatement({
  name: 'product.insert_links',
  kind: 'write',
  sql: `INSERT INTO public.product_association (organization_id, source_id, type, target_id, quantity, sort_order)
        SELECT $1::uuid, "sourceId", type, "targetId", quantity, "sortOrder"
        FROM jsonb_to_recordset($2::jsonb) AS row("sourceId" uuid, type text, "targetId" uuid, quantity int, "sortOrder" int)`,
});

/** Replaces links: those of `groups`, which are products and types, go; `links` come. */
export function replaceLinks(
  context: WriteContext,
  groups: readonly { readonly sourceId: string; readonly type: string }[],
  links: readonly LinkRow[],
): void {
  const { organizationId } = context.session;
  if (groups.length > 0)
    sendWrite(context, DELETE_LINKS, [
      organizationId,
      JSON.stringify(groups.map(({ sourceId, type }) => ({ sourceId, type }))),
    ]);
  if (links.length === 0) return;
  sendWrite(context, INSERT_LINKS, [organizationId, JSON.stringify(links)]);
}
