import type { JsonValue } from '../../../kernel/json.ts';
import type { Labels } from '../../../kernel/labels.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import {
  emptyState,
  type HistoricalCell,
  loadStatesAt,
  type StateSource,
} from '../../../platform/ledger/historical-states.ts';
import { camelCase } from '../../../platform/resource/table-store.ts';
import { ENTITY_PROPERTIES } from '../../property/index.ts';
import { isCellChange, replaceCells } from '../../values/index.ts';
import { newEntity } from '../entity-document.ts';
import { type EntityState, loadStoredStates } from './entity-state.store.ts';

/**
 * Returns the own states of entities right after the event `sequence`, by UUID; see `loadStatesAt`. The number of entities
 * is not limited.
 *
 * @throws RequestError `history-incomplete` when a later change does not contain the previous value
 */
export function entityStatesAt(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
  sequence: number,
): Promise<ReadonlyMap<string, EntityState>> {
  return loadStatesAt(transaction, SOURCE, organizationId, ids, sequence);
}

const SOURCE: StateSource<EntityState> = {
  load: loadStoredStates,
  blank(id) {
    const { searchText: _, ...document } = newEntity('', '');
    return { ...emptyState(id), ...document };
  },
  withCells: applyEarlierCells,
};

/** Returns an entity with the value of each path before it was changed. */
function applyEarlierCells(state: EntityState, cells: readonly HistoricalCell[]): EntityState {
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
    values: replaceCells(state.values, cells.filter(isCellChange)),
  };
}

function setLabel(labels: Record<string, string>, locale: string, text: string | null): void {
  if (text === null) delete labels[locale];
  else labels[locale] = text;
}

const inOrder = (labels: Labels): Labels =>
  Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
