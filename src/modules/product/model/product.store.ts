import { foldKey, readExternalRef } from '../../../kernel/codes.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { ReadContext, Transaction, WriteContext } from '../../../kernel/operation.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
import { bulkWrite, sendWrite } from '../../../platform/bulk-write/bulk-write.ts';
import { sortByKey } from '../../../platform/bulk-write/sort-by-key.ts';
import { asSerializationFailure } from '../../../platform/database/sql-state.ts';
import { defineStatement, defineStatementFamily } from '../../../platform/database/statement.ts';
import { defineObjectRows } from '../../../platform/resource/object-rows.store.ts';
import { bumpStructureRevision } from '../../../platform/resource/structure-revision.ts';
import { findDeletedByExternalRef, findProductIds, productKey } from '../../product-reference/index.ts';
import { uniqueValueStore } from '../../values/index.ts';
import { COLUMN_TYPES, PRODUCT_ROW, type ProductRow, SELECTED_PROPERTIES, toColumns } from './product-row.ts';

/** SQL that selects a whole row. */
export const PRODUCT_COLUMNS = `id::text AS id, ${Object.values(SELECTED_PROPERTIES).join(', ')}, root_id::text AS "rootId", level::int AS level,
  "values", axis_key AS "axisKey", completeness, completeness_revision AS "completenessRevision",
  values_in_set AS "valuesInSet", live_in AS live, slugs, version, published_at IS NOT NULL AS published`;

/** Product that a reference leads to. */
export interface ResolvedProduct {
  readonly id: string;
  readonly sku: string;
  readonly type: string;
  readonly parentId: string | null;
  readonly rootId: string | null;
}

/** Returns the number of models that stand above a product. */
export const hierarchyLevel = ({ parentId, rootId }: ResolvedProduct): number =>
  parentId === null ? 0 : rootId === null || rootId === parentId ? 1 : 2;

const FIND = defineStatement<ResolvedProduct>({
  name: 'product.find',
  kind: 'read',
  prepared: true,
  row: { id: 'text', sku: 'text', type: 'text', parentId: 'text | null', rootId: 'text | null' },
  sql: `SELECT found.id::text AS id, found.sku, found.type, found.parent_id::text AS "parentId", found.root_id::text AS "rootId"
        FROM unnest($2::text[]) AS wanted (key) CROSS JOIN LATERAL (
          SELECT id, sku, type, parent_id, root_id FROM public.product
          WHERE organization_id = $1::uuid AND sku_key = wanted.key AND deleted_at IS NULL LIMIT 1) AS found
        UNION
        SELECT found.id::text, found.sku, found.type, found.parent_id::text, found.root_id::text
        FROM unnest($3::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
          SELECT id, sku, type, parent_id, root_id FROM public.product
          WHERE organization_id = $1::uuid AND product.id = wanted.id AND deleted_at IS NULL LIMIT 1) AS found`,
});

/** Finds products by folded SKU or by UUID, without locking them. */
export async function findProducts(
  transaction: Transaction,
  organizationId: string,
  skuKeys: readonly string[],
  ids: readonly string[],
): Promise<readonly ResolvedProduct[]> {
  return transaction.execute(FIND, [organizationId, [...skuKeys], [...ids]]);
}

/** Finds products by SKU, id or external id, without locking them. Returns them by the `productKey` of their references. */
export async function findReferred(
  transaction: Transaction,
  organizationId: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, ResolvedProduct>> {
  const isSku = (ref: string) => decodeIdOf('Product', ref) === null && readExternalRef(ref) === null;
  const skuKeys = new Set(refs.filter(isSku).map(foldKey));
  const others = refs.filter((ref) => !isSku(ref));
  const idByKey = await findProductIds(transaction, organizationId, others);
  const products = await findProducts(transaction, organizationId, [...skuKeys], [...idByKey.values()]);
  const byId = new Map(products.map((product) => [product.id, product]));
  const byReference = [...idByKey].flatMap(([key, id]) => {
    const product = byId.get(id);
    return product === undefined ? [] : [[key, product] as const];
  });
  const bySku = products.flatMap((product) => {
    const key = foldKey(product.sku);
    return skuKeys.has(key) ? [[key, product] as const] : [];
  });
  return new Map([...bySku, ...byReference]);
}

const LOCK = defineStatement<ProductRow>({
  name: 'product.lock',
  kind: 'read',
  prepared: true,
  row: PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS} FROM public.product
        WHERE organization_id = $1::uuid AND deleted_at IS NULL AND id = ANY($2::uuid[])
        ORDER BY level, id FOR NO KEY UPDATE`,
});

const LOCK_BELOW = defineStatement<ProductRow>({
  name: 'product.lock_below',
  kind: 'read',
  row: PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS} FROM public.product
        WHERE organization_id = $1::uuid AND deleted_at IS NULL
          AND (root_id = ANY($2::uuid[]) OR parent_id = ANY($2::uuid[])) AND id <> ALL($3::uuid[])
        ORDER BY level, id FOR NO KEY UPDATE`,
});

/**
 * Locks products and everything below the given models, root models first, so that two writers of one family never
 * wait for each other in a circle. The given models are among the products.
 */
export async function lockProducts(
  context: WriteContext,
  ids: readonly string[],
  modelIds: readonly string[],
): Promise<readonly ProductRow[]> {
  if (ids.length === 0) return [];
  const { organizationId } = context.session;
  const lockedRows = await context.execute(LOCK, [organizationId, [...new Set(ids)]]);
  if (modelIds.length === 0) return lockedRows;
  // Only a statement that begins once the models are locked sees what others have put below them until then.
  const below = await context.execute(LOCK_BELOW, [
    organizationId,
    [...modelIds],
    lockedRows.map(({ id }) => id),
  ]);
  return [...lockedRows, ...below];
}

const AXIS_KEYS = defineStatement({
  name: 'product.axis_keys',
  kind: 'read',
  row: { parent: 'text', key: 'text', id: 'text', sku: 'text' },
  sql: `SELECT parent_id::text AS parent, axis_key AS key, id::text AS id, sku FROM public.product
        WHERE organization_id = $1::uuid AND parent_id = ANY($2::uuid[]) AND deleted_at IS NULL AND axis_key IS NOT NULL`,
});

/** A child of a model. */
export interface Sibling {
  readonly id: string;
  readonly sku: string;
}

/** Returns the axis keys of the children of models: `parent id → axis key → child`. */
export async function loadAxisKeys(
  context: WriteContext,
  parentIds: readonly string[],
): Promise<ReadonlyMap<string, Map<string, Sibling>>> {
  const byParent = new Map<string, Map<string, Sibling>>();
  if (parentIds.length === 0) return byParent;
  const rows = await context.execute(AXIS_KEYS, [context.session.organizationId, [...parentIds]]);
  for (const { parent, key, id, sku } of rows) {
    const keys = byParent.get(parent) ?? new Map<string, Sibling>();
    byParent.set(parent, keys.set(key, { id, sku }));
  }
  return byParent;
}

/** Statements on products, living or deleted. */
export const productRows = defineObjectRows('product');

export const productUniqueValues = uniqueValueStore('product');

const COLUMNS = Object.keys(COLUMN_TYPES).map((column) => `"${column}"`);

const INSERT = defineStatementFamily({
  name: 'product.insert',
  kind: 'write',
  prepared: true,
  sql: (
    source,
  ) => `INSERT INTO public.product (organization_id, created_at, updated_at, effective_updated_at, created_by,
                                updated_by, published_at, ${COLUMNS.join(', ')})
    SELECT $1::uuid, $2::timestamptz, $2::timestamptz, $2::timestamptz, $3::jsonb, $3::jsonb,
           CASE WHEN status = 'published' THEN $2::timestamptz END, ${COLUMNS.join(', ')}
    FROM ${source} AS row`,
});

/** Inserts new products; parents may be among them. */
export function insertProducts(context: WriteContext, rows: readonly ProductRow[]): void {
  const inOrder = sortByKey(rows, ({ sku }) => foldKey(sku));
  bulkWrite(context, {
    family: INSERT,
    parameters: [context.session.organizationId, context.now.toISOString(), actorOf(context)],
    types: COLUMN_TYPES,
    rows: inOrder.map(toColumns),
  });
}

const RELEASE_AXIS_KEYS = defineStatement({
  name: 'product.release_axis_keys',
  kind: 'write',
  sql: 'UPDATE public.product SET axis_key = NULL WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])',
});

/** Lets go of axis values that other products get: no two may have them, not even between two rows of a statement. */
export function releaseAxisKeys(context: WriteContext, ids: readonly string[]): void {
  if (ids.length === 0) return;
  sendWrite(context, RELEASE_AXIS_KEYS, [context.session.organizationId, [...ids]]);
}

const RELEASE_SKUS = defineStatement({
  name: 'product.release_skus',
  kind: 'write',
  sql: 'UPDATE public.product SET sku_key = id::text WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])',
});

/** Lets go of SKUs that other products get, until the products are updated themselves. */
export function releaseSkus(context: WriteContext, ids: readonly string[]): void {
  if (ids.length === 0) return;
  sendWrite(context, RELEASE_SKUS, [context.session.organizationId, [...ids]]);
}

const ASSIGNMENTS = COLUMNS.filter((column) => column !== '"id"').map(
  (column) => `${column} = row.${column}`,
);

const UPDATE = defineStatementFamily({
  name: 'product.update',
  kind: 'write',
  prepared: true,
  sql: (source) => `UPDATE public.product AS target
    SET updated_at = $2::timestamptz, effective_updated_at = $2::timestamptz, updated_by = $3::jsonb,
        published_at = CASE WHEN row.status <> 'published' THEN NULL
                            WHEN target.status = 'published' THEN target.published_at ELSE $2::timestamptz END,
        ${ASSIGNMENTS.join(', ')}
    FROM ${source} AS row
    WHERE target.organization_id = $1::uuid AND target.id = row.id`,
});

/** Writes changed products; their versions are already those after the change. */
export function updateProducts(context: WriteContext, rows: readonly ProductRow[]): void {
  bulkWrite(context, {
    family: UPDATE,
    parameters: [context.session.organizationId, context.now.toISOString(), actorOf(context)],
    types: COLUMN_TYPES,
    rows: rows.map(toColumns),
  });
}

const UPDATE_DERIVED = defineStatement({
  name: 'product.update_derived',
  kind: 'write',
  sql: `UPDATE public.product AS target
        SET completeness = row.completeness, completeness_revision = row.completeness_revision,
            values_in_set = row.values_in_set, attribute_set = row.attribute_set, root_id = row.root_id,
            axis_key = row.axis_key, live_in = row.live_in, slugs = row.slugs,
            effective_updated_at = $2::timestamptz
        FROM jsonb_to_recordset($3::jsonb) AS row(id uuid, completeness jsonb, completeness_revision int,
          values_in_set boolean, live_in jsonb, slugs jsonb, attribute_set text, root_id uuid, axis_key text)
        WHERE target.organization_id = $1::uuid AND target.id = row.id`,
});

/**
 * Writes what products below a changed model derive from it: also its set, and their position. Their own version stays.
 * Where neither the products nor a model above them has an event of this transaction, `refreshDerived` is to be called.
 */
export function updateDerived(context: WriteContext, rows: readonly ProductRow[]): void {
  if (rows.length === 0) return;
  const derived = rows.map((row) => ({
    id: row.id,
    attribute_set: row.attributeSet,
    root_id: row.rootId,
    axis_key: row.axisKey,
    completeness: row.completeness,
    completeness_revision: row.completenessRevision,
    values_in_set: row.valuesInSet,
    live_in: row.live,
    slugs: row.slugs,
  }));
  sendWrite(context, UPDATE_DERIVED, [
    context.session.organizationId,
    context.now.toISOString(),
    JSON.stringify(derived),
  ]);
}

const FILL_LIVE = defineStatement({
  name: 'product.fill_live',
  kind: 'write',
  sql: `UPDATE public.product AS target SET live_in = row.live
        FROM jsonb_to_recordset($2::jsonb) AS row(id uuid, live jsonb)
        WHERE target.organization_id = $1::uuid AND target.id = row.id`,
});

/** Writes where products are live of which that was not known. */
export function backfillLiveScopes(context: WriteContext, rows: readonly ProductRow[]): void {
  if (rows.length === 0) return;
  const liveRows = rows.map(({ id, live }) => ({ id, live }));
  sendWrite(context, FILL_LIVE, [context.session.organizationId, JSON.stringify(liveRows)]);
}

const LOAD = defineStatement<ProductRow>({
  name: 'product.load',
  kind: 'read',
  row: PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS} FROM public.product WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])`,
});

/** Returns the rows by id, deleted ones only when requested, without a lock. */
export async function loadRows(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly ProductRow[]> {
  if (ids.length === 0) return [];
  return transaction.execute(LOAD, [organizationId, [...new Set(ids)]]);
}

const HAS_DELETED = defineStatement({
  name: 'product.has_deleted',
  kind: 'read',
  sql: `SELECT 1 AS found FROM public.product
        WHERE organization_id = $1::uuid AND deleted_at IS NOT NULL AND (sku_key = $2 OR id = $3::uuid) LIMIT 1`,
});

/** Returns whether a deleted product has an SKU (in either case) or id. Call it when no living one has it. */
export async function hasDeletedProduct(
  transaction: Transaction,
  organizationId: string,
  ref: string,
): Promise<boolean> {
  const rows = await transaction.execute(HAS_DELETED, [
    organizationId,
    foldKey(ref),
    decodeIdOf('Product', ref),
  ]);
  return rows.length > 0;
}

/** Returns the rejection of a write whose product does not exist. */
export async function productNotFoundError(context: WriteContext, ref: string): Promise<NotFound> {
  return NotFound.missing(
    'product',
    ref,
    await hasDeletedProduct(context, context.session.organizationId, ref),
  );
}

const COUNT_CHILDREN = defineStatement({
  name: 'product.count_children',
  kind: 'read',
  row: { parent: 'text', count: 'int' },
  sql: `SELECT parent_id::text AS parent, count(*)::int AS count FROM public.product
        WHERE organization_id = $1::uuid AND parent_id = ANY($2::uuid[]) AND deleted_at IS NULL GROUP BY parent_id`,
});

/** Returns the number of living products directly below models, by the UUID of the model. */
export async function countChildren(
  transaction: Transaction,
  organizationId: string,
  parentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(COUNT_CHILDREN, [organizationId, [...parentIds]]);
  return new Map(rows.map(({ parent, count }) => [parent, count]));
}

const COUNT_VARIANTS = defineStatement({
  name: 'product.count_variants',
  kind: 'read',
  row: { model: 'text', count: 'int' },
  sql: `SELECT model.id::text AS model, below.count
        FROM unnest($2::uuid[]) AS model(id) CROSS JOIN LATERAL (
          SELECT count(*)::int AS count FROM public.product
          WHERE organization_id = $1::uuid AND (parent_id = model.id OR root_id = model.id)
            AND type = 'variant' AND deleted_at IS NULL) AS below`,
});

/** Returns the number of living variants on every level below models, by the UUID of the model. */
export async function countVariants(
  transaction: Transaction,
  organizationId: string,
  modelIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(COUNT_VARIANTS, [organizationId, [...modelIds]]);
  return new Map(rows.map(({ model, count }) => [model, count]));
}

/** Loads the models above locked products: one that changes now waits for these, and will derive them anew. */
export async function loadModels(
  transaction: Transaction & { readonly session: { readonly organizationId: string } },
  rows: readonly ProductRow[],
): Promise<readonly ProductRow[]> {
  const above = rows.flatMap(({ parentId, rootId }) => [parentId, rootId]).filter((id) => id !== null);
  return loadRows(transaction, transaction.session.organizationId, above);
}

const setDeletedAt = (name: string, timestampSql: string) =>
  defineStatement({
    name,
    kind: 'write',
    sql: `UPDATE public.product SET deleted_at = ${timestampSql}, version = version + 1,
                 updated_at = $2::timestamptz, effective_updated_at = $2::timestamptz, updated_by = $3::jsonb,
                 live_in = '[]'
          WHERE organization_id = $1::uuid AND id = ANY($4::uuid[])`,
  });
const DELETE = setDeletedAt('product.delete', '$2::timestamptz');
const RESTORE = setDeletedAt('product.restore', 'NULL');

/** Marks products deleted, or alive again, with the next version. */
export async function setDeleted(
  context: WriteContext,
  ids: readonly string[],
  deleted: boolean,
): Promise<void> {
  await asSerializationFailure(
    context.execute(deleted ? DELETE : RESTORE, [
      context.session.organizationId,
      context.now.toISOString(),
      actorOf(context),
      [...ids],
    ]),
  );
}

export interface DeletedProduct extends ProductRow {
  readonly deletedAt: string;
}

const DELETED_PRODUCT_ROW: ColumnsOf<DeletedProduct> = { ...PRODUCT_ROW, deletedAt: 'text' };

const LOCK_DELETED = defineStatement<DeletedProduct>({
  name: 'product.lock_deleted',
  kind: 'read',
  row: DELETED_PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS}, deleted_at::text AS "deletedAt" FROM public.product
        WHERE organization_id = $1::uuid AND deleted_at IS NOT NULL
          AND (sku_key = ANY ($2::text[]) OR id = ANY ($3::uuid[]))
        ORDER BY deleted_at DESC, id FOR NO KEY UPDATE`,
});

/** Locks the deleted products of UUIDs and returns them, latest first. */
export async function lockDeleted(
  context: WriteContext,
  ids: readonly string[],
): Promise<readonly DeletedProduct[]> {
  return context.execute(LOCK_DELETED, [context.session.organizationId, [], [...ids]]);
}

/** Locks the deleted products that references name. Returns the latest one of each by its `productKey`. */
export async function lockDeletedByRef(
  context: WriteContext,
  refs: readonly string[],
): Promise<ReadonlyMap<string, DeletedProduct>> {
  const { organizationId } = context.session;
  const external = await findDeletedByExternalRef(context, organizationId, refs);
  const ids = [...refs.flatMap((ref) => decodeIdOf('Product', ref) ?? []), ...[...external.values()].flat()];
  const rows = await context.execute(LOCK_DELETED, [organizationId, refs.map(foldKey), ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const bySku = new Map(rows.toReversed().map((row) => [foldKey(row.sku), row]));
  const find = (ref: string) => {
    const id = decodeIdOf('Product', ref);
    if (id !== null) return byId.get(id);
    const [held] = (external.get(productKey(ref)) ?? []).flatMap((one) => byId.get(one) ?? []);
    return held ?? bySku.get(foldKey(ref));
  };
  return new Map(
    refs.flatMap((ref) => {
      const row = find(ref);
      return row === undefined ? [] : [[productKey(ref), row] as const];
    }),
  );
}

const FIND_DELETED_SKUS = defineStatement({
  name: 'product.find_deleted_skus',
  kind: 'read',
  row: { key: 'text' },
  sql: `SELECT DISTINCT sku_key AS key FROM public.product
        WHERE organization_id = $1::uuid AND sku_key = ANY($2::text[]) AND deleted_at IS NOT NULL`,
});

/** Returns those of some folded SKUs that belonged to a product which is deleted and not purged yet. */
export async function findDeletedSkus(
  context: WriteContext,
  skuKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (skuKeys.length === 0) return new Set();
  const rows = await context.execute(FIND_DELETED_SKUS, [context.session.organizationId, [...skuKeys]]);
  return new Set(rows.map(({ key }) => key));
}

const FIND_DELETED = defineStatement({
  name: 'product.find_deleted',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT gone.id::text AS id FROM public.product AS gone
        LEFT JOIN public.attribute_set AS kind
          ON kind.organization_id = gone.organization_id AND kind.code = gone.attribute_set
        WHERE gone.organization_id = $1::uuid AND gone.deleted_at IS NOT NULL
          AND (strpos(gone.sku_key, $2::text) > 0 OR EXISTS (
            SELECT 1 FROM public.product AS named
            CROSS JOIN LATERAL json_array_elements(named."values" -> kind.attribute_as_label) AS cell
            WHERE named.organization_id = $1::uuid AND named.id IN (gone.id, gone.parent_id, gone.root_id)
              AND strpos(lower(cell ->> 'value'), lower($3::text)) > 0))
        ORDER BY gone.deleted_at DESC, gone.id DESC LIMIT 1000`,
});

/**
 * Returns the last deleted products (UUIDs) that have a text in their SKU or in one of their names, inherited ones
 * included.
 */
export async function findDeletedIds(
  transaction: Transaction,
  organizationId: string,
  text: string,
): Promise<readonly string[]> {
  const rows = await transaction.execute(FIND_DELETED, [organizationId, foldKey(text), text]);
  return rows.map(({ id }) => id);
}

/** Selection of the deleted products to list. */
export interface DeletedSelection {
  /** First characters of the SKU, folded; empty for all. */
  readonly sku: string;
  /** UUIDs to choose from; null for all. */
  readonly ids: readonly string[] | null;
}

// The model above is looked up for one product after the other, until a page is full.
const LISTED_DELETED = `FROM public.product AS gone
  WHERE gone.organization_id = $1::uuid AND gone.deleted_at IS NOT NULL
    AND starts_with(gone.sku_key, $2::text) AND ($3::uuid[] IS NULL OR gone.id = ANY ($3))
    AND (gone.parent_id IS NULL OR (
      SELECT above.deleted_at IS NULL FROM public.product AS above
      WHERE above.organization_id = $1::uuid AND above.id = gone.parent_id))`;

const PAGE_OF_DELETED = defineStatement({
  name: 'product.page_of_deleted',
  kind: 'read',
  row: { id: 'text', deletedAt: 'text' },
  sql: `SELECT gone.id::text AS id, gone.deleted_at::text AS "deletedAt" ${LISTED_DELETED}
          AND ($4::timestamptz IS NULL OR (gone.deleted_at <= $4 AND (gone.deleted_at, gone.id) < ($4, $5::uuid)))
        ORDER BY gone.deleted_at DESC, gone.id DESC LIMIT $6::int`,
});

/** Position at which a page of deleted products begins. */
export interface DeletedPosition {
  /** UUID. */
  readonly id: string;
  readonly deletedAt: string;
}

/** Returns the deleted products whose model is not deleted too, the last deleted first, after a position. */
export async function pageOfDeleted(
  transaction: Transaction,
  organizationId: string,
  { sku, ids }: DeletedSelection,
  after: DeletedPosition | null,
  limit: number,
): Promise<readonly DeletedPosition[]> {
  return transaction.execute(PAGE_OF_DELETED, [
    organizationId,
    sku,
    ids === null ? null : [...ids],
    after?.deletedAt ?? null,
    after?.id ?? null,
    limit,
  ]);
}

const COUNT_DELETED = defineStatement({
  name: 'product.count_deleted',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count ${LISTED_DELETED}`,
});

/** Counts the deleted products that are listed. */
export async function countDeleted(
  transaction: Transaction,
  organizationId: string,
  { sku, ids }: DeletedSelection,
): Promise<number> {
  const [row] = await transaction.execute(COUNT_DELETED, [
    organizationId,
    sku,
    ids === null ? null : [...ids],
  ]);
  return row?.count ?? 0;
}

/**
 * SQL condition: the deleted product `gone` is below the deleted model `above`, and one transaction or job deleted
 * both.
 */
const DELETED_WITH = `gone.organization_id = above.organization_id AND gone.deleted_at IS NOT NULL
  AND (gone.parent_id = above.id OR gone.root_id = above.id)
  AND (gone.deleted_at = above.deleted_at OR EXISTS (
    SELECT 1 FROM ledger.event AS own
    JOIN ledger.event AS its ON its.organization_id = own.organization_id AND its.object_id = above.id
      AND its.verb = 'deleted' AND its.at = above.deleted_at
      AND its.job_id = own.job_id
    WHERE own.organization_id = gone.organization_id AND own.object_id = gone.id
      AND own.verb = 'deleted' AND own.at = gone.deleted_at))`;

const LOCK_DELETED_BELOW = defineStatement<DeletedProduct>({
  name: 'product.lock_deleted_below',
  kind: 'read',
  row: DELETED_PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS}, deleted_at::text AS "deletedAt" FROM public.product
        WHERE organization_id = $1::uuid AND id IN (
          SELECT gone.id FROM public.product AS above JOIN public.product AS gone ON ${DELETED_WITH}
          WHERE above.organization_id = $1::uuid AND above.id = $2::uuid AND above.deleted_at IS NOT NULL)
        ORDER BY level, id FOR NO KEY UPDATE`,
});

/** Loads the products that were deleted with a model and locks them: models first, none whose model stays deleted. */
export async function loadDeletedDescendants(
  context: WriteContext,
  model: DeletedProduct,
): Promise<readonly DeletedProduct[]> {
  if (model.type !== 'model') return [];
  const rows = await context.execute(LOCK_DELETED_BELOW, [context.session.organizationId, model.id]);
  const back = new Set([model.id]);
  return rows.filter(({ id, parentId }) => parentId !== null && back.has(parentId) && back.add(id));
}

const COUNT_DELETED_BELOW = defineStatement({
  name: 'product.count_deleted_below',
  kind: 'read',
  row: { model: 'text', count: 'int' },
  sql: `SELECT above.id::text AS model, count(*)::int AS count
        FROM public.product AS above JOIN public.product AS gone ON ${DELETED_WITH}
        WHERE above.organization_id = $1::uuid AND above.id = ANY ($2::uuid[]) AND above.deleted_at IS NOT NULL
          AND gone.type = 'variant'
        GROUP BY above.id`,
});

/** Returns the number of variants that were deleted together with deleted models, by the UUID of the model. */
export async function countDeletedVariants(
  transaction: Transaction,
  organizationId: string,
  modelIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute(COUNT_DELETED_BELOW, [organizationId, [...modelIds]]);
  return new Map(rows.map(({ model, count }) => [model, count]));
}

const BUMP_COMPLETENESS_REVISIONS = defineStatement({
  name: 'product.bump_completeness_revisions',
  kind: 'write',
  sql: `UPDATE public.attribute_set SET completeness_revision = nextval('tenancy.structure_revision')::int
        WHERE organization_id = $1::uuid AND code = ANY($2::text[])`,
});

/** Makes the stored completeness of the sets' products count as computed by older rules. */
export async function bumpCompletenessRevisions(
  context: WriteContext,
  sets: readonly string[],
): Promise<void> {
  const { organizationId } = context.session;
  await context.execute(BUMP_COMPLETENESS_REVISIONS, [organizationId, [...sets]]);
  await bumpStructureRevision(context);
}

const COUNT_OF_SETS = defineStatement({
  name: 'product.count_of_sets',
  kind: 'read',
  row: { set: 'text', count: 'int' },
  sql: `SELECT asked.set, (SELECT count(*)::int FROM (
          SELECT 1 FROM public.product
          WHERE organization_id = $1::uuid AND attribute_set = asked.set AND deleted_at IS NULL ORDER BY id LIMIT $3::int + 1
        ) AS counted) AS count
        FROM unnest($2::text[]) AS asked(set)`,
});

/** Counts the living products of each set, up to `limit` + 1. */
export async function countProductsOfSets(
  context: WriteContext,
  sets: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await context.execute(COUNT_OF_SETS, [context.session.organizationId, [...sets], limit]);
  return new Map(rows.map(({ set, count }) => [set, count]));
}

const LOCK_OF_SETS = defineStatement<ProductRow>({
  name: 'product.lock_of_sets',
  kind: 'read',
  row: PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS} FROM public.product
        WHERE organization_id = $1::uuid AND attribute_set = ANY($2::text[]) AND deleted_at IS NULL
        ORDER BY level, id FOR NO KEY UPDATE`,
});

/** Locks the living products of sets in order and returns them. */
export async function lockProductsOfSets(
  context: WriteContext,
  sets: readonly string[],
): Promise<readonly ProductRow[]> {
  if (sets.length === 0) return [];
  return context.execute(LOCK_OF_SETS, [context.session.organizationId, [...sets]]);
}

const EXTENT_OF_SET = defineStatement({
  name: 'product.extent_of_set',
  kind: 'read',
  row: { total: 'int', last: 'text | null' },
  sql: `SELECT count(*)::int AS total, (
          SELECT id::text FROM public.product
          WHERE organization_id = $1::uuid AND attribute_set = $2 AND deleted_at IS NULL ORDER BY id DESC LIMIT 1
        ) AS last
        FROM public.product WHERE organization_id = $1::uuid AND attribute_set = $2 AND deleted_at IS NULL`,
});

/** Returns the number of living products of a set, and the greatest id among them. */
export async function rangeOfSet(
  context: WriteContext,
  set: string,
): Promise<{ readonly total: number; readonly last: string | null }> {
  const [extent] = await context.execute(EXTENT_OF_SET, [context.session.organizationId, set]);
  return extent ?? { total: 0, last: null };
}

const PICK_OF_SET = defineStatement({
  name: 'product.pick_of_set',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT id::text AS id FROM public.product
        WHERE organization_id = $1::uuid AND attribute_set = $2 AND deleted_at IS NULL
          AND id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000') AND id <= $4::uuid
        ORDER BY id LIMIT $5::int`,
});

/** Returns the ids of the next living products of a set in their order, `last` included, without locking them. */
export async function nextIdsOfSet(
  context: WriteContext,
  set: string,
  between: { readonly after: string | null; readonly last: string },
  limit: number,
): Promise<readonly string[]> {
  const rows = await context.execute(PICK_OF_SET, [
    context.session.organizationId,
    set,
    between.after,
    between.last,
    limit,
  ]);
  return rows.map(({ id }) => id);
}

const LOAD_NEXT_OF_SET = defineStatement<ProductRow>({
  name: 'product.load_next_of_set',
  kind: 'read',
  row: PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_COLUMNS} FROM public.product
        WHERE organization_id = $1::uuid AND attribute_set = $2 AND deleted_at IS NULL
          AND id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
        ORDER BY id LIMIT $4::int`,
});

/** Returns the next living products of a set in the order of their ids, without a lock. */
export async function loadNextOfSet(
  context: ReadContext,
  set: string,
  after: string | null,
  limit: number,
): Promise<readonly ProductRow[]> {
  return context.execute(LOAD_NEXT_OF_SET, [context.session.organizationId, set, after, limit]);
}

const actorOf = (context: WriteContext) => JSON.stringify(context.session.actor);
