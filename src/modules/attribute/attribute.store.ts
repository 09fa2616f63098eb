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

const SETS_COUNT = defineStatement({
  name: 'attribute.count_sets',
  kind: 'read',
  row: { code: 'text', sets: 'int' },
  sql: `SELECT member ->> 'code' AS code, count(*)::int AS sets
        FROM public.attribute_set, jsonb_array_elements(attributes) AS member
        WHERE organization_id = $1::uuid AND member ->> 'code' = ANY($2::text[]) GROUP BY 1`,
});

/** Returns the number of sets that each attribute (stored codes) is in; those in none are left out. */
export async function countSetsOf(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(SETS_COUNT, [organizationId, [...codes]]);
  return new Map(rows.map(({ code, sets }) => [code, sets]));
}

const REQUIRED_IN = defineStatement({
  name: 'attribute.channels_requiring',
  kind: 'read',
  row: { code: 'text', channel: 'text' },
  sql: `SELECT DISTINCT required.code, requirement.channel
        FROM (SELECT organization_id, required_attributes FROM public.attribute_set
              UNION ALL SELECT organization_id, required_attributes FROM public.entity_type) AS holder,
          jsonb_each(holder.required_attributes) AS requirement (channel, attributes),
          jsonb_array_elements_text(requirement.attributes) AS required (code)
        WHERE holder.organization_id = $1::uuid AND required.code = ANY($2::text[])
        ORDER BY requirement.channel`,
});

/** Returns the channels (`*` for all) in which a set or entity type requires each attribute (stored codes). */
export async function findChannelsRequiring(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await transaction.execute(REQUIRED_IN, [organizationId, [...codes]]);
  const rowsByCode = Map.groupBy(rows, ({ code }) => code);
  return new Map([...rowsByCode].map(([code, required]) => [code, required.map(({ channel }) => channel)]));
}
