import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import type { AssignedColumn } from './row/column.ts';
import { expireVocabulary } from './spelling/vocabulary.store.ts';

interface StoredState {
  readonly columns: readonly AssignedColumn[];
  readonly unfinished: readonly string[];
  readonly recomputed: readonly string[];
  readonly liveIsUnknown: boolean;
}

const STATE = defineStatement<StoredState>({
  name: 'search.state',
  kind: 'read',
  row: { columns: 'json', unfinished: 'json', recomputed: 'json', liveIsUnknown: 'boolean' },
  sql: `SELECT
          coalesce((SELECT jsonb_agg(jsonb_build_object('name', name, 'field', field,
              'ready', ready AND NOT leaving, 'leaving', leaving) ORDER BY name)
            FROM search.field_column WHERE organization_id = $1::uuid), '[]') AS columns,
          coalesce((SELECT jsonb_agg(attribute) FROM search.unfinished WHERE organization_id = $1::uuid), '[]')
            AS unfinished,
          coalesce((SELECT jsonb_agg(attribute_set ORDER BY attribute_set) FROM search.recomputed_set
            WHERE organization_id = $1::uuid), '[]') AS recomputed,
          EXISTS (SELECT FROM search.unknown_live WHERE organization_id = $1::uuid) AS "liveIsUnknown"`,
});

/**
 * Returns the columns of the organization, the attributes (folded) that not all rows are made by yet ('': all), the
 * sets whose completeness is being recomputed, and whether the scopes where products are live are not stored yet.
 */
export async function loadSearchState(
  transaction: Transaction,
  organizationId: string,
): Promise<StoredState> {
  const [row] = await transaction.execute(STATE, [organizationId]);
  return row ?? { columns: [], unfinished: [], recomputed: [], liveIsUnknown: false };
}

const ADD_RECOMPUTED = defineStatement({
  name: 'search.add_recomputed',
  kind: 'write',
  sql: `INSERT INTO search.recomputed_set (organization_id, attribute_set) SELECT $1::uuid, unnest($2::text[])
        ON CONFLICT DO NOTHING`,
});

/** Remembers that the products of sets do not all have the completeness of the present requirements. */
export async function addRecomputingSets(context: WriteContext, sets: readonly string[]): Promise<void> {
  if (sets.length === 0) return;
  await context.execute(ADD_RECOMPUTED, [context.session.organizationId, [...sets]]);
}

const FINISH_RECOMPUTED = defineStatement({
  name: 'search.finish_recomputed',
  kind: 'write',
  sql: 'DELETE FROM search.recomputed_set WHERE organization_id = $1::uuid AND attribute_set = $2',
});

/** Records that all products of a set have the completeness of the present requirements. */
export async function finishRecomputing(context: WriteContext, set: string): Promise<void> {
  await context.execute(FINISH_RECOMPUTED, [context.session.organizationId, set]);
}

const FREE_COLUMNS = defineStatement({
  name: 'search.free_columns',
  kind: 'write',
  sql: 'DELETE FROM search.field_column WHERE organization_id = $1::uuid',
});

const ASSIGN_COLUMNS = defineStatement({
  name: 'search.assign_columns',
  kind: 'write',
  sql: `INSERT INTO search.field_column (organization_id, name, field, ready, leaving)
        SELECT $1::uuid, name, field, ready, leaving
        FROM jsonb_to_recordset($2::jsonb) AS row(name text, field text, ready boolean, leaving boolean)`,
});

/** Replaces the columns of the organization. */
export async function replaceColumns(
  context: WriteContext,
  columns: readonly AssignedColumn[],
): Promise<void> {
  const { organizationId } = context.session;
  await context.execute(FREE_COLUMNS, [organizationId]);
  await context.execute(ASSIGN_COLUMNS, [organizationId, JSON.stringify(columns)]);
}

const ADD_UNFINISHED = defineStatement({
  name: 'search.add_unfinished',
  kind: 'write',
  sql: `INSERT INTO search.unfinished (organization_id, attribute) SELECT $1::uuid, unnest($2::text[])
        ON CONFLICT DO NOTHING`,
});

/** Remembers that rows are not made by these attributes (folded codes) yet. */
export async function markAttributesStale(
  context: WriteContext,
  attributes: readonly string[],
): Promise<void> {
  if (attributes.length === 0) return;
  await context.execute(ADD_UNFINISHED, [context.session.organizationId, [...new Set(attributes)]]);
}

const FINISH = defineStatement({
  name: 'search.finish',
  kind: 'write',
  sql: 'DELETE FROM search.unfinished WHERE organization_id = $1::uuid',
});

const KNOW_LIVE = defineStatement({
  name: 'search.know_live',
  kind: 'write',
  sql: 'DELETE FROM search.unknown_live WHERE organization_id = $1::uuid',
});

const FORGET_COLUMNS = defineStatement({
  name: 'search.forget_columns',
  kind: 'write',
  sql: 'DELETE FROM search.field_column WHERE organization_id = $1::uuid AND field IS NULL',
});

const RELEASE_COLUMNS = defineStatement({
  name: 'search.release_columns',
  kind: 'write',
  sql: `UPDATE search.field_column SET field = NULL, leaving = false, ready = false
        WHERE organization_id = $1::uuid AND leaving`,
});

/**
 * Records that every row is as it should be: all columns are ready but those that were left, which the next field may
 * have, and columns that no field has any more are empty.
 */
export async function markRowsCurrent(context: WriteContext): Promise<void> {
  const { organizationId } = context.session;
  await context.execute(FINISH, [organizationId]);
  await context.execute(KNOW_LIVE, [organizationId]);
  await context.execute(FORGET_COLUMNS, [organizationId]);
  await context.execute(RELEASE_COLUMNS, [organizationId]);
  await markColumnsReady(context);
  await expireVocabulary(context);
}

const READY_COLUMNS = defineStatement({
  name: 'search.ready_columns',
  kind: 'write',
  sql: `UPDATE search.field_column SET ready = true
        WHERE organization_id = $1::uuid AND NOT ready AND NOT leaving AND field IS NOT NULL`,
});

/** Records that all columns that have a field and keep it may be searched. */
export async function markColumnsReady(context: WriteContext): Promise<void> {
  await context.execute(READY_COLUMNS, [context.session.organizationId]);
}
