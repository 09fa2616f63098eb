import type { JsonObject } from '../../kernel/json.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { readLastSequences } from '../../platform/ledger/read-ledger.ts';
import { SNAPSHOT_KINDS, type SnapshotKind, STATE_READERS } from './object-states.ts';
import { loadPurgedIds } from './purged.store.ts';

/** Events that one page looks through for objects that were purged since. */
const LOOKED_THROUGH = 5_000;

/** How far a walk has come. */
export interface StateCursor {
  readonly kind: SnapshotKind;
  /** UUID of the last object of the page before; null: from the first. */
  readonly after: string | null;
  /** Objects purged after the moment of the walk and up to this event were looked for. */
  readonly purgedUpTo: number;
}

export interface StatePage {
  readonly kind: SnapshotKind;
  /** As `productStateDocument` and `entityStateDocument` write them, by UUID. */
  readonly states: ReadonlyMap<string, JsonObject>;
  /** Null behind the last page. */
  readonly next: StateCursor | null;
}

export interface StateWalk {
  /** The event right after which the states are read. */
  readonly sequence: number;
  /** Null at the beginning. */
  readonly cursor: StateCursor | null;
  readonly size: number;
}

/**
 * A page of a walk through the own states of all objects that lived right after an event, each once: entities, then
 * products, whatever is written meanwhile. To be run where the catalogue is written: replicas may lag behind each other.
 *
 * Objects that were purged since have no row. They are looked for in the ledger, after the rows of the page were read:
 * whatever is purged in between was read as a row, and whatever is purged later is met as a row or here, not twice.
 */
export const walkStates = defineRead({
  name: 'walkStates',
  scope: { allOf: ['products:read', 'entities:read'] },
  errors: [],
  async handler(context: ReadContext, { sequence, cursor, size }: StateWalk): Promise<StatePage> {
    const { organizationId } = context.session;
    const { kind, after, purgedUpTo } = cursor ?? firstOf(SNAPSHOT_KINDS[0], sequence);
    const { ids, statesAt } = STATE_READERS[kind];
    const readLast = async () =>
      (await readLastSequences(context, [organizationId])).get(organizationId) ?? 0;
    const isFarBack = after === null && (await readLast()) - purgedUpTo > LOOKED_THROUGH;
    const rows = isFarBack ? [] : await ids(context, organizationId, { after, size });
    const upTo = isFarBack ? purgedUpTo + LOOKED_THROUGH : await readLast();
    const purged = await loadPurgedIds(context, organizationId, kind, { after: purgedUpTo, upTo });
    const unmet = purged.filter((id) => after === null || id > after);
    const states = await statesAt(context, organizationId, [...rows, ...unmet], sequence);
    if (isFarBack || rows.length === size)
      return { kind, states, next: { kind, after: rows.at(-1) ?? after, purgedUpTo: upTo } };
    const nextKind = SNAPSHOT_KINDS[SNAPSHOT_KINDS.indexOf(kind) + 1];
    return { kind, states, next: nextKind === undefined ? null : firstOf(nextKind, sequence) };
  },
});

const firstOf = (kind: SnapshotKind, sequence: number): StateCursor => ({
  kind,
  after: null,
  purgedUpTo: sequence,
});
