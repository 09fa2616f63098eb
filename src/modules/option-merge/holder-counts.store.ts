import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { usageTerm, usersByTerms } from '../../platform/resource/usages.ts';
import type { ValueHolder } from '../value-rewrite/index.ts';

/** Options of one set; codes in their stored case. */
export interface OptionsOfSet {
  readonly organizationId: string;
  readonly optionSet: string;
  readonly codes: readonly string[];
}

// The common start of the statements: `$2` is the set, `$3` the codes.
const USERS = usersByTerms(`SELECT array_agg(${usageTerm('option', '$2', 'code')})
  FROM unnest($3::text[]) AS code`);

/** Numbers of living objects of a kind that name one of the options, and of their values that do. */
export interface HolderCount {
  readonly kind: ValueHolder['kind'];
  readonly objects: number;
  readonly cells: number;
}

const COUNT_HOLDERS = defineStatement<HolderCount>({
  name: 'option_merge.count_holders',
  kind: 'read',
  row: { kind: 'text', objects: 'int', cells: 'int' },
  sql: `${USERS}
    SELECT kind, count(DISTINCT id)::int AS objects, count(*)::int AS cells FROM (
      SELECT 'product' AS kind, product.id, product."values"::jsonb AS "values"
      FROM users JOIN public.product ON product.organization_id = $1::uuid AND product.id = users.id
      WHERE product.deleted_at IS NULL
      UNION ALL
      SELECT 'entity', entity.id, entity."values"::jsonb
      FROM users JOIN public.entity ON entity.organization_id = $1::uuid AND entity.id = users.id
      WHERE entity.deleted_at IS NULL
    ) AS holder
    CROSS JOIN LATERAL jsonb_each(holder."values") AS owned (attribute, cells)
    CROSS JOIN LATERAL jsonb_array_elements(owned.cells) AS cell (content)
    WHERE owned.attribute = ANY($4::text[]) AND cell.content -> 'value' ?| $3::text[]
    GROUP BY kind`,
});

/** Counts living products and entities with one of the options, and the values of these attributes that name them. */
export function countHolders(
  transaction: Transaction,
  { organizationId, optionSet, codes }: OptionsOfSet,
  attributes: readonly string[],
): Promise<readonly HolderCount[]> {
  return transaction.execute(COUNT_HOLDERS, [organizationId, optionSet, [...codes], [...attributes]]);
}

/** A variant with its axis values as one text. */
export interface VariantKey {
  /** UUID of its model. */
  readonly parent: string;
  readonly key: string;
  readonly sku: string;
}

const VARIANT_KEYS = defineStatement<VariantKey>({
  name: 'option_merge.variant_keys',
  kind: 'read',
  row: { parent: 'text', key: 'text', sku: 'text' },
  sql: `${USERS}, family AS (
      SELECT DISTINCT variant.parent_id
      FROM users JOIN public.product AS variant ON variant.organization_id = $1::uuid AND variant.id = users.id
      WHERE variant.parent_id IS NOT NULL AND variant.deleted_at IS NULL
    )
    SELECT sibling.parent_id::text AS parent, sibling.axis_key AS key, sibling.sku
    FROM family JOIN public.product AS sibling
      ON sibling.organization_id = $1::uuid AND sibling.parent_id = family.parent_id
    WHERE sibling.deleted_at IS NULL AND sibling.axis_key IS NOT NULL ORDER BY sibling.sku`,
});

/** Returns the variants of all models that have a variant with one of the options, by SKU. */
export function loadVariantKeys(
  transaction: Transaction,
  { organizationId, optionSet, codes }: OptionsOfSet,
): Promise<readonly VariantKey[]> {
  return transaction.execute(VARIANT_KEYS, [organizationId, optionSet, [...codes]]);
}
