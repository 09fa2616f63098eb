import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from './statement.ts';

/**
 * A text that is stored in more than one Unicode form: with an accent as a mark of its own, and as part of its
 * letter.
 */
export interface DuplicateText {
  /** Name of the organization. */
  readonly organization: string;
  /** Kind of text: `SKU`, `tag`, `label of an option` … */
  readonly kind: string;
  /** The object in which it is unique: a system, an option set, an attribute; empty where that is the organization. */
  readonly owner: string;
  /** Text in normal form C. */
  readonly text: string;
  readonly forms: number;
  /** SKUs or codes of up to 10 objects that have it. */
  readonly objects: readonly string[];
}

/** Tables with labels, the name of their labels, and the column that identifies their rows. */
const LABELS = [
  ['association_type', 'an association type', `''`],
  ['attribute', 'an attribute', `''`],
  ['attribute_group', 'an attribute group', `''`],
  ['attribute_set', 'an attribute set', `''`],
  ['category', 'a category', `''`],
  ['channel', 'a channel', `''`],
  ['entity', 'an entity', 'entity_type'],
  ['entity_type', 'an entity type', `''`],
  ['measurement_family', 'a measurement family', `''`],
  ['media', 'a file', `''`],
  ['option', 'an option', 'option_set'],
  ['option_set', 'an option set', `''`],
] as const;

const labels = LABELS.map(
  ([table, noun, owner]) =>
    `SELECT organization_id, 'label of ${noun}', ${owner}, label.value, code
     FROM public."${table}", jsonb_each_text(labels) AS label
     WHERE octet_length(labels::text) > length(labels::text)
     ${['entity', 'media'].includes(table) ? 'AND deleted_at IS NULL' : ''}`,
);

/** Selects the values of attributes with unique values, of products or entities. */
const uniqueValues = (table: 'product' | 'entity', key: string, owner: string) =>
  `SELECT held.organization_id, 'unique value', ${owner}, cell ->> 'value', held.${key}
   FROM public.${table} AS held
   JOIN public.attribute ON attribute.organization_id = held.organization_id AND attribute."unique"
     AND attribute.type IN ('identifier', 'text')
   CROSS JOIN LATERAL json_array_elements(held."values"::json -> attribute.code) AS cell
   WHERE held.deleted_at IS NULL AND octet_length(held."values"::text) > length(held."values"::text)`;

const TWOFOLD_TEXTS = defineStatement<DuplicateText>({
  name: 'database.duplicate_texts',
  kind: 'read',
  row: {
    organization: 'text',
    kind: 'text',
    owner: 'text',
    text: 'text',
    forms: 'int',
    objects: 'text[]',
  },
  sql: `WITH texts (organization_id, kind, owner, text, object) AS (
          SELECT organization_id, 'SKU', '', sku_key, sku FROM public.product WHERE deleted_at IS NULL
          UNION ALL
          SELECT key.organization_id, 'external id', key.system_key, key.external_id, product.sku
          FROM public.product_external_ref AS key
          JOIN public.product ON product.organization_id = key.organization_id AND product.id = key.product_id
          UNION ALL
          SELECT organization_id, 'tag', '', lower(tag COLLATE "und-x-icu"), sku
          FROM public.product, unnest(tags) AS tag WHERE deleted_at IS NULL
          UNION ALL
          SELECT organization_id, 'tag of a file', '', lower(tag COLLATE "und-x-icu"), code
          FROM public.media, unnest(tags) AS tag WHERE deleted_at IS NULL
          UNION ALL
          SELECT organization_id, 'file name', '', filename, code FROM public.media WHERE deleted_at IS NULL
          UNION ALL
          ${labels.join('\n UNION ALL ')}
          UNION ALL
          ${uniqueValues('product', 'sku', 'attribute.code')}
          UNION ALL
          ${uniqueValues('entity', 'code', `held.entity_type || '/' || attribute.code`)}
        ), duplicate AS (
          SELECT organization_id, kind, owner, normalize(text, NFC) AS text, count(DISTINCT text COLLATE "C")::int AS forms,
            (array_agg(DISTINCT object))[1:10] AS objects
          FROM texts
          -- ASCII has one form.
          WHERE octet_length(text) > length(text)
          GROUP BY 1, 2, 3, 4
          HAVING count(DISTINCT text COLLATE "C") > 1
        )
        SELECT organization.name AS organization, kind, owner, text, forms, objects
        FROM duplicate JOIN public.organization ON organization.id = duplicate.organization_id
        ORDER BY organization.name, organization.id, kind, owner, text`,
});

/** Lists the texts of all organizations that are stored in more than one Unicode form. Reads every product. */
export const findDuplicateTexts = (owner: Transaction): Promise<readonly DuplicateText[]> =>
  owner.execute(TWOFOLD_TEXTS, []);
