import { foldKey } from '../../kernel/codes.ts';
import { NotFound } from '../../kernel/errors.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { sortByKey } from '../../platform/bulk-write/sort-by-key.ts';
import { asSerializationFailure } from '../../platform/database/sql-state.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { defineObjectRows } from '../../platform/resource/object-rows.store.ts';
import type { StoredDocument } from '../../platform/resource/resource.ts';
import { camelCase, createTableStore } from '../../platform/resource/table-store.ts';
import { type EntityReference, entityName } from '../entity-reference/index.ts';
import { ENTITY_PROPERTIES, resultColumns } from '../property/index.ts';
import { uniqueValueStore, type Values } from '../values/index.ts';
import type { EntityDocument } from './entity-document.ts';

/** The properties under their keys in the document: `parentId` in the column `parent_id`. */
const STORED_PROPERTIES = Object.values(ENTITY_PROPERTIES)
  .filter(({ column }) => column !== 'code')
  .map(({ column }) => camelCase(column) as keyof EntityDocument);

/** Columns that select each property under its key in the document. */
export const SELECTED_PROPERTIES = Object.values(ENTITY_PROPERTIES)
  .map(({ column, type }) => `${column}${type === 'uuid' ? '::text' : ''} AS "${camelCase(column)}"`)
  .join(', ');

/** Statements on entities, living or deleted. */
export const entityRows = defineObjectRows('entity');

/** Living entities by `entityKey`. */
export const entityStore = createTableStore<EntityDocument>({
  table: 'entity',
  fields: [...STORED_PROPERTIES, 'values', 'searchText'],
  actors: true,
  key: `lower(entity_type) || '/' || code_key`,
  // Looked up by the index on type and code, one after the other: for a join PostgreSQL would read all entities of a type.
  keyIn: `deleted_at IS NULL AND id = ANY (ARRAY(
    SELECT named.id FROM unnest($2::text[]) AS wanted (key)
    JOIN public.entity_type AS type
      ON type.organization_id = $1::uuid AND type.code_key = split_part(wanted.key, '/', 1)
    CROSS JOIN LATERAL (SELECT entity.id FROM public.entity
      WHERE entity.organization_id = $1::uuid AND entity.entity_type = type.code
        AND entity.code_key = split_part(wanted.key, '/', 2) AND entity.deleted_at IS NULL OFFSET 0) AS named))`,
});

export const entityUniqueValues = uniqueValueStore('entity');

/** Stores new entities, and changed ones; when another takes a code at this time, the operation begins again. */
export async function storeEntities(
  context: WriteContext,
  created: readonly StoredDocument<EntityDocument>[],
  changed: readonly StoredDocument<EntityDocument>[],
): Promise<void> {
  await asSerializationFailure(
    entityStore.insert(
      context,
      sortByKey(created, ({ document }) => `${foldKey(document.entityType)}/${foldKey(document.code)}`),
    ),
  );
  await entityStore.update(context, changed);
}

const ANCESTRY = defineStatement({
  name: 'entity.ancestry',
  kind: 'read',
  row: { key: 'text' },
  sql: `WITH RECURSIVE line AS (
          SELECT entity.id, entity.parent_id, wanted.key
          FROM unnest($2::text[]) AS wanted (key)
          JOIN public.entity_type AS type
            ON type.organization_id = $1::uuid AND type.code_key = split_part(wanted.key, '/', 1)
          JOIN public.entity ON entity.organization_id = $1::uuid AND entity.entity_type = type.code
            AND entity.code_key = split_part(wanted.key, '/', 2) AND entity.deleted_at IS NULL
          UNION
          SELECT above.id, above.parent_id, lower(above.entity_type) || '/' || above.code_key
          FROM line JOIN public.entity AS above
            ON above.organization_id = $1::uuid AND above.id = line.parent_id
        ) SELECT key FROM line`,
});

/** Returns the keys of entities and of everything above them. */
export async function findAncestry(
  context: WriteContext,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const rows = await context.execute(ANCESTRY, [context.session.organizationId, [...keys]]);
  return rows.map(({ key }) => key);
}

const FIND_BY_ID = defineStatement<EntityReference>({
  name: 'entity.find_by_id',
  kind: 'read',
  row: { entityType: 'text', code: 'text' },
  sql: `SELECT entity.entity_type AS "entityType", entity.code
        FROM public.entity JOIN public.entity_type AS type
          ON type.organization_id = $1::uuid AND type.code = entity.entity_type AND type.code_key = $2
        WHERE entity.organization_id = $1::uuid AND entity.id = $3::uuid AND entity.deleted_at IS NULL
        FOR KEY SHARE OF entity`,
});

/**
 * Returns the living entity of a type (its code in either case) with a UUID, kept from being deleted by others
 * meanwhile.
 */
export async function findById(
  context: WriteContext,
  entityType: string,
  id: string,
): Promise<EntityReference | undefined> {
  const [row] = await context.execute(FIND_BY_ID, [context.session.organizationId, foldKey(entityType), id]);
  return row;
}

const HAS_DELETED = defineStatement({
  name: 'entity.has_deleted',
  kind: 'read',
  sql: `SELECT 1 AS found FROM public.entity JOIN public.entity_type AS type
          ON type.organization_id = $1::uuid AND type.code = entity.entity_type AND type.code_key = $2
        WHERE entity.organization_id = $1::uuid AND (entity.code_key = $3 OR entity.id = $4::uuid)
          AND entity.deleted_at IS NOT NULL LIMIT 1`,
});

/**
 * Returns true if a deleted entity of a type (its code in either case) has a code or id. Call it when no living one has
 * it.
 */
export async function hasDeletedEntity(
  transaction: Transaction,
  organizationId: string,
  { entityType, code }: EntityReference,
): Promise<boolean> {
  const rows = await transaction.execute(HAS_DELETED, [
    organizationId,
    foldKey(entityType),
    foldKey(code),
    decodeIdOf('Entity', code),
  ]);
  return rows.length > 0;
}

/** Returns the rejection of a write whose entity does not exist. */
export async function entityNotFoundError(context: WriteContext, ref: EntityReference): Promise<NotFound> {
  const isDeleted = await hasDeletedEntity(context, context.session.organizationId, ref);
  return NotFound.missing('entity', entityName(ref), isDeleted);
}

/** An entity that is about to go or to come back. */
export interface EntityRow extends EntityReference {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
  /** RFC 3339; null while it lives. */
  readonly deletedAt: string | null;
}

const lock = (which: 'living' | 'deleted') =>
  defineStatement<EntityRow>({
    name: `entity.lock_${which}`,
    kind: 'read',
    row: {
      id: 'text',
      entityType: 'text',
      code: 'text',
      version: 'int',
      values: 'json',
      deletedAt: 'text | null',
    },
    sql: `SELECT entity.id::text AS id, entity.entity_type AS "entityType", entity.code, entity.version, entity.values,
                 entity.deleted_at::text AS "deletedAt"
          FROM public.entity JOIN public.entity_type AS type
            ON type.organization_id = $1::uuid AND type.code = entity.entity_type AND type.code_key = $2
          WHERE entity.organization_id = $1::uuid AND (entity.code_key = $3 OR entity.id = $4::uuid)
            AND entity.deleted_at IS ${which === 'living' ? 'NULL' : 'NOT NULL'}
          ORDER BY entity.deleted_at DESC, entity.id DESC LIMIT 1 FOR UPDATE OF entity`,
  });
const LOCK = { living: lock('living'), deleted: lock('deleted') } as const;

/**
 * Returns the living entity, or the latest deleted one, behind a type and a code or public id; locked. The lock on a
 * living one also keeps out writers that begin to name or link it.
 */
export async function lockEntity(
  context: WriteContext,
  { entityType, code }: EntityReference,
  which: 'living' | 'deleted',
): Promise<EntityRow | undefined> {
  const [row] = await context.execute(LOCK[which], [
    context.session.organizationId,
    foldKey(entityType),
    foldKey(code),
    decodeIdOf('Entity', code),
  ]);
  return row;
}

/** An entity as far as it is found by it. */
export type EntityContent = Omit<EntityDocument, 'searchText'> & { readonly id: string };

/** The columns of a result with contents of entities. */
export const ENTITY_CONTENT: ColumnsOf<EntityContent> = {
  ...(resultColumns(ENTITY_PROPERTIES) as ColumnsOf<Omit<EntityContent, 'id' | 'values'>>),
  id: 'text',
  values: 'json',
};

const contents = (name: string, lock: string) =>
  defineStatement<EntityContent>({
    name,
    kind: 'read',
    row: ENTITY_CONTENT,
    sql: `SELECT id::text AS id, ${SELECTED_PROPERTIES}, "values"
          FROM public.entity WHERE organization_id = $1::uuid AND id = ANY ($2::uuid[]) AND deleted_at IS NULL
          ORDER BY id ${lock}`,
  });
const CONTENTS = contents('entity.contents', '');
const LOCK_CONTENTS = contents('entity.lock_contents', 'FOR NO KEY UPDATE');

/** Returns entities by UUID; deleted ones are left out. */
export async function loadContents(
  context: WriteContext,
  ids: readonly string[],
): Promise<readonly EntityContent[]> {
  if (ids.length === 0) return [];
  return context.execute(CONTENTS, [context.session.organizationId, [...ids]]);
}

/** Returns and locks the rows that {@link loadContents} returns. */
export async function lockContents(
  context: WriteContext,
  ids: readonly string[],
): Promise<readonly EntityContent[]> {
  if (ids.length === 0) return [];
  return context.execute(LOCK_CONTENTS, [context.session.organizationId, [...ids]]);
}

const LOAD_NEXT_OF_TYPE = defineStatement({
  name: 'entity.load_next_of_type',
  kind: 'read',
  row: { id: 'text', code: 'text', codeKey: 'text', values: 'json' },
  sql: `SELECT id::text AS id, code, code_key AS "codeKey", "values" FROM public.entity
        WHERE organization_id = $1::uuid AND entity_type = $2 AND deleted_at IS NULL AND code_key > $3
        ORDER BY code_key LIMIT $4::int`,
});

/** Returns the next living entities of a type (its stored code) in the order of their codes, without a lock. */
export async function loadNextOfType(
  transaction: Transaction,
  organizationId: string,
  {
    entityType,
    after,
    limit,
  }: { readonly entityType: string; readonly after: string; readonly limit: number },
): Promise<readonly { id: string; code: string; codeKey: string; values: Values }[]> {
  const rows = await transaction.execute(LOAD_NEXT_OF_TYPE, [organizationId, entityType, after, limit]);
  return rows as never;
}

const setDeletedAt = (name: string, timestampSql: string) =>
  defineStatement({
    name,
    kind: 'write',
    sql: `UPDATE public.entity SET deleted_at = ${timestampSql}, version = version + 1,
                 updated_at = $3::timestamptz, updated_by = $4::jsonb
          WHERE organization_id = $1::uuid AND id = $2::uuid`,
  });
const DELETE = setDeletedAt('entity.delete', '$3::timestamptz');
const RESTORE = setDeletedAt('entity.restore', 'NULL');

/** Marks an entity deleted, or alive again, with the next version. */
export async function setDeleted(context: WriteContext, id: string, deleted: boolean): Promise<void> {
  await asSerializationFailure(
    context.execute(deleted ? DELETE : RESTORE, [
      context.session.organizationId,
      id,
      context.now.toISOString(),
      JSON.stringify(context.session.actor),
    ]),
  );
}
