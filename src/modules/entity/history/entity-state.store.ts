import { foldKey } from '../../../kernel/codes.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { type ObjectState, STATE_COLUMNS, STATE_ROW } from '../../../platform/ledger/historical-states.ts';
import type { EntityReference } from '../../entity-reference/index.ts';
import { ENTITY_PROPERTIES, type EntityProperties, resultColumns } from '../../property/index.ts';
import type { Values } from '../../values/index.ts';
import { SELECTED_PROPERTIES } from '../entity.store.ts';

/** Own state of an entity at a given time. */
export interface EntityState extends ObjectState, Omit<EntityProperties, 'parent'> {
  /** UUID of the entity directly above. */
  readonly parentId: string | null;
  readonly values: Values;
}

const STATES = defineStatement<EntityState>({
  name: 'entity.states',
  kind: 'read',
  row: {
    ...(resultColumns(ENTITY_PROPERTIES) as ColumnsOf<Omit<EntityState, keyof ObjectState | 'values'>>),
    ...STATE_ROW,
    values: 'json',
  },
  sql: `SELECT ${STATE_COLUMNS}, ${SELECTED_PROPERTIES}, "values"
        FROM public.entity WHERE organization_id = $1::uuid AND id = ANY ($2::uuid[])`,
});

/** Returns the stored states of entities, deleted ones included. */
export async function loadStoredStates(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly EntityState[]> {
  return transaction.execute(STATES, [organizationId, [...ids]]);
}

/** Entities of one code that are looked at, the living one and the latest deleted ones. */
const MOST_HOLDERS = 20;

const HOLDERS = defineStatement({
  name: 'entity.holders_of_code',
  kind: 'read',
  row: { id: 'text' },
  sql: `SELECT entity.id::text AS id FROM public.entity JOIN public.entity_type AS type
          ON type.organization_id = $1::uuid AND type.code = entity.entity_type AND type.code_key = $2
        WHERE entity.organization_id = $1::uuid AND entity.code_key = $3
        ORDER BY entity.deleted_at DESC NULLS FIRST, entity.id LIMIT $4::int`,
});

/**
 * Returns the UUIDs of the entity that has a code (in either case), and of deleted ones that had it, the latest first.
 */
export async function findEntityIdsByCode(
  transaction: Transaction,
  organizationId: string,
  { entityType, code }: EntityReference,
): Promise<readonly string[]> {
  const parameters = [organizationId, foldKey(entityType), foldKey(code), MOST_HOLDERS];
  const rows = await transaction.execute(HOLDERS, parameters);
  return rows.map(({ id }) => id);
}
