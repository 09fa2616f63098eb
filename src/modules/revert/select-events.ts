import type { LedgerResource } from '../../kernel/event.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { type Scope, type ScopeExpression, scopesIn } from '../../kernel/scopes.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import { lockStructure } from '../../platform/resource/structure-revision.ts';
import { CONFIGURATION_KINDS, CONFIGURATION_RESOURCES, isConfigurationKind } from '../configuration/index.ts';
import {
  type EventSelection,
  findSelectedEvents,
  loadEventSizes,
  loadSelectedEvents,
  type SelectedEvent,
} from '../event/index.ts';
import type { ObjectToRevert, RevertibleKind } from './object-revert.ts';

/** Sequences that one statement looks through. */
const WINDOW = 100_000;

/** Returns true if changes of objects of a kind can be taken back. */
const isRevertible = (resource: LedgerResource): resource is RevertibleKind =>
  resource === 'product' || resource === 'entity' || isConfigurationKind(resource);

/** Returns the scopes to write objects of a kind. */
function writeScopesOf(kind: RevertibleKind): readonly Scope[] {
  if (kind === 'product') return ['products:write'];
  return kind === 'entity' ? ['entities:write'] : scopesIn(CONFIGURATION_RESOURCES[kind].scopes.write);
}

/** The end of a job is no change. */
const isJob = ({ resource }: { readonly resource: string }) =>
  resource === 'import' || resource === 'export' || resource === 'revert';

/** Scopes of which a caller needs one to take changes back; each kind of object needs its own. */
export const REVERT_SCOPE: ScopeExpression = {
  anyOf: [...new Set((['product', 'entity', ...CONFIGURATION_KINDS] as const).flatMap(writeScopesOf))],
};

/** Keeps other writers out where configuration is among the objects to write. */
export async function lockForWriting(
  context: WriteContext,
  objects: readonly { readonly resource: LedgerResource }[],
): Promise<void> {
  if (objects.some(({ resource }) => isConfigurationKind(resource))) await lockStructure(context);
}

/** Events of a selection that were found so far, newest first. */
export interface SelectedEventsPage {
  /** Events of objects whose changes can be taken back. */
  readonly events: readonly SelectedEvent[];
  /** Events that are never taken back. */
  readonly notReverted: readonly Pick<SelectedEvent, 'sequence' | 'resource' | 'verb'>[];
  /** Sequence number at which the next read continues; null at the end. */
  readonly before: number | null;
}

/**
 * Returns the next events of a selection, newest first, until there are `limit` of them.
 *
 * @param windows how many times 100,000 sequences are looked through
 */
export async function findEvents(
  context: WriteContext,
  selection: EventSelection,
  { before, limit, windows }: { readonly before: number; readonly limit: number; readonly windows: number },
): Promise<SelectedEventsPage> {
  const { organizationId } = context.session;
  const events: SelectedEvent[] = [];
  const notReverted: SelectedEvent[] = [];
  let upTo = before - 1;
  const isNarrow = selection.objectId !== null || selection.sequences !== null;
  for (let window = 0; window < windows && upTo > selection.after; window += 1) {
    const after = isNarrow ? selection.after : Math.max(selection.after, upTo - WINDOW);
    const remainingCount = limit - events.length;
    const matchingEvents = await findSelectedEvents(
      context,
      organizationId,
      { ...selection, after, upTo },
      remainingCount,
    );
    for (const event of matchingEvents) {
      if (isRevertible(event.resource)) events.push(event);
      else if (!isJob(event)) notReverted.push(event);
    }
    // A full answer may have left some of its window.
    upTo = matchingEvents.length === remainingCount ? (matchingEvents.at(-1)?.sequence ?? 1) - 1 : after;
    if (events.length >= limit) break;
  }
  return { events, notReverted, before: upTo > selection.after ? upTo + 1 : null };
}

/** Returns the numbers of events by type. */
export function countByType(events: SelectedEventsPage['notReverted']): Readonly<Record<string, number>> {
  const byType = Map.groupBy(events, ({ resource, verb }) => `${resource}.${verb}`);
  return Object.fromEntries([...byType].map(([type, ofType]) => [type, ofType.length]));
}

/** Returns the scopes to write the objects of events. */
export const scopesOf = (events: readonly { readonly resource: LedgerResource }[]): readonly Scope[] => {
  const kinds = new Set(events.map(({ resource }) => resource).filter(isRevertible));
  return [...new Set([...kinds].flatMap(writeScopesOf))];
};

/**
 * Returns the objects whose turn is at one of the events, each with all its selected events; in `before`, where those
 * begin that are too much for one time, or null.
 *
 * @param bytes of changes at a time; one object is always loaded
 * @throws RequestError `insufficient-scope`, `role-forbidden` when the caller may not write them
 */
export async function loadObjects(
  context: WriteContext,
  selection: EventSelection,
  events: readonly SelectedEvent[],
  bytes: number,
): Promise<{ readonly objects: readonly ObjectToRevert[]; readonly before: number | null }> {
  for (const scope of scopesOf(events)) authorize(context.session, scope, 'Reverting these changes');
  const sequences = new Set(events.map(({ sequence }) => sequence));
  const sizes = await loadObjectSizes(
    context,
    selection,
    events.map(({ objectId }) => objectId),
  );
  const turns = sizes.filter(({ turn }) => sequences.has(turn)).sort((a, b) => b.turn - a.turn);
  const selectedTurns = takeWithinBytes(turns, bytes);
  const objects = await loadObjectsById(
    context,
    selection,
    selectedTurns.map(({ objectId }) => objectId),
  );
  const next = turns[selectedTurns.length];
  return { objects, before: next === undefined ? null : next.turn + 1 };
}

interface ObjectSize {
  readonly objectId: string;
  /** The event at which the object is taken back as a whole. */
  readonly turn: number;
  readonly bytes: number;
}

/** Returns the sizes of the changes of the selected events, by object. */
export async function loadObjectSizes(
  context: WriteContext,
  selection: EventSelection,
  ids: readonly string[],
): Promise<readonly ObjectSize[]> {
  if (ids.length === 0) return [];
  const sizes = await loadEventSizes(context, context.session.organizationId, selection, [...new Set(ids)]);
  return [...Map.groupBy(sizes, ({ objectId }) => objectId)].map(([objectId, events]) => ({
    objectId,
    turn: revertSequenceOf(events),
    bytes: events.reduce((total, event) => total + event.bytes, 0),
  }));
}

/** Returns the first of some objects, up to so many bytes; at least one. */
export function takeWithinBytes<Item extends { readonly bytes: number }>(
  items: readonly Item[],
  bytes: number,
): readonly Item[] {
  let total = 0;
  const end = items.findIndex((item, index) => {
    total += item.bytes;
    return index > 0 && total > bytes;
  });
  return end === -1 ? items : items.slice(0, end);
}

/** Returns objects by UUID, each with all its selected events. */
export async function loadObjectsById(
  context: WriteContext,
  selection: EventSelection,
  ids: readonly string[],
): Promise<readonly ObjectToRevert[]> {
  if (ids.length === 0) return [];
  const stored = await loadSelectedEvents(context, context.session.organizationId, selection, [
    ...new Set(ids),
  ]);
  return [...Map.groupBy(stored, ({ objectId }) => objectId)].flatMap(([objectId, events]) => {
    const [newest] = events;
    if (newest === undefined || !isRevertible(newest.resource)) return [];
    return [{ objectId, resource: newest.resource, ref: newest.ref, events }];
  });
}

/**
 * Returns the event at which an object is taken back as a whole: its newest, or, where it was not there before, that of
 * its creation. So what was created below it later goes before it, and what its restoration brings back goes after it.
 */
function revertSequenceOf(events: readonly SelectedEvent[]): number {
  const oldest = events.findLast(
    ({ verb }) => verb === 'created' || verb === 'restored' || verb === 'deleted',
  );
  return (oldest === undefined || oldest.verb === 'deleted' ? events[0] : oldest)?.sequence ?? 0;
}
