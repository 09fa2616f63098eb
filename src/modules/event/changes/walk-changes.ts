import { RequestError } from '../../../kernel/errors.ts';
import type { LedgerResource } from '../../../kernel/event.ts';
import type { ReadContext } from '../../../kernel/operation.ts';
import type { Page } from '../../../kernel/page.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { type NamingEvent, readNamingEvents } from '../../../platform/ledger/changed-objects.ts';
import { readLedgerState } from '../../../platform/ledger/read-ledger.ts';
import { type PageRequest, pageSize } from '../../../platform/operation/keyset-page.ts';
import { resolveStart } from '../event-start.ts';

/** One page looks through at most so many events about objects of its kind, and so many numbers. */
const MAXIMUM_EVENTS = 1_000;
const MAXIMUM_NUMBERS = 10_000;
/** Ids of objects that are no longer listed are short, so a page has more of them than of items. */
const MAXIMUM_REMOVED = 1_000;

/** Fields of a list besides its items, with which readers follow its changes. */
export interface ListChanges {
  /** Token with which `changedSince` continues; null if the list cannot be followed. */
  readonly syncToken: string | null;
  /** RFC 3339. All changes before it are visible; null where the list has no condition on a time of change. */
  readonly changedUntil: string | null;
  /** UUIDs of changed objects that the list does not contain (any more); null unless changes were requested. */
  readonly removed: readonly string[] | null;
}

/** A page of a list that can be followed. */
export interface FollowedPage<Row> extends Page<Row> {
  readonly changes?: ListChanges | undefined;
}

/** Selected fields of {@link ListChanges}; each costs a little. */
export interface ChangesRequest extends PageRequest {
  /** A token of an earlier page: only what changed after it is listed. */
  readonly changedSince?: string | null | undefined;
  readonly withSyncToken?: boolean | undefined;
  readonly withChangedUntil?: boolean | undefined;
}

/** A token names everything up to an event; with an id, of that event only the objects up to this id. */
interface Position {
  readonly sequence: number;
  /** UUID */
  readonly id: string | null;
}

const TOKEN =
  /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,15})(?::([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?$/;

export const syncToken = (epoch: string, { sequence, id }: Position): string =>
  id === null ? `${epoch}:${sequence}` : `${epoch}:${sequence}:${id}`;

/** Returns the token of a list that is read after this. */
export async function readSyncToken(context: ReadContext): Promise<string> {
  const { epoch, lastSequence } = await readLedgerState(context, context.session.organizationId);
  return syncToken(epoch, { sequence: lastSequence, id: null });
}

/** An object that changed, or that stands below one that did, in the event of this number. */
export interface ChangedObject {
  readonly sequence: number;
  /** UUID */
  readonly id: string;
}

/** Reads of the objects of one kind, with which their changes are followed. */
export interface ChangeSource {
  readonly resource: LedgerResource;
  /**
   * Returns the objects that the events name and whatever shows their changes; events that it leaves out at the end are
   * walked later.
   */
  readonly resolve: (events: readonly NamingEvent[]) => Promise<ResolvedChanges>;
  /** Returns which of some objects the list contains. */
  readonly listed: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface ResolvedChanges {
  readonly objects: readonly ChangedObject[];
  /** Number of events that are resolved completely; at least the first. */
  readonly resolvedEvents: number;
}

/** Changes of one page, in the order of events and, within one, of ids. */
export interface ChangedPage {
  /** Objects that the list contains, each with the token behind it. */
  readonly items: readonly { readonly id: string; readonly token: string }[];
  readonly removed: readonly string[];
  readonly syncToken: string;
  readonly hasNextPage: boolean;
}

/**
 * Walks the ledger from a token and tells which objects of a list changed, and which of these it does not contain. An
 * object can come again; none is left out, because events are numbered in the order of their commits.
 *
 * @throws RequestError `invalid-cursor` for what is no token; `events-expired` and `epoch-changed` where it cannot be continued
 */
export async function walkChanges(
  context: ReadContext,
  { changedSince, after, first }: ChangesRequest,
  source: ChangeSource,
): Promise<ChangedPage> {
  const size = pageSize(first);
  const { epoch, position } = readToken(after ?? changedSince ?? '');
  if (context.isReplica === true) {
    // The token can come from the primary, which is ahead.
    const counter = await readLedgerState(context, context.session.organizationId);
    if (counter.epoch === epoch && position.sequence > counter.lastSequence)
      return { items: [], removed: [], syncToken: syncToken(epoch, position), hasNextPage: false };
  }
  const { events, end, last } = await readSlice(context, epoch, position, source.resource);
  const items: { readonly id: string; readonly token: string }[] = [];
  const removed: string[] = [];
  const seenIds = new Set<string>();
  let token = syncToken(epoch, position);
  let pending = lastNamings(events);
  for (let groupSize = size; pending.length > 0; groupSize *= 4) {
    const { objects, resolvedEvents } = await source.resolve(firstEvents(pending, groupSize));
    const changed = objects.filter((one) => isBehind(position, one) && !seenIds.has(one.id)).sort(inOrder);
    const listed = await source.listed([...new Set(changed.map(({ id }) => id))]);
    for (const { sequence, id } of changed) {
      if (seenIds.has(id)) continue;
      if (items.length === size || removed.length === MAXIMUM_REMOVED)
        return { items, removed, syncToken: token, hasNextPage: true };
      seenIds.add(id);
      token = syncToken(epoch, { sequence, id });
      if (listed.has(id)) items.push({ id, token });
      else removed.push(id);
    }
    pending = pending.slice(resolvedEvents);
  }
  const endToken = syncToken(epoch, { sequence: end, id: null });
  return { items, removed, syncToken: endToken, hasNextPage: end < last };
}

/** Returns the next events behind a position, and how far all are known. */
async function readSlice(
  context: ReadContext,
  seenEpoch: string,
  { sequence, id }: Position,
  resource: LedgerResource,
) {
  const start = id === null ? sequence : sequence - 1;
  const startParameter = { value: String(start), parameter: 'changedSince' };
  const { last, since } = await resolveStart(context, startParameter, seenEpoch, {
    parameter: startParameter.parameter,
    resync: localized('resync-by-list'),
  });
  const upTo = Math.min(start + MAXIMUM_NUMBERS, last);
  const { organizationId } = context.session;
  const range = { organizationId, after: start, upTo, since };
  const events = await readNamingEvents(context, range, resource, MAXIMUM_EVENTS);
  const end = events.length < MAXIMUM_EVENTS ? upTo : (events.at(-1)?.sequence ?? upTo);
  return { events, end, last };
}

function readToken(token: string): { readonly epoch: string; readonly position: Position } {
  const [, epoch, sequence, id = null] = TOKEN.exec(token) ?? [];
  if (epoch !== undefined && sequence !== undefined)
    return { epoch, position: { sequence: Number(sequence), id } };
  throw new RequestError('invalid-cursor', localized('sync-token-invalid'));
}

/** Returns the events without what a later one names as well. */
function lastNamings(events: readonly NamingEvent[]): readonly NamingEvent[] {
  const lastOf = new Map(events.flatMap(({ sequence, ids }) => ids.map((id) => [id, sequence] as const)));
  return events
    .map(({ sequence, ids }) => ({ sequence, ids: ids.filter((id) => lastOf.get(id) === sequence) }))
    .filter(({ ids }) => ids.length > 0);
}

/** Returns the first events that together name so many objects. */
function firstEvents(events: readonly NamingEvent[], objects: number): readonly NamingEvent[] {
  let idCount = 0;
  const end = events.findIndex(({ ids }) => {
    idCount += ids.length;
    return idCount >= objects;
  });
  return end < 0 ? events : events.slice(0, end + 1);
}

const isBehind = (position: Position, { sequence, id }: ChangedObject): boolean =>
  sequence > position.sequence || (position.id !== null && id > position.id);

const inOrder = (a: ChangedObject, b: ChangedObject): number =>
  a.sequence - b.sequence || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
