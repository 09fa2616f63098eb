import type { JsonValue } from '../../../kernel/json.ts';
import type { Labels } from '../../../kernel/labels.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import {
  blankState,
  type EarlierCell,
  type ObjectState,
  STATE_COLUMNS,
  STATE_ROW,
  type StateSource,
  statesAt,
} from '../../../platform/ledger/earlier-states.ts';
import { camelCase } from '../../../platform/resource/table-store.ts';
import { ENTITY_PROPERTIES, type EntityProperties, resultColumns } from '../../property/index.ts';
import { isCellChange, type Values, withCells } from '../../values/index.ts';
import { SELECTED_PROPERTIES } from '../entity.store.ts';
import { blankEntity } from '../entity-document.ts';

/** What an entity said itself at a moment. */
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

/**
 * What entities said themselves right after the event `sequence`, by UUID; see `statesAt`. Any number of them.
 *
 * @throws Fault `history-incomplete` when a later change does not say what was there before
 */
export function entityStatesAt(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
  sequence: number,
): Promise<ReadonlyMap<string, EntityState>> {
  return statesAt(transaction, SOURCE, organizationId, ids, sequence);
}

const SOURCE: StateSource<EntityState> = {
  load: (transaction, organizationId, ids) => transaction.execute(STATES, [organizationId, [...ids]]),
  blank(id) {
    const { searchText: _, ...document } = blankEntity('', '');
    return { ...blankState(id), ...document };
  },
  withCells: asItWas,
};

/** An entity with what each place held before it was changed. */
function asItWas(state: EntityState, cells: readonly EarlierCell[]): EntityState {
  const properties: Record<string, JsonValue> = {};
  const labels: Record<string, string> = { ...state.labels };
  for (const { path, locale, value } of cells) {
    const key = camelCase(path);
    if (path === 'labels' && locale !== null) setLabel(labels, locale, value as string | null);
    else if (path === 'parent') properties.parentId = value;
    else if (Object.hasOwn(ENTITY_PROPERTIES, key)) properties[key] = value;
  }
  return {
    ...state,
    ...(properties as Partial<EntityState>),
    labels: inOrder(labels),
    values: withCells(state.values, cells.filter(isCellChange)),
  };
}

function setLabel(labels: Record<string, string>, locale: string, text: string | null): void {
  if (text === null) delete labels[locale];
  else labels[locale] = text;
}

const inOrder = (labels: Labels): Labels =>
  Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
