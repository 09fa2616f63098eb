import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { sendWrite } from '../bulk-write/bulk-write.ts';
import { defineStatement } from '../database/statement.ts';

/** Defines the look-up of organizations with objects that were deleted before a time, across organizations. */
export function organizationsWithDeleted(table: 'entity' | 'media' | 'product') {
  const statement = defineStatement({
    name: `${table}.organizations_with_deleted`,
    kind: 'read',
    row: { id: 'text' },
    sql: `SELECT DISTINCT organization_id::text AS id FROM public.${table} WHERE deleted_at < $1::timestamptz ORDER BY 1`,
  });
  /** @param owner the owner role, which reads all organizations */
  return async (owner: Transaction, before: Date): Promise<readonly string[]> => {
    const rows = await owner.execute(statement, [before.toISOString()]);
    return rows.map(({ id }) => id);
  };
}

/** Defines the statements that are the same for products and for entities. */
export function defineObjectRows(table: 'entity' | 'product') {
  const ids = defineStatement({
    name: `${table}.ids`,
    kind: 'read',
    prepared: true,
    row: { id: 'text' },
    sql: `SELECT id::text AS id FROM public.${table}
          WHERE organization_id = $1::uuid AND ($2::uuid IS NULL OR id > $2::uuid) ORDER BY ${table}.id LIMIT $3::int`,
  });
  const pickLiving = defineStatement({
    name: `${table}.pick_living`,
    kind: 'read',
    row: { id: 'text' },
    sql: `SELECT id::text AS id FROM public.${table}
          WHERE organization_id = $1::uuid AND deleted_at IS NULL
            AND id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
          ORDER BY id LIMIT $3::int`,
  });
  const countLiving = defineStatement({
    name: `${table}.count_living`,
    kind: 'read',
    row: { count: 'int' },
    sql: `SELECT count(*)::int AS count FROM (
            SELECT FROM public.${table} WHERE organization_id = $1::uuid AND deleted_at IS NULL LIMIT $2::int
          ) AS living`,
  });
  const remove = defineStatement({
    name: `${table}.remove`,
    kind: 'write',
    sql: `DELETE FROM public.${table} WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])`,
  });
  return {
    findOrganizationsWithDeleted: organizationsWithDeleted(table),

    /** Returns the UUIDs of the next objects, deleted ones included, in their order. */
    async loadIds(
      transaction: Transaction,
      organizationId: string,
      { after, size }: { readonly after: string | null; readonly size: number },
    ): Promise<readonly string[]> {
      const rows = await transaction.execute(ids, [organizationId, after, size]);
      return rows.map(({ id }) => id);
    },

    /** Returns the ids of the next living objects in their order, without locking them. */
    async pickLiving(context: WriteContext, after: string | null, limit: number): Promise<readonly string[]> {
      const rows = await context.execute(pickLiving, [context.session.organizationId, after, limit]);
      return rows.map(({ id }) => id);
    },

    /** Returns the number of living objects; counts no further than `limit`. */
    async countLiving(context: WriteContext, limit: number): Promise<number> {
      const [row] = await context.execute(countLiving, [context.session.organizationId, limit]);
      return row?.count ?? 0;
    },

    /** Removes objects for good, with their links and unique values. */
    remove(context: WriteContext, removedIds: readonly string[]): void {
      sendWrite(context, remove, [context.session.organizationId, [...removedIds]]);
    },
  };
}
