import type { JsonValue } from '../../../kernel/json.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import type { Column, Columns } from '../../../kernel/statement.ts';
import { defineStatementFamily } from '../../../platform/database/statement.ts';
import { PRODUCT_PROPERTIES, resultColumns } from '../../property/index.ts';
import type { Statement } from '../../search/index.ts';
import { SELECTED_PROPERTIES } from '../model/product-row.ts';
import type { ListedField, ListedProduct } from './listed-product.ts';

/**
 * Returns the SQL of a timestamp in its form for responses; PostgreSQL writes it faster than it is read and written
 * again here.
 */
const selectTimestamp = (column: string, name: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`;

const PARTS: Readonly<Record<ListedField, string>> = {
  ...SELECTED_PROPERTIES,
  version: 'version',
  family: `root_id::text AS "rootId", level::int AS level, completeness_revision AS "completenessRevision",
    values_in_set AS "valuesInSet"`,
  values: '"values"::text AS "valuesText"',
  completeness: 'completeness',
  live: 'live_in AS "liveIn"',
  slugs: 'slugs',
  createdBy: 'created_by AS "createdBy"',
  updatedBy: 'updated_by AS "updatedBy"',
  createdAt: selectTimestamp('created_at', 'createdAt'),
  updatedAt: selectTimestamp('updated_at', 'updatedAt'),
  effectiveUpdatedAt: selectTimestamp('effective_updated_at', 'effectiveUpdatedAt'),
  publishedAt: selectTimestamp('published_at', 'publishedAt'),
};

/** A product of a page that was searched for, and the sort values of its position. */
export type LoadedProduct = ListedProduct & { readonly position: readonly JsonValue[] };

/** Products, and the number of the configuration at the time when they were read. */
export interface LoadedPage {
  readonly products: readonly LoadedProduct[];
  readonly structureRevision: number;
  /** The newest event at the time when they were read and its history; null unless it was requested. */
  readonly counter: { readonly epoch: string; readonly lastSequence: number } | null;
}

/** Fields that every row has about the time when it was read. */
interface Asking {
  readonly structureRevision: number;
  readonly epoch?: string;
  readonly lastSequence?: string;
}

/** The columns of all parts. Any can be null: an empty page has a row that is no product. */
const COLUMNS: Columns = Object.fromEntries(
  Object.entries({
    ...resultColumns(PRODUCT_PROPERTIES),
    id: 'text',
    position: 'json',
    structureRevision: 'int',
    epoch: 'text',
    lastSequence: 'text',
    version: 'int',
    rootId: 'text',
    level: 'int',
    completenessRevision: 'int',
    valuesInSet: 'boolean',
    valuesText: 'text',
    completeness: 'json',
    liveIn: 'json',
    slugs: 'json',
    createdBy: 'json',
    updatedBy: 'json',
    createdAt: 'text',
    updatedAt: 'text',
    effectiveUpdatedAt: 'text',
    publishedAt: 'text',
  }).map(([name, column]): [string, Column] => [name, `${column.replace(' | null', '') as 'text'} | null`]),
);

const listOf = (prepared: boolean) =>
  defineStatementFamily({
    name: 'product.list',
    kind: 'read',
    prepared,
    partial: true,
    row: COLUMNS,
    sql: (list) => list,
  });
const LIST = listOf(false);
const LIST_PREPARED = listOf(true);

/**
 * Loads the living products of a page in its order, with those parts alone; one that is gone is left out.
 *
 * @param options `prepared` for pages whose best plan does not depend on the search; `withSyncToken` for lists that are
 * followed: the counter of the ledger in the same snapshot
 */
export async function loadListedProducts(
  transaction: Transaction,
  organizationId: string,
  page: Statement,
  parts: ReadonlySet<ListedField>,
  options: { readonly prepared?: boolean; readonly withSyncToken?: boolean } = {},
): Promise<LoadedPage> {
  const { withSyncToken = false } = options;
  const columns = ['page.id::text AS id', 'position', ...[...parts].map((part) => PARTS[part])].join(', ');
  const organization = `$${page.parameters.length + 1}::uuid`;
  // The page is found first, whatever it is joined to, and then one product after the other (OFFSET 0 keeps it so): a
  // plan for all of them at once may go through all products. An empty page has a row that is no product.
  const sql = `WITH page AS MATERIALIZED (${page.text})
    SELECT "structureRevision", ${withSyncToken ? 'epoch, "lastSequence", ' : ''}${columns}
    FROM (SELECT structure_revision AS "structureRevision"${withSyncToken ? ', counter.epoch::text AS epoch, counter.last_sequence::text AS "lastSequence"' : ''}
          FROM public.organization${withSyncToken ? ' JOIN ledger.counter ON counter.organization_id = id' : ''}
          WHERE id = ${organization}) AS asking
      LEFT JOIN (page CROSS JOIN LATERAL (
        SELECT * FROM public.product AS named
        WHERE named.organization_id = ${organization} AND named.id = page.id OFFSET 0) AS product)
        ON deleted_at IS NULL
    ORDER BY place`;
  const list = options.prepared === true ? LIST_PREPARED : LIST;
  // Only the caller knows which parts the rows have.
  const rows = (await transaction.execute(list(sql), [
    ...page.parameters,
    organizationId,
  ])) as unknown as readonly (LoadedProduct & Asking)[];
  const [first] = rows;
  return {
    products: rows.filter(({ id }) => id !== null),
    structureRevision: first?.structureRevision ?? 0,
    counter:
      first?.epoch === undefined ? null : { epoch: first.epoch, lastSequence: Number(first.lastSequence) },
  };
}

/** Loads the same for products that are known by their UUIDs. */
export async function loadProductsById(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
  parts: ReadonlySet<ListedField>,
): Promise<readonly ListedProduct[]> {
  if (ids.length === 0) return [];
  const text =
    "SELECT id, '[]'::jsonb AS position, place FROM unnest($1::uuid[]) WITH ORDINALITY AS named (id, place)";
  const page = { text, parameters: [[...ids]] };
  return (await loadListedProducts(transaction, organizationId, page, parts, { prepared: true })).products;
}
