import { foldKey } from '../../../kernel/codes.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { type ObjectState, STATE_COLUMNS, STATE_ROW } from '../../../platform/ledger/historical-states.ts';
import { PRODUCT_PROPERTIES, type ProductProperties, resultColumns } from '../../property/index.ts';
import type { Values } from '../../values/index.ts';
import { SELECTED_PROPERTIES } from '../model/product-row.ts';

/** Stored contents of a product itself, deleted or not. */
export interface StoredState extends ObjectState, Omit<ProductProperties, 'parent'> {
  readonly parentId: string | null;
  readonly values: Values;
  /** Links in their order; also those to deleted products. */
  readonly links: readonly {
    readonly type: string;
    readonly targetId: string;
    readonly quantity: number | null;
  }[];
  readonly entityLinks: readonly { readonly type: string; readonly entityId: string }[];
}

const STATES = defineStatement<StoredState>({
  name: 'product.states',
  kind: 'read',
  row: {
    ...(resultColumns(PRODUCT_PROPERTIES) as ColumnsOf<Omit<ProductProperties, 'parent'>>),
    parentId: 'text | null',
    ...STATE_ROW,
    values: 'json',
    links: 'json',
    entityLinks: 'json',
  },
  sql: `SELECT ${STATE_COLUMNS},
               ${Object.values(SELECTED_PROPERTIES).join(', ')}, "values",
               coalesce((SELECT jsonb_agg(jsonb_build_object('type', link.type, 'targetId', link.target_id,
                                                             'quantity', link.quantity)
                                          ORDER BY link.type, link.sort_order, link.target_id)
                         FROM public.product_association AS link
                         WHERE link.organization_id = $1::uuid AND link.source_id = product.id), '[]') AS links,
               coalesce((SELECT jsonb_agg(jsonb_build_object('type', link.type, 'entityId', link.entity_id)
                                          ORDER BY link.type, link.sort_order, link.entity_id)
                         FROM public.product_entity_association AS link
                         WHERE link.organization_id = $1::uuid AND link.source_id = product.id), '[]') AS "entityLinks"
        FROM public.product WHERE organization_id = $1::uuid AND id = ANY ($2::uuid[])`,
});

/** Returns the stored states of products, deleted ones included. */
export async function loadStoredStates(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly StoredState[]> {
  return transaction.execute(STATES, [organizationId, [...ids]]);
}

/** Maximum number of products of one SKU that are examined, the living one and the latest deleted ones. */
const MAX_CANDIDATES = 20;

const HOLDERS = defineStatement({
  name: 'product.holders_of_sku',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.product WHERE organization_id = $1::uuid AND sku_key = $2
        ORDER BY deleted_at DESC NULLS FIRST, product.id LIMIT $3::int`,
});

/**
 * Returns the UUIDs of the product that has an SKU (in either case), and of deleted ones that had it, the latest first.
 */
export async function findProductIdsBySku(
  transaction: Transaction,
  organizationId: string,
  sku: string,
): Promise<readonly string[]> {
  const rows = await transaction.execute(HOLDERS, [organizationId, foldKey(sku), MAX_CANDIDATES]);
  return rows.map(({ id }) => id);
}
