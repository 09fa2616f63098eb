import type { ReadContext } from '../../kernel/operation.ts';
import { Fault } from '../../kernel/refusal.ts';
import { hasEvent, readLastSequences, readOldestSequence } from '../../platform/ledger/read-ledger.ts';

/** For how long the feed serves an event. */
export const SERVED_DAYS = 30;

/** Neighbours in the ledger differ in their moments by as much as a transaction lasts; a day is far beyond that. */
const MARGIN_DAYS = 1;
const DAY_MS = 86_400_000;

/** Where in the ledger a client begins, and what there is of it at that moment. */
export interface EventWindow {
  /** The sequence number before the first event. */
  readonly after: number;
  /** The number of the newest event; 0 before the first. */
  readonly last: number;
  /** No event behind the place is older than this. */
  readonly since: Date;
}

/**
 * Finds the place to begin at in the ledger of the caller's organization.
 *
 * @param given the number that the client has seen last; null begins with the oldest event that is served
 * @throws Fault `invalid-parameter` for anything but a whole number from 0 to that of the newest event;
 * `events-expired` when events behind it are not served any more, so that nobody misses them unawares.
 */
export async function findPlace(
  context: ReadContext,
  given: { readonly value: string; readonly parameter: string } | null,
): Promise<EventWindow> {
  const { organizationId } = context.session;
  const served = new Date(context.now.getTime() - SERVED_DAYS * DAY_MS);
  const since = new Date(served.getTime() - MARGIN_DAYS * DAY_MS);
  const readOldest = () => readOldestSequence(context, organizationId, served);
  const readLast = async () => (await readLastSequences(context, [organizationId])).get(organizationId) ?? 0;
  if (given === null) {
    const oldest = await readOldest();
    return { after: oldest - 1, last: await readLast(), since };
  }
  const last = await readLast();
  const after = toSequence(given, last);
  const isServed = after === last || (await hasEvent(context, organizationId, after + 1, served));
  if (isServed) return { after, last, since };
  throw new Fault(
    'events-expired',
    `Events after ${after} are older than ${SERVED_DAYS} days. Read the objects again, then continue after ${last}.`,
    { ...given, oldest_sequence: await readOldest(), last_sequence: last },
  );
}

function toSequence(given: { readonly value: string; readonly parameter: string }, last: number): number {
  const { value, parameter } = given;
  const refuse = (message: string) =>
    new Fault('invalid-parameter', message, { ...given, last_sequence: last });
  const sequence = /^\d{1,15}$/.test(value) ? Number(value) : null;
  if (sequence === null) throw refuse(`${parameter} is the sequence of an event, or 0 for the first.`);
  if (sequence <= last) return sequence;
  const newest = last === 0 ? 'there are no events yet' : `the newest event has ${last}`;
  throw refuse(`${parameter} is ${sequence}, but ${newest}.`);
}
