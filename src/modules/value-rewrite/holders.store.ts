import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { usersByTerms } from '../../platform/resource/usages.ts';

/** Objects of one kind that values name; codes in their stored case. */
export interface NamedObjects {
  readonly organizationId: string;
  readonly kind: 'attribute' | 'option';
  /** Code of the set of options; null for attributes. */
  readonly owner: string | null;
  readonly codes: readonly string[];
}

/** A product or entity that has one of the objects in its own values. */
export interface ValueHolder {
  readonly kind: 'product' | 'entity';
  /** UUID. */
  readonly id: string;
  /** Null for products. */
  readonly entityType: string | null;
  /** SKU or code. */
  readonly code: string;
}

const NEXT_HOLDERS = defineStatement<ValueHolder>({
  name: 'value_rewrite.next_holders',
  kind: 'read',
  row: { kind: 'text', id: 'text', entityType: 'text | null', code: 'text' },
  sql: `${usersByTerms(`SELECT array_agg(search.usage_term($1::uuid, $2::text, $3::text, code))
      FROM unnest($4::text[]) AS code`)}
    SELECT kind, id::text AS id, entity_type AS "entityType", code FROM (
      SELECT 'product' AS kind, product.id, NULL::text AS entity_type, product.sku AS code
      FROM users JOIN public.product ON product.organization_id = $1::uuid AND product.id = users.id
      WHERE product.deleted_at IS NULL
      UNION ALL
      SELECT 'entity', entity.id, entity.entity_type, entity.code
      FROM users JOIN public.entity ON entity.organization_id = $1::uuid AND entity.id = users.id
      WHERE entity.deleted_at IS NULL
    ) AS holder
    WHERE $5::uuid IS NULL OR id > $5::uuid ORDER BY id LIMIT $6::int`,
});

/** Returns the next living products and entities that have one of the objects, behind `after` (UUID; null: from the first). */
export function loadNextHolders(
  transaction: Transaction,
  { organizationId, kind, owner, codes }: NamedObjects,
  after: string | null,
  limit: number,
): Promise<readonly ValueHolder[]> {
  return transaction.execute(NEXT_HOLDERS, [organizationId, kind, owner, [...codes], after, limit]);
}
