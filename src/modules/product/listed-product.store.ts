import type { Transaction } from '../../kernel/operation.ts';
import type { ListedPart, ListedProduct } from './listed-product.ts';

/** A moment as it is answered; PostgreSQL writes it faster than it is read and written again here. */
const moment = (column: string, name: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`;

const PARTS: Readonly<Record<ListedPart, string>> = {
  sku: 'sku',
  type: 'type',
  status: 'status',
  version: 'version',
  family: `attribute_set AS "attributeSet", variant_layout AS "variantLayout", parent_id::text AS "parentId",
    root_id::text AS "rootId", level::int AS level, completeness_revision AS "completenessRevision",
    values_in_set AS "valuesInSet"`,
  values: '"values"::text AS "valuesText"',
  completeness: 'completeness',
  externalRefs: 'external_refs AS "externalRefs"',
  channels: 'channels',
  categories: 'categories',
  createdBy: 'created_by AS "createdBy"',
  updatedBy: 'updated_by AS "updatedBy"',
  createdAt: moment('created_at', 'createdAt'),
  updatedAt: moment('updated_at', 'updatedAt'),
  effectiveUpdatedAt: moment('effective_updated_at', 'effectiveUpdatedAt'),
  publishedAt: moment('published_at', 'publishedAt'),
};

/** Finds the UUIDs of a page of products: a statement with the columns `id` and, in order, `place`. */
export interface FoundStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Living products in the order they are found in, with those parts alone; one that is gone is left out. */
export async function loadListedProducts(
  transaction: Transaction,
  organizationId: string,
  found: FoundStatement,
  parts: ReadonlySet<ListedPart>,
): Promise<readonly ListedProduct[]> {
  const columns = ['id::text AS id', ...[...parts].map((part) => PARTS[part])].join(', ');
  const organization = `$${found.parameters.length + 1}::uuid`;
  return transaction.execute<ListedProduct>(
    'product.list',
    `SELECT ${columns} FROM (${found.text}) AS found JOIN public.product USING (id)
     WHERE organization_id = ${organization} AND deleted_at IS NULL ORDER BY place`,
    [...found.parameters, organizationId],
  );
}
