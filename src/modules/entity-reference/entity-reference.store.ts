import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { loadLastKnownNames } from '../../platform/ledger/audit-fields.ts';
import type { Entity } from '../../platform/prisma/generated/client/client.ts';
import {
  type CodeCandidates,
  defineCandidates,
  loadCandidates,
  loadQualifiedCodes,
  type QualifiedCode,
  type QualifiedCodes,
} from '../../platform/resource/qualified-codes.ts';
import type { ResourceDocument } from '../../platform/resource/resource.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { type EntityIdentifier, type EntityReference, entityKey } from './entity-key.ts';

/** The codes of entity types, for rules that only refer to them. */
export const entityTypeCodes = createTableStore<ResourceDocument>({ table: 'entity_type', fields: [] });

/** A living entity that a reference leads to; codes in their stored case. */
export interface ResolvedEntity extends EntityReference {
  readonly active: boolean;
}

const RESOLVE = defineStatement<ResolvedEntity>({
  name: 'entity_reference.resolve',
  kind: 'read',
  row: { active: 'boolean', entityType: 'text', code: 'text' },
  sql: `SELECT entity.entity_type AS "entityType", entity.code, entity.active
        FROM unnest($2::text[], $3::text[]) AS wanted (type_key, code_key)
        JOIN public.entity_type AS type ON type.organization_id = $1::uuid AND type.code_key = wanted.type_key
        JOIN public.entity
          ON entity.organization_id = $1::uuid AND entity.entity_type = type.code
            AND entity.code_key = wanted.code_key AND entity.deleted_at IS NULL
        ORDER BY entity.id FOR KEY SHARE OF entity`,
});

/**
 * Returns the living entities behind references in either case, by {@link entityKey}, which is that of owned codes;
 * others are left out. Keeps them from being deleted until the transaction ends, so that no value ever names an entity
 * that is gone.
 */
async function loadEntities(
  transaction: Transaction,
  organizationId: string,
  references: readonly QualifiedCode[],
): Promise<ReadonlyMap<string, ResolvedEntity>> {
  if (references.length === 0) return new Map();
  const rows = await transaction.execute(RESOLVE, [
    organizationId,
    references.map(({ owner }) => foldKey(owner)),
    references.map(({ code }) => foldKey(code)),
  ]);
  return new Map(rows.map((row) => [entityKey(row), row]));
}

const ENTITY_CHOICES = defineCandidates(
  'entity_reference.choices',
  `SELECT entity.entity_type, entity.code, 0 FROM public.entity
    JOIN public.entity_type AS type
      ON type.organization_id = entity.organization_id AND type.code = entity.entity_type
    WHERE entity.organization_id = $1::uuid AND type.code_key = ANY($2::text[]) AND entity.active
      AND entity.deleted_at IS NULL`,
);

/**
 * Returns active entities of types (codes in either case) by code, up to `limit` of each; by the type's folded code.
 */
export function loadActiveEntities(
  transaction: Transaction,
  organizationId: string,
  entityTypes: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, CodeCandidates>> {
  return loadCandidates(transaction, ENTITY_CHOICES, organizationId, entityTypes, limit);
}

/** Returns the living entities behind references, whose owners are entity types. */
export function loadEntityLookups(
  transaction: Transaction,
  organizationId: string,
  references: readonly QualifiedCode[],
): Promise<QualifiedCodes<ResolvedEntity>> {
  return loadQualifiedCodes(
    references,
    (requestedAddresses) => loadEntities(transaction, organizationId, requestedAddresses),
    (entityTypes, limit) => loadActiveEntities(transaction, organizationId, entityTypes, limit),
  );
}

/** A living entity with its UUID. */
export interface EntityWithId extends ResolvedEntity {
  readonly id: string;
}

const ADDRESSED = defineStatement<EntityWithId>({
  name: 'entity_reference.addressed',
  kind: 'read',
  row: { id: 'text', active: 'boolean', entityType: 'text', code: 'text' },
  sql: `SELECT entity.id::text AS id, entity.entity_type AS "entityType", entity.code, entity.active
        FROM public.entity
        WHERE entity.organization_id = $1::uuid AND entity.deleted_at IS NULL AND entity.id IN (
          SELECT unnest($2::uuid[])
          UNION SELECT named.id FROM unnest($3::text[], $4::text[]) AS wanted (type_key, code_key)
          JOIN public.entity_type AS type ON type.organization_id = $1::uuid AND type.code_key = wanted.type_key
          JOIN public.entity AS named
            ON named.organization_id = $1::uuid AND named.entity_type = type.code
              AND named.code_key = wanted.code_key AND named.deleted_at IS NULL)
        ORDER BY entity.id FOR KEY SHARE OF entity`,
});

/**
 * Returns the living entities behind addresses, codes in either case; others are left out. Keeps them from being
 * deleted until the transaction ends, so that no link ever leads to an entity that is gone.
 */
export async function lockEntitiesByIdentifier(
  transaction: Transaction,
  organizationId: string,
  addresses: readonly EntityIdentifier[],
): Promise<readonly EntityWithId[]> {
  if (addresses.length === 0) return [];
  const references = addresses.flatMap((address) => ('id' in address ? [] : [address]));
  return transaction.execute(ADDRESSED, [
    organizationId,
    addresses.flatMap((address) => ('id' in address ? [address.id] : [])),
    references.map(({ entityType }) => foldKey(entityType)),
    references.map(({ code }) => foldKey(code)),
  ]);
}

const ENTITY_ROW = {
  organizationId: 'text',
  id: 'text',
  entityType: 'text',
  code: 'text',
  codeKey: 'text',
  labels: 'json',
  active: 'boolean',
  parentId: 'text | null',
  values: 'json',
  searchText: 'text',
  version: 'int',
  createdAt: 'timestamp',
  createdBy: 'json',
  updatedAt: 'timestamp',
  updatedBy: 'json',
  deletedAt: 'timestamp | null',
} as ColumnsOf<Entity>;

const ENTITY_COLUMNS = `entity.organization_id::text AS "organizationId", entity.id::text AS id,
  entity.entity_type AS "entityType", entity.code, entity.code_key AS "codeKey", entity.labels, entity.active,
  entity.parent_id::text AS "parentId", entity.values, entity.search_text AS "searchText", entity.version,
  entity.created_at AS "createdAt", entity.created_by AS "createdBy", entity.updated_at AS "updatedAt",
  entity.updated_by AS "updatedBy", entity.deleted_at AS "deletedAt"`;

const ROWS = defineStatement<Entity>({
  name: 'entity_reference.rows',
  kind: 'read',
  prepared: true,
  row: ENTITY_ROW,
  sql: `SELECT ${ENTITY_COLUMNS}
        FROM unnest($2::text[], $3::text[]) AS wanted (entity_type, code_key)
        JOIN public.entity ON entity.organization_id = $1::uuid AND entity.entity_type = wanted.entity_type
          AND entity.code_key = wanted.code_key AND entity.deleted_at IS NULL`,
});

/** Returns living entities by type (stored code) and code, as Prisma would return them; others are left out. */
export function loadEntityRows(
  transaction: Transaction,
  organizationId: string,
  references: readonly EntityReference[],
): Promise<readonly Entity[]> {
  return transaction.execute(ROWS, [
    organizationId,
    references.map(({ entityType }) => entityType),
    references.map(({ code }) => foldKey(code)),
  ]);
}

const ROWS_BY_ID = defineStatement<Entity>({
  name: 'entity_reference.rows_by_id',
  kind: 'read',
  row: ENTITY_ROW,
  sql: `SELECT ${ENTITY_COLUMNS} FROM public.entity
        WHERE organization_id = $1::uuid AND id = ANY($2::uuid[]) AND deleted_at IS NULL`,
});

/** Returns the same by UUID. */
export function loadEntityRowsById(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Entity[]> {
  return transaction.execute(ROWS_BY_ID, [organizationId, [...ids]]);
}

const NAMES = defineStatement<EntityReference & { readonly id: string }>({
  name: 'entity_reference.names',
  kind: 'read',
  row: { id: 'text', entityType: 'text', code: 'text' },
  sql: `SELECT id::text AS id, entity_type AS "entityType", code FROM public.entity
        WHERE organization_id = $1::uuid AND id = ANY ($2::uuid[])`,
});

/** Returns the type and code of entities by UUID, also of those that were deleted or purged: neither ever changes. */
export async function loadEntityNames(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntityReference>> {
  const stored = await transaction.execute(NAMES, [organizationId, [...ids]]);
  const names = new Map<string, EntityReference>(
    stored.map(({ id, entityType, code }) => [id, { entityType, code }]),
  );
  const purged = ids.filter((id) => !names.has(id));
  for (const { id, ref, data } of await loadLastKnownNames(transaction, organizationId, purged))
    names.set(id, { entityType: String(data.entity_type), code: ref });
  return names;
}
