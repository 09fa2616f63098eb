import type { WriteContext } from '../../kernel/operation.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { ENTITY_CONTENT, type EntityContent, SELECTED_PROPERTIES } from './entity.store.ts';

/** An entity that goes for good. */
export interface PurgeableEntity extends EntityContent {
  readonly version: number;
  readonly parentCode: string | null;
}

const PURGED_ENTITY: ColumnsOf<PurgeableEntity> = {
  ...ENTITY_CONTENT,
  version: 'int',
  parentCode: 'text | null',
};

const LOCK_PURGED = defineStatement<PurgeableEntity>({
  name: 'entity.lock_purged',
  kind: 'read',
  row: PURGED_ENTITY,
  sql: `SELECT id::text AS id, ${SELECTED_PROPERTIES}, "values", version, (
          SELECT code FROM public.entity AS above
          WHERE above.organization_id = $1::uuid AND above.id = entity.parent_id
        ) AS "parentCode"
        FROM public.entity
        WHERE organization_id = $1::uuid AND deleted_at < $2::timestamptz
          AND ($4::text IS NULL OR entity_type = $4) AND NOT EXISTS (
            SELECT 1 FROM public.entity AS below
            WHERE below.organization_id = $1::uuid AND below.parent_id = entity.id
          )
        ORDER BY deleted_at, id LIMIT $3::int FOR UPDATE SKIP LOCKED`,
});

/**
 * Returns entities that were deleted before a time and have nothing below them, the earliest first, locked.
 *
 * @param entityType stored code; null for all types
 */
export async function lockForPurge(
  context: WriteContext,
  before: Date,
  { entityType, limit }: { readonly entityType: string | null; readonly limit: number },
): Promise<readonly PurgeableEntity[]> {
  const { organizationId } = context.session;
  return context.execute(LOCK_PURGED, [organizationId, before.toISOString(), limit, entityType]);
}
