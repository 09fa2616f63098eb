import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { StoredDocument } from '../../platform/resource/resource.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { usersByIndex } from '../../platform/resource/usages.ts';
import type { AttributeDefinition } from './attribute-types.ts';

/** An attribute as it is written. */
export type AttributeDocument = Omit<AttributeDefinition, 'id'>;

export const attributeStore = createTableStore<AttributeDocument>({
  table: 'attribute',
  fields: [
    'type',
    'apiName',
    'labels',
    'guidelines',
    'group',
    'sortOrder',
    'localizable',
    'scopable',
    'availableLocales',
    'unique',
    'readOnly',
    'filterable',
    'searchable',
    'defaultValue',
    'validation',
    'optionSet',
    'entityType',
    'measurementFamily',
    'defaultUnit',
  ],
  worded: ['validation'],
  nulls: { apiName: '' },
});

/** Returns the attribute as the value rules take it. */
export function toAttributeDefinition({
  id,
  document,
}: Pick<StoredDocument<AttributeDocument>, 'id' | 'document'>): AttributeDefinition {
  return { ...document, id };
}

const WITH_VALUES = defineStatement({
  name: 'attribute.with_values',
  kind: 'read',
  row: { code: 'text' },
  sql: `SELECT wanted.code FROM unnest($2::text[]) AS wanted (code)
        WHERE EXISTS (${usersByIndex('attribute', 'NULL', 'wanted.code')} SELECT FROM users)`,
});

/**
 * Returns those of the attributes (stored codes) that anything has a value of; deleted things that can come back count.
 */
export async function findAttributesWithValues(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const rows = await transaction.execute(WITH_VALUES, [organizationId, codes]);
  return new Set(rows.map(({ code }) => code));
}

const AXES = defineStatement({
  name: 'attribute.axes',
  kind: 'read',
  row: { axis: 'text', set: 'text' },
  sql: `SELECT axis #>> '{}' AS axis, min(code) AS set
        FROM public.attribute_set, jsonb_path_query(variant_layouts, '$[*].levels[*].axes[*]') AS axis
        WHERE organization_id = $1::uuid AND axis #>> '{}' = ANY($2::text[]) GROUP BY 1`,
});

/** Returns the set in which each of the attributes (stored codes) tells variants apart; others are left out. */
export async function findAxes(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await transaction.execute(AXES, [organizationId, codes]);
  return new Map(rows.map(({ axis, set }) => [axis, set]));
}
