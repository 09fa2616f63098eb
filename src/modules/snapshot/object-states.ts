import type { JsonObject } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { entityRows, entityStateDocument, entityStatesAt } from '../entity/index.ts';
import { productRows, productStateDocument, productStatesAt } from '../product/index.ts';

/** Kinds of objects that snapshots have. */
export const SNAPSHOT_KINDS = ['entity', 'product'] as const;
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

/** Reads of one kind of object. */
interface StateReader {
  /** Some of the UUIDs behind one, deleted objects included, in their order. */
  readonly ids: typeof productRows.loadIds;
  /** Returns the own states of the living ones among some objects, right after an event, as JSON by UUID. */
  readonly statesAt: (
    transaction: Transaction,
    organizationId: string,
    ids: readonly string[],
    sequence: number,
  ) => Promise<ReadonlyMap<string, JsonObject>>;
}

export const STATE_READERS: Readonly<Record<SnapshotKind, StateReader>> = {
  entity: {
    ids: entityRows.loadIds,
    statesAt: async (...args) => living(await entityStatesAt(...args), entityStateDocument),
  },
  product: {
    ids: productRows.loadIds,
    statesAt: async (...args) => living(await productStatesAt(...args), productStateDocument),
  },
};

function living<State extends { readonly isDeleted: boolean }>(
  states: ReadonlyMap<string, State>,
  toDocument: (state: State) => JsonObject,
): ReadonlyMap<string, JsonObject> {
  const livingStates = [...states].filter(([, { isDeleted }]) => !isDeleted);
  return new Map(livingStates.map(([id, state]) => [id, toDocument(state)]));
}
