import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import type { AttributeRoles } from './attribute-roles.ts';

/** An attribute in a set. */
export interface SetMember {
  readonly code: string;
  /** Group in which the set shows it; null: the attribute's own group. */
  readonly group: string | null;
  readonly sortOrder: number;
}

/** One or two levels below the root model; what no level names belongs to the root. */
export interface VariantLayoutDocument {
  readonly code: string;
  readonly labels: Labels;
  readonly levels: readonly VariantLevelDocument[];
}

export interface VariantLevelDocument {
  /** One to five attributes that tell the products of the level apart. */
  readonly axes: readonly string[];
  /** Further attributes of the level, without its axes. */
  readonly attributes: readonly string[];
}

/** A set of attributes as it is written. */
export interface AttributeSetDocument {
  readonly code: string;
  readonly apiName: string;
  readonly labels: Labels;
  readonly description: string | null;
  /** One of `SET_ICONS`. */
  readonly icon: string | null;
  /** Attributes in the set's order. */
  readonly attributes: readonly SetMember[];
  readonly attributeAsLabel: string | null;
  readonly attributeAsImage: string | null;
  readonly roles: AttributeRoles;
  /** Attribute codes by channel code; `*` counts for all channels. */
  readonly requiredAttributes: Readonly<Record<string, readonly string[]>>;
  readonly variantLayouts: readonly VariantLayoutDocument[];
}

export const attributeSetStore = createTableStore<AttributeSetDocument>({
  table: 'attribute_set',
  fields: [
    'apiName',
    'labels',
    'description',
    'icon',
    'attributes',
    'attributeAsLabel',
    'attributeAsImage',
    'roles',
    'requiredAttributes',
    'variantLayouts',
  ],
  worded: ['attributes'],
  nulls: { apiName: '' },
});

const COUNT_PRODUCTS = defineStatement({
  name: 'attribute_set.count_products',
  kind: 'read',
  row: { set: 'text', count: 'int' },
  sql: `SELECT attribute_set AS set, count(*)::int AS count FROM public.product
        WHERE organization_id = $1::uuid AND attribute_set = ANY($2::text[]) AND deleted_at IS NULL
        GROUP BY attribute_set`,
});

/**
 * Returns the number of products of each set (stored codes), without deleted ones; sets without products are left out.
 */
export async function countProducts(
  transaction: Transaction,
  organizationId: string,
  sets: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(COUNT_PRODUCTS, [organizationId, [...sets]]);
  return new Map(rows.map(({ set, count }) => [foldKey(set), count]));
}

const OF_ATTRIBUTES = defineStatement({
  name: 'attribute_set.of_attributes',
  kind: 'read',
  row: { attribute: 'text', id: 'text' },
  sql: `SELECT member ->> 'code' AS attribute, id::text AS id
        FROM public.attribute_set, jsonb_array_elements(attributes) AS member
        WHERE organization_id = $1::uuid AND member ->> 'code' = ANY($2::text[]) ORDER BY code`,
});

/** Returns the ids of the sets that each attribute (stored codes) is in, by set code. */
export async function findSetsOf(
  transaction: Transaction,
  organizationId: string,
  attributes: readonly string[],
): Promise<readonly { readonly attribute: string; readonly id: string }[]> {
  return transaction.execute(OF_ATTRIBUTES, [organizationId, [...attributes]]);
}
