import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';

/** An entity type as it is written. */
export interface EntityTypeDocument {
  readonly code: string;
  readonly apiName: string;
  readonly labels: Labels;
  /** Codes in the type's order. */
  readonly attributes: readonly string[];
  readonly attributeAsLabel: string | null;
  readonly attributeAsImage: string | null;
  /** Attribute codes by channel code; `*` counts for all channels. */
  readonly requiredAttributes: Readonly<Record<string, readonly string[]>>;
  /** Its entities stand in a tree. */
  readonly hierarchical: boolean;
}

export const entityTypeStore = createTableStore<EntityTypeDocument>({
  table: 'entity_type',
  fields: [
    'apiName',
    'labels',
    'attributes',
    'attributeAsLabel',
    'attributeAsImage',
    'requiredAttributes',
    'hierarchical',
  ],
  nulls: { apiName: '' },
});

const COUNT_ENTITIES = defineStatement({
  name: 'entity_type.count_entities',
  kind: 'read',
  row: { type: 'text', count: 'int' },
  sql: `SELECT entity_type AS type, count(*)::int AS count FROM public.entity
        WHERE organization_id = $1::uuid AND entity_type = ANY($2::text[]) AND deleted_at IS NULL GROUP BY entity_type`,
});

/**
 * Returns the number of living entities of each type (stored codes), by folded code; types without any are left out.
 */
export async function countEntities(
  transaction: Transaction,
  organizationId: string,
  types: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(COUNT_ENTITIES, [organizationId, [...types]]);
  return new Map(rows.map(({ type, count }) => [foldKey(type), count]));
}
