import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { SavedView, ViewResource } from './saved-view.ts';

const LOCK = defineStatement<SavedView>({
  name: 'saved_view.lock',
  kind: 'read',
  row: {
    id: 'text',
    ownerId: 'text | null',
    name: 'text',
    resource: 'text',
    shared: 'boolean',
    filter: 'json',
    sort: 'json',
    columns: 'json',
    version: 'int',
  },
  sql: `SELECT id::text AS id, owner_id::text AS "ownerId", name, resource, shared, filter, sort, columns, version
        FROM public.saved_view
        WHERE organization_id = $1::uuid AND id = $2::uuid AND (shared OR owner_id = $3::uuid)
        FOR NO KEY UPDATE`,
});

/** Locks a view that the caller can see until the end of the transaction. */
export async function lockView(context: WriteContext, id: string): Promise<SavedView | null> {
  const { organizationId, userId } = context.session;
  const [row] = await context.execute(LOCK, [organizationId, id, userId]);
  return row ?? null;
}

const COUNT = defineStatement({
  name: 'saved_view.count',
  kind: 'read',
  row: { count: 'int' },
  sql: `SELECT count(*)::int AS count FROM public.saved_view
        WHERE organization_id = $1::uuid AND shared = $3 AND (shared OR owner_id = $2::uuid)`,
});

/** Returns the number of views that the organization shares, or that the caller has stored. */
export async function countViews(context: WriteContext, shared: boolean): Promise<number> {
  const { organizationId, userId } = context.session;
  const [row] = await context.execute(COUNT, [organizationId, userId, shared]);
  return row?.count ?? 0;
}

const INSERT = defineStatement({
  name: 'saved_view.insert',
  kind: 'write',
  sql: `INSERT INTO public.saved_view (organization_id, id, owner_id, name, resource, shared, filter, sort, columns,
                                       created_at, updated_at)
        SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7::jsonb, $8::jsonb, $9::jsonb, $10::timestamptz,
               $10::timestamptz`,
});

export async function insertView(
  context: WriteContext,
  view: Omit<SavedView, 'version' | 'resource'> & { readonly resource: ViewResource },
): Promise<void> {
  const { filter, sort, columns } = view;
  await context.execute(INSERT, [
    ...[context.session.organizationId, view.id, view.ownerId, view.name, view.resource, view.shared],
    ...[filter as JsonObject, sort, columns].map((part) => JSON.stringify(part)),
    context.now.toISOString(),
  ]);
}

const UPDATE = defineStatement({
  name: 'saved_view.update',
  kind: 'write',
  sql: `UPDATE public.saved_view
        SET name = $3, shared = $4, filter = $5::jsonb, sort = $6::jsonb, columns = $7::jsonb,
            updated_at = $8::timestamptz, version = version + 1
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

export async function updateView(context: WriteContext, view: SavedView): Promise<void> {
  await context.execute(UPDATE, [
    ...[context.session.organizationId, view.id, view.name, view.shared],
    ...[view.filter, view.sort, view.columns].map((part) => JSON.stringify(part)),
    context.now.toISOString(),
  ]);
}

const DELETE = defineStatement({
  name: 'saved_view.delete',
  kind: 'write',
  sql: 'DELETE FROM public.saved_view WHERE organization_id = $1::uuid AND id = $2::uuid',
});

export async function deleteView(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<void> {
  await transaction.execute(DELETE, [organizationId, id]);
}
