import type { JsonObject } from '../../kernel/json.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { readLastSequences } from '../../platform/ledger/read-ledger.ts';
import { SNAPSHOT_KINDS, type SnapshotKind, STATE_READERS } from './object-states.ts';
import { loadPurgedIds } from './purged.store.ts';

/** Events that one page looks through for objects that were purged since. */
const LOOKED_THROUGH = 5_000;

/** Position of a traversal. */
export interface StateCursor {
  readonly kind: SnapshotKind;
  /** UUID of the last object of the page before; null: from the first. */
  readonly after: string | null;
  /** Objects purged after the time of the traversal and up to this event were searched for. */
  readonly purgedUpTo: number;
}

/** The objects of one page: some of them may not have lived at that time. */
export interface IdScanPage {
  /** UUIDs. */
  readonly ids: readonly string[];
  /** Null behind the last object of the kind. */
  readonly next: StateCursor | null;
}

export interface StatePage {
  readonly kind: SnapshotKind;
  /** States by UUID, as `productStateDocument` and `entityStateDocument` write them. */
  readonly states: ReadonlyMap<string, JsonObject>;
  /** Null behind the last page. */
  readonly next: StateCursor | null;
}

export interface StateScan {
  /** The event right after which the states are read. */
  readonly sequence: number;
  /** Null at the beginning. */
  readonly cursor: StateCursor | null;
  readonly size: number;
}

/**
 * Returns a page of a traversal of all objects of a kind that may have lived right after an event, each once, whatever
 * is written meanwhile. To be run where the catalogue is written: replicas may lag behind each other.
 *
 * Objects that were purged since have no row. They are searched for in the ledger, after the rows of the page were
 * read: whatever is purged in between was read as a row, and whatever is purged later is met as a row or here, not
 * twice.
 */
export async function scanIds(
  context: ReadContext,
  kind: SnapshotKind,
  { sequence, cursor, size }: StateScan,
): Promise<IdScanPage> {
  const { organizationId } = context.session;
  const { after, purgedUpTo } = cursor ?? firstOf(kind, sequence);
  const readLast = async () => (await readLastSequences(context, [organizationId])).get(organizationId) ?? 0;
  const isFarBack = after === null && (await readLast()) - purgedUpTo > LOOKED_THROUGH;
  const rows = isFarBack ? [] : await STATE_READERS[kind].ids(context, organizationId, { after, size });
  const upTo = isFarBack ? purgedUpTo + LOOKED_THROUGH : await readLast();
  const purged = await loadPurgedIds(context, organizationId, kind, { after: purgedUpTo, upTo });
  const ids = new Set([...rows, ...purged.filter((id) => after === null || id > after)]);
  const isLast = !isFarBack && rows.length < size;
  return { ids: [...ids], next: isLast ? null : { kind, after: rows.at(-1) ?? after, purgedUpTo: upTo } };
}

/**
 * Returns a page of a traversal of the own states of all objects that lived right after an event: entities, then
 * products.
 */
export const scanStates = defineRead({
  name: 'walkStates',
  scope: { allOf: ['products:read', 'entities:read'] },
  errors: [],
  async handler(context: ReadContext, walk: StateScan): Promise<StatePage> {
    const { organizationId } = context.session;
    const kind = walk.cursor?.kind ?? SNAPSHOT_KINDS[0];
    const { ids, next } = await scanIds(context, kind, walk);
    const states = await STATE_READERS[kind].statesAt(context, organizationId, ids, walk.sequence);
    const following = next === null ? SNAPSHOT_KINDS[SNAPSHOT_KINDS.indexOf(kind) + 1] : undefined;
    return { kind, states, next: following === undefined ? next : firstOf(following, walk.sequence) };
  },
});

const firstOf = (kind: SnapshotKind, sequence: number): StateCursor => ({
  kind,
  after: null,
  purgedUpTo: sequence,
});
