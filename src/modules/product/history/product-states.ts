import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import {
  emptyState,
  type HistoricalCell,
  loadStatesAt,
  type ObjectState,
  type StateSource,
} from '../../../platform/ledger/historical-states.ts';
import { camelCase } from '../../../platform/resource/table-store.ts';
import { type ExternalRef, isProductProperty, type ProductProperties } from '../../property/index.ts';
import { compareCodes, isCellChange, replaceCells, type Values } from '../../values/index.ts';
import type { EntityLinks, Link, Links } from '../model/links.ts';
import { newProductRow } from '../model/product-row.ts';
import { loadStoredStates, type StoredState } from './product-state.store.ts';

/** A product's own contents at a point in time. Everything else follows from them, its models and the configuration. */
export interface ProductState extends ObjectState, Omit<ProductProperties, 'parent'> {
  /** UUID of the model directly above. */
  readonly parentId: string | null;
  /** Null below a model, which has the set of its root. */
  readonly attributeSet: string | null;
  readonly values: Values;
  /** All that are stored, also those to products that were deleted then. */
  readonly links: Links;
  readonly entityLinks: EntityLinks;
}

/**
 * Returns the own contents of any number of products right after the event `sequence`, by UUID; see `loadStatesAt`.
 *
 * @throws RequestError `history-incomplete` when a later change does not record what was there before
 */
export function productStatesAt(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
  sequence: number,
): Promise<ReadonlyMap<string, ProductState>> {
  return loadStatesAt(transaction, SOURCE, organizationId, ids, sequence);
}

const SOURCE: StateSource<ProductState> = {
  load: async (transaction, organizationId, ids) =>
    (await loadStoredStates(transaction, organizationId, ids)).map(toState),
  blank(id) {
    const {
      sku,
      type,
      attributeSet,
      variantLayout,
      parentId,
      status,
      channels,
      categories,
      tags,
      externalRefs,
    } = newProductRow(id, '');
    return {
      ...emptyState(id),
      sku,
      type,
      attributeSet,
      variantLayout,
      parentId,
      status,
      channels,
      categories,
      tags,
      externalRefs,
      values: {},
      links: new Map(),
      entityLinks: new Map(),
    };
  },
  withCells: applyEarlierCells,
  // The event has the set that a product had before it came below a model, when the change does not.
  dataOf: 'parent',
};

function toState({ links, entityLinks, ...stored }: StoredState): ProductState {
  return {
    ...stored,
    links: byType(links, ({ targetId, quantity }): Link => ({ targetId, quantity })),
    entityLinks: byType(entityLinks, ({ entityId }) => entityId),
  };
}

function byType<Row extends { readonly type: string }, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): ReadonlyMap<string, readonly Item[]> {
  const lists = new Map<string, Item[]>();
  for (const row of rows) lists.set(row.type, [...(lists.get(row.type) ?? []), toItem(row)]);
  return lists;
}

const LINKS = /^associations\.(.+)\.(products|entities)$/;
const REFS = 'external_refs.';

/** Returns a product with the values that each path held before it was changed. */
function applyEarlierCells(state: ProductState, cells: readonly HistoricalCell[]): ProductState {
  const properties: Record<string, JsonValue> = {};
  const refs = new Map(state.externalRefs.map((ref) => [ref.system, ref]));
  const links = new Map(state.links);
  const entityLinks = new Map(state.entityLinks);
  for (const { path, value } of cells) {
    const [, type = '', kind] = LINKS.exec(path) ?? [];
    const key = camelCase(path);
    if (kind === 'products') setList(links, type, ((value ?? []) as readonly JsonValue[]).map(toLink));
    else if (kind === 'entities') setList(entityLinks, type, (value ?? []) as readonly string[]);
    else if (path.startsWith(REFS)) setRef(refs, path.slice(REFS.length), value as string | null);
    else if (path === 'parent') properties.parentId = value;
    else if (isProductProperty(key)) properties[key] = value;
  }
  const parentId = 'parentId' in properties ? (properties.parentId as string | null) : state.parentId;
  return {
    ...state,
    ...(properties as Partial<ProductState>),
    attributeSet: parentId === null ? ownSet(state, cells) : null,
    externalRefs: [...refs.values()].sort((a, b) => compareCodes(foldKey(a.system), foldKey(b.system))),
    values: replaceCells(state.values, cells.filter(isCellChange)),
    links,
    entityLinks,
  };
}

/**
 * Returns the set of a product that stood below no model. Once it is below one it has the set of its root, which is
 * stored and follows the root without an event: the event that moved it records which set it had until then.
 */
function ownSet(state: ProductState, cells: readonly HistoricalCell[]): string | null {
  const changed = cells.find(({ path }) => path === 'attribute_set');
  const moved = cells.find(({ path }) => path === 'parent');
  if (moved !== undefined && (changed === undefined || changed.until > moved.until))
    return (moved.data?.attribute_set ?? null) as string | null;
  return changed === undefined ? state.attributeSet : (changed.value as string | null);
}

const toLink = (entry: JsonValue): Link => {
  if (typeof entry === 'string') return { targetId: entry, quantity: null };
  const { id, quantity } = entry as { readonly id: string; readonly quantity: number };
  return { targetId: id, quantity };
};

function setList<Item>(lists: Map<string, readonly Item[]>, type: string, list: readonly Item[]): void {
  if (list.length === 0) lists.delete(type);
  else lists.set(type, list);
}

function setRef(refs: Map<string, ExternalRef>, system: string, id: string | null): void {
  if (id === null) refs.delete(system);
  else refs.set(system, { system, id });
}
