import { RequestError } from '../../kernel/errors.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Actor } from '../../kernel/session.ts';
import { defineStatement } from '../database/statement.ts';
import { IS_DIRECT_CHANGE } from './direct-change.ts';

/** Number of objects whose states are loaded by one statement each. */
const PAGE_SIZE = 500;

/** Fields that every state of an object has. */
export interface ObjectState {
  /** UUID. */
  readonly id: string;
  /** True for an object that is deleted and not purged: it has a state and can come back. */
  readonly isDeleted: boolean;
  readonly version: number;
  /** RFC 3339; null for purged objects, whose creation only the ledger has. */
  readonly createdAt: string | null;
  readonly createdBy: Actor | null;
}

/** The columns of a row that are the same for all kinds of objects. */
export const STATE_COLUMNS = `id::text AS id, version, deleted_at IS NOT NULL AS "isDeleted",
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt", created_by AS "createdBy"`;

/** The same columns in the result of a statement. */
export const STATE_ROW = {
  id: 'text',
  version: 'int',
  isDeleted: 'boolean',
  createdAt: 'text | null',
  createdBy: 'json | null',
} as const;

/** Returns the state of an object that is not stored. */
export const emptyState = (id: string): ObjectState => ({
  id,
  isDeleted: true,
  version: 0,
  createdAt: null,
  createdBy: null,
});

/** Value at a path of an object as it was at a sequence, because it was changed later. */
export interface HistoricalCell {
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  /** Value; an id where the stored state holds ids. */
  readonly value: JsonValue;
  /** The sequence of the change that ended it. */
  readonly until: number;
  /** `data` of that event; null unless `dataOf` selects it. */
  readonly data: JsonObject | null;
}

/** Functions that rebuild the states of one kind of object. */
export interface StateSource<State extends ObjectState> {
  /** Loads the present states, deleted objects included; one statement. */
  load(transaction: Transaction, organizationId: string, ids: readonly string[]): Promise<readonly State[]>;
  /** Returns the state of an object before any event about it. */
  blank(id: string): State;
  /** Returns a state with the cells that were different, each path once. */
  withCells(state: State, cells: readonly HistoricalCell[]): State;
  /** Path of whose changes the `data` of the event is needed too. */
  readonly dataOf?: string;
}

/**
 * Returns the states of objects right after the event `sequence`, by UUID. Objects that did not exist then are left
 * out: those created later, purged before, of other organizations.
 *
 * The present state is overlaid with the old value of the first later change of each path; the first later creation,
 * deletion, restoration or purge decides if the object existed. A purge contains all that the object had. So the cost
 * depends on what came later, and nothing is replayed. Present states are read before the changes: a change that is
 * committed in between contains the value that was read.
 *
 * @throws RequestError `history-incomplete` when a later change does not contain the old value
 */
export async function loadStatesAt<State extends ObjectState>(
  transaction: Transaction,
  { load, blank, withCells, dataOf }: StateSource<State>,
  organizationId: string,
  ids: readonly string[],
  sequence: number,
): Promise<ReadonlyMap<string, State>> {
  const states = new Map<string, State>();
  const distinct = [...new Set(ids)];
  for (let start = 0; start < distinct.length; start += PAGE_SIZE) {
    const page = distinct.slice(start, start + PAGE_SIZE);
    const present = new Map(
      (await load(transaction, organizationId, page)).map((state) => [state.id, state]),
    );
    const [later, cells] = await Promise.all([
      transaction.execute(LATER_EVENTS, [organizationId, page, sequence]),
      transaction.execute(CELLS, [organizationId, page, sequence, dataOf ?? '']),
    ]);
    const laterOf = new Map(later.map((row) => [row.id, row]));
    const cellsOf = Map.groupBy(cells, ({ id }) => id);
    for (const id of page) {
      const next = laterOf.get(id);
      const now = present.get(id);
      const existence = next?.verb ? EXISTENCE[next.verb] : null;
      if (existence === 'absent' || (now === undefined && existence === null)) continue;
      if (next?.truncated === true) throw incomplete(sequence);
      const state = withCells(now ?? blank(id), (cellsOf.get(id) ?? []).map(toCell));
      states.set(id, {
        ...state,
        isDeleted: existence === null ? state.isDeleted : existence === 'deleted',
        version: next?.version ?? state.version,
      });
    }
  }
  return states;
}

/**
 * Loads the values of paths before the first change of their objects, by UUID: with the present state they give what
 * the objects were when they were created. Objects whose changes do not contain them are left out.
 */
export async function loadInitialCells(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Omit<HistoricalCell, 'until' | 'data'>[]>> {
  const all = await transaction.execute(LATER_EVENTS, [organizationId, ids, 0]);
  const cells = await transaction.execute(CELLS, [organizationId, ids, 0, '']);
  const cellsOf = Map.groupBy(cells, ({ id }) => id);
  return new Map(all.flatMap(({ id, truncated }) => (truncated ? [] : [[id, cellsOf.get(id) ?? []]])));
}

/** Existence of an object before an event, by the verb of the event. */
const EXISTENCE: Readonly<Record<string, 'absent' | 'existing' | 'deleted'>> = {
  created: 'absent',
  deleted: 'existing',
  restored: 'deleted',
  purged: 'deleted',
};

const LATER_EVENTS = defineStatement({
  name: 'ledger.later_events',
  kind: 'read',
  row: { id: 'text', version: 'int', verb: 'text | null', truncated: 'boolean' },
  sql: `SELECT object_id::text AS id, (array_agg(version ORDER BY sequence))[1] - 1 AS version,
               (array_agg(verb ORDER BY sequence) FILTER (WHERE verb IN ('created', 'deleted', 'restored', 'purged')))[1] AS verb,
               bool_or(changes_truncated) AS truncated
        FROM ledger.event
        WHERE organization_id = $1::uuid AND object_id = ANY ($2::uuid[]) AND sequence > $3::bigint
          AND ${IS_DIRECT_CHANGE}
        GROUP BY object_id`,
});

const CELLS = defineStatement({
  name: 'ledger.earlier_cells',
  kind: 'read',
  row: {
    id: 'text',
    path: 'text',
    channel: 'text | null',
    locale: 'text | null',
    value: 'json | null',
    isById: 'boolean',
    until: 'text',
    data: 'json | null',
  },
  sql: `SELECT DISTINCT ON (event.object_id, change.path, change.channel, change.locale)
               event.object_id::text AS id, change.path, change.channel, change.locale,
               CASE WHEN change."byId" IS NULL THEN change.old ELSE change."byId" -> 'old' END AS value,
               change."byId" IS NOT NULL AS "isById", event.sequence::text AS until,
               CASE WHEN change.path = $4 THEN event.data END AS data
        FROM ledger.event
          CROSS JOIN LATERAL jsonb_to_recordset(event.changes)
            AS change (path text, channel text, locale text, old jsonb, "byId" jsonb)
        WHERE event.organization_id = $1::uuid AND event.object_id = ANY ($2::uuid[]) AND event.sequence > $3::bigint
        ORDER BY event.object_id, change.path, change.channel, change.locale, event.sequence`,
});

/** For these paths the stored state holds ids, not the codes that changes show. */
const HELD_BY_ID = /^(parent|associations\..+)$/;

function toCell({
  path,
  channel,
  locale,
  value,
  isById,
  until,
  data,
}: {
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value: JsonValue;
  readonly isById: boolean;
  readonly until: string;
  readonly data: JsonValue;
}): HistoricalCell {
  if (!isById && HELD_BY_ID.test(path)) throw incomplete(Number(until));
  return { path, channel, locale, value, until: Number(until), data: data as JsonObject | null };
}

const incomplete = (sequence: number) =>
  new RequestError('history-incomplete', localized('history-incomplete', { sequence }));
