import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** Fields of an attribute whose amounts a channel converts. */
export interface ConvertibleAttribute {
  readonly code: string;
  readonly type: string;
  /** Unit codes of its measurement family; empty when it measures nothing. */
  readonly units: readonly string[];
}

const ATTRIBUTES = defineStatement<ConvertibleAttribute & { key: string }>({
  name: 'channel.attributes',
  kind: 'read',
  row: { code: 'text', type: 'text', units: 'json', key: 'text' },
  sql: `SELECT attribute.code_key AS key, attribute.code, attribute.type,
               coalesce(jsonb_path_query_array(family.units, '$[*].code'), '[]') AS units
        FROM public.attribute LEFT JOIN public.measurement_family AS family
          ON family.organization_id = $1::uuid AND family.code = attribute.measurement_family
        WHERE attribute.organization_id = $1::uuid
          AND (attribute.code_key = ANY($2::text[]) OR attribute.type = 'measurement')`,
});

/** Returns the named attributes and, for suggestions, all that measure something; by folded code. */
export async function findConvertibleAttributes(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, ConvertibleAttribute>> {
  if (codes.length === 0) return new Map();
  const rows = await transaction.execute(ATTRIBUTES, [organizationId, [...new Set(codes.map(foldKey))]]);
  return new Map(rows.map(({ key, ...attribute }) => [key, attribute]));
}
